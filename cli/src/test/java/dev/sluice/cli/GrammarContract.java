package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.oracle.HelpExamples;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The same words for the same things in all commands: those of the command line, and those of a
 * module that a subclass is in.
 */
@Tag("one-jdk")
public abstract class GrammarContract {
  /** Options that are not as those of the same name, and why. */
  private static final Map<String, String> OF_THEIR_OWN =
      Map.of(
          "tune --chunk-records", "tries several values",
          "tune --compression", "tries several values",
          "tune --delay", "tries several values",
          "tune --serializer", "tries several values",
          "bench sizing --rate", "a whole number, which is shared out");

  /** Options that mean the same wherever they are. */
  private static final List<String> SHARED =
      List.of(
          "--config",
          "--plugins",
          "--from",
          "--until",
          "--json",
          "--follow",
          "--timeout",
          "--sink",
          "--with-warm-up");

  /** Commands that read a source without options of others, and why. */
  private static final Map<String, String> WITHOUT =
      Map.of(
          "verify --from", "what is left out would be missing",
          "verify --until", "what is left out would be missing");

  private final String module;

  /**
   * With a command that is there only with the module.
   *
   * @param module its words, as in {@code bench codec}
   */
  protected GrammarContract(String module) {
    this.module = module;
  }

  @Test
  void commands_of_the_module_are_among_them() {
    assertThat(commands()).extracting(GrammarContract::words).contains(module, "cat");
  }

  @Test
  void an_option_of_one_name_has_one_label_arity_and_type() {
    assertThat(
            different(
                option -> option.paramLabel() + " " + option.arity() + " " + kind(option), null))
        .isEmpty();
  }

  @Test
  void options_that_mean_the_same_are_described_in_the_same_words() {
    assertThat(different(option -> List.of(option.description()).toString(), SHARED)).isEmpty();
  }

  @Test
  void a_letter_stands_for_one_option() {
    Map<String, Set<String>> meanings = new TreeMap<>();
    for (CommandSpec command : commands()) {
      for (OptionSpec option : command.options()) {
        if (option.shortestName().length() == 2) {
          meanings
              .computeIfAbsent(option.shortestName(), name -> new TreeSet<>())
              .add(option.longestName());
        }
      }
    }
    assertThat(meanings).containsKeys("-o", "-f", "-n");
    assertThat(meanings.values()).allMatch(names -> names.size() == 1);
  }

  @Test
  void an_option_has_one_name_beside_its_letter() {
    assertThat(options())
        .allMatch(option -> Stream.of(option.names()).filter(n -> n.startsWith("--")).count() == 1);
  }

  @Test
  void what_may_be_given_several_times_is_named_as_one() {
    assertThat(options())
        .filteredOn(OptionSpec::isMultiValue)
        .extracting(OptionSpec::longestName)
        .hasSizeGreaterThan(10)
        .filteredOn(name -> name.endsWith("s"))
        .isSubsetOf("--plugins", "--chunk-records");
  }

  @Test
  void times_and_sizes_are_given_with_their_unit() {
    assertThat(options())
        .noneMatch(option -> option.paramLabel().matches("(?i)(milli|micro|nano)?(s|seconds|ms)"))
        .noneMatch(option -> option.paramLabel().matches("(?i)([kmg]i?)?bytes|minutes|hours|days"))
        .noneMatch(option -> option.longestName().matches(".*(seconds|millis|minutes|-ms)"));
    List<OptionSpec> withUnit =
        options().stream().filter(o -> o.paramLabel().matches("TIME|SIZE")).toList();
    assertThat(withUnit).hasSizeGreaterThan(10).allMatch(option -> option.type() == String.class);
    assertThat(withUnit.stream().map(OptionSpec::defaultValue).filter(value -> value != null))
        .isNotEmpty()
        .allMatch(value -> value.matches("\\d+([mun]?s|[mhd]|[KMG]iB)|\\d+ %"));
  }

  @Test
  void records_go_to_a_target_and_results_to_an_output() {
    assertThat(options("--to"))
        .hasSizeGreaterThan(4)
        .allMatch(to -> to.required() && to.paramLabel().equals("TARGET"));
    assertThat(options("--output"))
        .hasSizeGreaterThan(4)
        .allMatch(output -> output.shortestName().equals("-o"));
    assertThat(options())
        .noneMatch(option -> option.longestName().matches("--(out|report|dir|directory|target)"));
  }

  @Test
  void a_command_that_reads_a_source_has_all_options_of_one() {
    List<String> missing = new ArrayList<>();
    int sources = 0;
    for (CommandSpec command : commands()) {
      boolean reads =
          command.positionalParameters().stream()
              .map(ArgSpec::paramLabel)
              .anyMatch("SOURCE"::equals);
      for (String name : List.of("--config", "--plugins", "--from", "--until")) {
        sources += reads ? 1 : 0;
        if (reads && command.findOption(name) == null) {
          missing.add(words(command) + " " + name);
        }
      }
    }
    assertThat(sources).isGreaterThan(50);
    assertThat(missing).containsExactlyInAnyOrderElementsOf(WITHOUT.keySet());
  }

  @Test
  void the_help_of_each_command_begins_with_synopsis_and_examples() {
    for (CommandSpec command : commands()) {
      String words = words(command);
      String help = command.commandLine().getUsageMessage();
      int example = help.indexOf(System.lineSeparator() + "  sluice " + words);
      assertThat(help).startsWith("Usage: sluice " + words);
      assertThat(example).as(words).isPositive();
      assertThat(help.indexOf("  -")).as(words).isGreaterThan(example);
      assertThat(HelpExamples.all(words)).as(words).isNotEmpty();
    }
  }

  @Test
  void examples_name_commands_and_options_that_exist() {
    List<String> all = HelpExamples.all(null);

    assertThat(all).hasSizeGreaterThan(40).anyMatch(each -> each.startsWith("sluice " + module));
    all.forEach(HelpExamples::parse);
  }

  @Test
  void a_wrong_word_is_answered_in_one_line_with_the_nearest_one() {
    for (CommandSpec command : commands()) {
      String words = words(command);
      String answer = "; see 'sluice help " + words + "'\n";
      assertThat(errors(words + " --debugg"))
          .isEqualTo("sluice: unknown option '--debugg', did you mean '--debug'?" + answer);
      if (!command.subcommands().isEmpty()) {
        String nearest = command.subcommands().keySet().iterator().next();
        assertThat(errors(words + " " + nearest + "t"))
            .isEqualTo(
                "sluice: unknown command '%st', did you mean '%s'?%s"
                    .formatted(nearest, nearest, answer));
      }
    }
  }

  private static String errors(String words) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    OutputStream nowhere = OutputStream.nullOutputStream();
    assertThat(Main.run(new Terminal(nowhere, errors, false), words.split(" ")))
        .isEqualTo(ExitCode.USAGE);
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Names whose options differ, with each form and the commands that have it. */
  private static Map<String, Map<String, List<String>>> different(
      Function<OptionSpec, String> form, List<String> names) {
    Map<String, Map<String, List<String>>> forms = new TreeMap<>();
    for (CommandSpec command : commands()) {
      for (OptionSpec option : command.options()) {
        String name = option.longestName();
        if (names == null || names.contains(name)) {
          String where = words(command) + " " + name;
          Map<String, List<String>> known = forms.computeIfAbsent(name, n -> new TreeMap<>());
          if (!OF_THEIR_OWN.containsKey(where)) {
            known.computeIfAbsent(form.apply(option), f -> new ArrayList<>()).add(where);
          }
        }
      }
    }
    assertThat(forms.keySet()).containsAll(names == null ? SHARED : names);
    forms.values().removeIf(known -> known.size() < 2);
    return forms;
  }

  /** What its value is. */
  private static String kind(OptionSpec option) {
    Class<?> type = option.isMultiValue() ? option.auxiliaryTypes()[0] : option.type();
    if (type.isEnum()) {
      return "choice";
    }
    boolean whole = Set.of(int.class, long.class, Integer.class, Long.class).contains(type);
    boolean fraction = Set.of(double.class, Double.class).contains(type);
    return whole ? "whole" : fraction ? "fraction" : type.getSimpleName();
  }

  private static List<OptionSpec> options(String name) {
    return options().stream().filter(option -> option.longestName().equals(name)).toList();
  }

  private static List<OptionSpec> options() {
    return commands().stream()
        .flatMap(command -> command.options().stream())
        .filter(option -> !option.hidden())
        .toList();
  }

  private static List<CommandSpec> commands() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true);
    List<CommandSpec> all = new ArrayList<>();
    add(Main.commands(new Terminal(nowhere, nowhere, false)), all);
    // What stands for a command of another module has no grammar of its own.
    all.removeIf(command -> command.userObject() instanceof UnbuiltCommand);
    return all;
  }

  private static void add(CommandLine group, List<CommandSpec> all) {
    for (CommandLine command : group.getSubcommands().values()) {
      all.add(command.getCommandSpec());
      add(command, all);
    }
  }

  /** What is typed behind {@code sluice}. */
  private static String words(CommandSpec command) {
    return command.qualifiedName(" ").replaceFirst("sluice ", "");
  }
}
