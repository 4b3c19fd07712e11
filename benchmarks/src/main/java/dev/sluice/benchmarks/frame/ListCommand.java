package dev.sluice.benchmarks.frame;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Table;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Tells which experiments there are. */
@Command(
    name = "list",
    description = {
      "List all experiments: what, which paper, how long --quick and --full take.",
      "",
      "  sluice bench list"
    })
public final class ListCommand extends TerminalCommand {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintStream out = terminal.printer();
    Table table = new Table("experiment", "measures", "rebuilds", ">--quick", ">--full");
    for (Experiment experiment : of(spec.commandLine().getParent())) {
      About about = experiment.about();
      table.row(
          experiment.name(),
          about.what(),
          about.rebuilds(),
          planned(experiment, true),
          planned(experiment, false));
    }
    table.print(out, "");
    return ExitCode.OK;
  }

  private static String planned(Experiment experiment, boolean quick)
      throws IOException, InterruptedException {
    try {
      return TimeLeft.duration(experiment.plannedSeconds(quick));
    } catch (ToolException e) {
      return "-";
    }
  }

  /** The experiments of the group. */
  static List<Experiment> of(CommandLine group) {
    return group.getSubcommands().values().stream()
        .map(CommandLine::getCommand)
        .filter(Experiment.class::isInstance)
        .map(Experiment.class::cast)
        .toList();
  }
}
