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
import dev.sluice.benchmarks.logging.LoggingExperiment;
import dev.sluice.benchmarks.parts.Parts;
import dev.sluice.benchmarks.rate.RefactoringExperiment;
import dev.sluice.benchmarks.requests.HttpRequestsCommand;
import dev.sluice.benchmarks.sizing.SizingExperiment;
import dev.sluice.benchmarks.spans.SpansExperiment;
import dev.sluice.benchmarks.start.AgentStartCommand;
import dev.sluice.cli.CommandProvider;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.UnbuiltCommand;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of commands that measure. */
@Command(
    name = UnbuiltCommand.BENCH,
    description = {
      UnbuiltCommand.BENCH_DESCRIPTION,
      "",
      "  sluice bench list                     what is measured, and how long it takes",
      "  sluice bench method-calls --quick     a first look",
      "  sluice bench codec -o codec           tables, JSON and a page with charts"
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n")
public final class BenchCommand implements CommandProvider, Runnable {
  @Spec private CommandSpec spec;

  @Override
  public CommandLine command(Terminal terminal) {
    CommandLine group = new CommandLine(this);
    group.addSubcommand(new ListCommand().command(terminal));
    List.of(
            new MethodCallsCommand(),
            new DepthScalingCommand(),
            new ThreadScalingCommand(),
            new TuningLadderCommand(),
            new DetectabilityCommand(),
            new CodecCommand(),
            new DensityCommand(),
            new AgentStartCommand(),
            new LoggingExperiment(),
            new HttpRequestsCommand(),
            new ComplexityCommand(),
            new RefactoringExperiment(),
            new ResourcesExperiment(),
            new TracesExperiment(),
            new FullExperiment(),
            new DistributedExperiment(),
            new ExplodeExperiment(),
            new SizingExperiment(),
            new SpansExperiment())
        .forEach(one -> group.addSubcommand(one.command(nameOf(one), terminal)));
    Parts.experiments().forEach((name, part) -> group.addSubcommand(part.command(name, terminal)));
    group.addSubcommand(new WorkerCommand());
    return group;
  }

  private static String nameOf(Experiment experiment) {
    return experiment.getClass().getAnnotation(Command.class).name();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }
}
