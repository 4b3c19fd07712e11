package dev.sluice.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the help of a command. */
@Command(name = "help", description = "Print the help of a command.")
final class HelpCommand implements Runnable {
  @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command.")
  private String command;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    CommandLine root = spec.commandLine().getParent();
    CommandLine of = command == null ? root : root.getSubcommands().get(command);
    if (of == null) {
      throw new CliException(Words.unknown("command", command, root.getSubcommands().keySet()));
    }
    of.usage(root.getOut());
  }
}
