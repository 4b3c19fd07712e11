package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.oracle.HelpExamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ParameterException;

/**
 * Runs commands that documents show, and parses those that need a broker, a program or what other
 * commands of the page leave. Of modules of their own ({@link UnbuiltCommand}) it sees nothing.
 */
@Tag("one-jdk")
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..");

  /** At the begin of a line of code, after a prompt, or as a step of a workflow. */
  private static final Pattern SHOWN =
      Pattern.compile(
          "^(?: {2,}|\\$ | *run: )?(?:\\./)?(sluice (?:[^\\n]*\\\\\\n)*[^\\n]*)",
          Pattern.MULTILINE);

  /** What tells of the command, or is the shell's. */
  private static final Pattern END = Pattern.compile(" {2,}.*| +(#|[|]+ |<|> ).*");

  /** What reads the recordings of {@link HelpExamples}, ends by itself and writes nothing here. */
  private static final Pattern COMPLETE =
      Pattern.compile(
          "sluice (verify|cat|analyze|findings|top|trace|compare|export)"
              + " (records|yesterday)(?!.* (--id|--sarif|-- ))( .*)?");

  @TempDir private Path directory;

  @Test
  void commands_of_documents_are_understood_and_run_if_they_can() throws IOException {
    HelpExamples examples = new HelpExamples(directory);
    List<String> faults = new ArrayList<>();
    int run = 0;
    Set<String> shown = shown();
    for (String command : shown) {
      try {
        if (COMPLETE.matcher(command).matches()) {
          run++;
          int code = examples.run(command);
          // Conditions on requests of a shop, which the recording has none of.
          boolean isToFail = command.contains("--fail-on");
          if (code != ExitCode.OK && !isToFail || code == ExitCode.USAGE) {
            faults.add(command + ": " + code + ", " + examples.errors());
          }
        } else {
          HelpExamples.parse(command);
        }
      } catch (ParameterException e) {
        faults.add(command + ": " + e.getMessage());
      }
    }
    assertThat(faults).isEmpty();
    assertThat(shown).hasSizeGreaterThan(60).contains("sluice trace records --slowest 3");
    assertThat(run).isGreaterThan(15);
  }

  /** All commands of pages but that of the commands, whose examples are run from the help. */
  private static Set<String> shown() throws IOException {
    String unbuilt = String.join("|", UnbuiltCommand.DESCRIPTIONS.keySet());
    Set<String> shown = new LinkedHashSet<>();
    for (Path page : pages()) {
      Matcher command = SHOWN.matcher(Files.readString(page));
      while (command.find()) {
        String text = command.group(1).replaceAll("\\\\\\n *", "");
        shown.add(END.matcher(text).replaceFirst("").strip());
      }
    }
    shown.removeIf(command -> command.matches("sluice (" + unbuilt + ")( .*)?"));
    return shown;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      return Stream.concat(root, docs)
          .filter(file -> file.toString().endsWith(".md") && !file.endsWith("commands.md"))
          .sorted()
          .collect(Collectors.toList());
    }
  }
}
