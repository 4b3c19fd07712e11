package dev.sluice.benchmarks.command;

import dev.sluice.benchmarks.calls.MethodCallsCommand;
import dev.sluice.benchmarks.codec.CodecCommand;
import dev.sluice.cli.CommandProvider;
import dev.sluice.cli.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands that measure. */
@Command(
    name = "bench",
    description = "Measure Sluice beside its peers.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n")
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Found by the {@code sluice} command. */
  public static final class Provider implements CommandProvider {
    /** For {@link java.util.ServiceLoader}. */
    public Provider() {}

    @Override
    public CommandLine command(Terminal terminal) {
      CommandLine group = new CommandLine(new BenchCommand());
      group.addSubcommand(new CodecCommand(terminal));
      group.addSubcommand(new MethodCallsCommand(terminal));
      return group;
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }
}
