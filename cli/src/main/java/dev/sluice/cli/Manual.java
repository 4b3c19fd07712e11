package dev.sluice.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes manual pages and the completion of bash and zsh; run by the build. */
final class Manual {
  private static final String NAME = "sluice";

  private final CommandSpec command;
  private final String path;
  private final StringBuilder page = new StringBuilder();

  private Manual(CommandSpec command) {
    this.command = command;
    path = command.qualifiedName("-");
  }

  /** Writes them below the directory {@code share} that is named. */
  public static void main(String[] arguments) throws IOException {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    write(Main.commands(new Terminal(nowhere, nowhere, false)), Path.of(arguments[0]));
  }

  static void write(CommandLine commands, Path share) throws IOException {
    commands.setCommandName(NAME);
    Path completions = Files.createDirectories(share.resolve("bash-completion/completions"));
    // Bash then offers files, such as a SOURCE, where nothing else is known, as zsh does.
    String script = AutoComplete.bash(NAME, commands).replace(" && compopt +o default", "");
    Files.writeString(completions.resolve(NAME), script);
    pages(commands, Files.createDirectories(share.resolve("man/man1")));
  }

  private static void pages(CommandLine commands, Path directory) throws IOException {
    Manual manual = new Manual(commands.getCommandSpec());
    Files.writeString(directory.resolve(manual.path + ".1"), manual.text(commands.getHelp()));
    for (CommandLine below : commands.getSubcommands().values()) {
      pages(below, directory);
    }
  }

  private String text(CommandLine.Help help) {
    // Without a date: two builds of the same sources are equal.
    line(".TH", path.toUpperCase(Locale.ROOT) + " 1 \"\" Sluice Sluice");
    section("NAME");
    text(path + " - " + about(command).replaceFirst("[.].*", ""));
    section("SYNOPSIS");
    page.append(".nf\n");
    text(help.synopsis(0));
    page.append(".fi\n");
    section("DESCRIPTION");
    text(about(command));
    asIs("EXAMPLES", Stream.of(command.usageMessage().description()).dropWhile(Manual::isText));
    arguments();
    commands();
    asIs("NOTES", Stream.of(command.usageMessage().footer()));
    if (command.parent() != null) {
      section("SEE ALSO");
      line(".BR", command.parent().qualifiedName("-") + " (1)");
    }
    return page.toString();
  }

  private void arguments() {
    section("OPTIONS");
    command.positionalParameters().stream()
        .filter(argument -> !argument.hidden())
        .forEach(argument -> entry(argument.paramLabel(), argument));
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        entry(String.join(", ", option.names()) + value, option);
      }
    }
  }

  private void entry(String head, ArgSpec argument) {
    page.append(".TP\n");
    line(".B", head);
    text(String.join(" ", argument.description()));
  }

  private void commands() {
    Map<String, CommandLine> below = command.subcommands();
    if (!below.isEmpty()) {
      section("COMMANDS");
    }
    below.forEach(
        (name, one) -> {
          page.append(".TP\n");
          line(".BR", one.getCommandSpec().qualifiedName("-") + " (1)");
          text(about(one.getCommandSpec()));
        });
  }

  /** Returns what a command does, without the examples behind it. */
  private static String about(CommandSpec command) {
    return Stream.of(command.usageMessage().description())
        .takeWhile(Manual::isText)
        .collect(Collectors.joining(" "));
  }

  private static boolean isText(String line) {
    return !line.isEmpty();
  }

  /** Lines of the help as they are there. */
  private void asIs(String name, Stream<String> help) {
    List<String> lines = help.dropWhile(String::isEmpty).toList();
    if (!lines.isEmpty()) {
      section(name);
      page.append(".nf\n");
      lines.forEach(this::text);
      page.append(".fi\n");
    }
  }

  private void section(String name) {
    line(".SH", name);
  }

  private void line(String macro, String text) {
    page.append(macro).append(' ').append(escaped(text)).append('\n');
  }

  /** Lines of which none is taken for a macro. */
  private void text(String text) {
    String plain = text.replace("%n", "\n").replace("%%", "%");
    plain.lines().forEach(line -> page.append("\\&").append(escaped(line)).append('\n'));
    if (plain.isEmpty()) {
      page.append("\\&\n");
    }
  }

  /** Escapes characters that mean something to a formatter. */
  private static String escaped(String text) {
    return text.replace('⋯', '…').replace("\\", "\\e").replace("-", "\\-");
  }
}
