package dev.sluice.docs;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Holds {@code docs/commands.md} to the help of the commands. */
@Tag("one-jdk")
class CommandsPageTest {
  private static final int WIDTH = 100;
  private static final String INTRODUCTION =
      """
      # Commands

      All commands and options, for people who use the command line: the output of `./sluice help` and `./sluice help
      COMMAND`. A distribution also has manual pages, as in `man sluice-trace`. `./sluice help source` explains what a
      SOURCE can be. For `./sluice sql` see [SQL](sql.md), for `./sluice bench` see [Figures](figures.md).

      This page is generated from the code; a test fails if it is out of date.

      ## sluice

      """;

  @Test
  void page_shows_the_help_of_every_command() throws IOException {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    CommandLine sluice = Main.commands(new Terminal(nowhere, nowhere, false));
    sluice.setUsageHelpWidth(WIDTH);
    StringBuilder page = new StringBuilder(INTRODUCTION).append(block(sluice));
    sluice
        .getSubcommands()
        .forEach(
            (name, command) ->
                page.append("\n## ").append(name).append("\n\n").append(block(command)));
    GeneratedPage.check("commands.md", page.toString());
  }

  private static String block(CommandLine command) {
    String help = command.getUsageMessage(CommandLine.Help.Ansi.OFF).replaceAll(" *\\R", "\n");
    return "```text\n" + help.strip() + "\n```\n";
  }
}
