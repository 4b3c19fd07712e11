package dev.sluice.benchmarks.command;

import dev.sluice.benchmarks.analysis.DistributedExperiment;
import dev.sluice.benchmarks.analysis.ExplodeExperiment;
import dev.sluice.benchmarks.analysis.FullExperiment;
import dev.sluice.benchmarks.analysis.ResourcesExperiment;
import dev.sluice.benchmarks.analysis.TracesExperiment;
import dev.sluice.benchmarks.calls.DepthScalingCommand;
import dev.sluice.benchmarks.calls.DetectabilityCommand;
import dev.sluice.benchmarks.calls.MethodCallsCommand;
import dev.sluice.benchmarks.calls.ThreadScalingCommand;
import dev.sluice.benchmarks.codec.CodecCommand;
import dev.sluice.benchmarks.codec.DensityCommand;
import dev.sluice.benchmarks.codec.WorkerCommand;
import dev.sluice.benchmarks.complexity.ComplexityCommand;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.ListCommand;
import dev.sluice.benchmarks.ladder.TuningLadderCommand;
import dev.sluice.benchmarks.parts.Parts;
import dev.sluice.benchmarks.rate.RefactoringExperiment;
import dev.sluice.benchmarks.sizing.SizingExperiment;
import dev.sluice.benchmarks.start.AgentStartCommand;
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
      group.addSubcommand(new ListCommand(terminal));
      group.addSubcommand(new MethodCallsCommand(terminal));
      group.addSubcommand(new DepthScalingCommand(terminal));
      group.addSubcommand(new ThreadScalingCommand(terminal));
      group.addSubcommand(new TuningLadderCommand(terminal));
      group.addSubcommand(new DetectabilityCommand(terminal));
      group.addSubcommand(new CodecCommand(terminal));
      group.addSubcommand(new DensityCommand(terminal));
      group.addSubcommand(new AgentStartCommand(terminal));
      group.addSubcommand(new ComplexityCommand(terminal));
      group.addSubcommand(new RefactoringExperiment(terminal));
      group.addSubcommand(new ResourcesExperiment(terminal));
      group.addSubcommand(new TracesExperiment(terminal));
      group.addSubcommand(new FullExperiment(terminal));
      group.addSubcommand(new DistributedExperiment(terminal));
      group.addSubcommand(new ExplodeExperiment(terminal));
      group.addSubcommand(new SizingExperiment(terminal));
      Parts.experiments(terminal).forEach((name, part) -> add(group, name, part));
      group.addSubcommand(new WorkerCommand());
      return group;
    }

    /** Adds an experiment whose class has no name and no description of its own. */
    private static void add(CommandLine group, String name, Experiment experiment) {
      CommandLine line = new CommandLine(experiment);
      line.getCommandSpec().name(name).usageMessage().description(experiment.about().what());
      group.addSubcommand(line);
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }
}
