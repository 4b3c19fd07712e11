package dev.sluice.cli.tune;

import dev.sluice.api.chunk.DropCounts;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SinkParameter;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.StopSignal;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.tools.Interruption;
import dev.sluice.tools.NoTimeException;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.SourceSpec;
import dev.sluice.tools.recordings.Verdict;
import dev.sluice.tools.tune.Replay;
import java.io.IOException;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Emits recorded records again. */
@Command(
    name = "replay",
    description = {
      "Emit the records of a source again, at their recorded pace, into a sink.",
      "",
      "  sluice replay records --sink 'kafka://broker:9092/test?chunk.records=256'"
    },
    footer = {
      "",
      "Each producer of the source becomes a producer of the sink, with the same name",
      "and attributes. Records are packed into new chunks by the sink's options, and",
      "keep their times to within some microseconds. If the sink is too slow, the",
      "replay waits, unless the sink's options set another policy.",
      "",
      "Exit code: 0 all records were sent; 1 records were lost, or a region of",
      "the source is damaged; 2 wrong usage, an unreachable source, or a sink",
      "that accepts nothing."
    })
public final class ReplayCommand extends TerminalCommand {
  private static final String MAX = "max";

  /** Lateness in nanoseconds from which the pace counts as not kept. */
  private static final long LATE_NANOS = 100_000_000;

  @Mixin private SourceParameter source;
  @Mixin private Since since;
  @Mixin private SinkParameter sink;

  @Option(
      names = "--speed",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "Speed relative to the recording, such as 0.5 or 10; max never waits",
        "between records (default: ${DEFAULT-VALUE})."
      })
  private String speed;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Records per second of all producers together (default: as recorded).")
  private Double rate;

  @Override
  public Integer call() throws IOException {
    if (sink.uri() == null) {
      throw new ToolException("no sink; give --sink URI");
    }
    sink.endpoint();
    double times = speed();
    if (rate != null && !(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new ToolException("--rate must be a number of records above 0, was " + rate);
    }
    SourceSpec from = source.open(false, since, terminal);
    Replay replay =
        new Replay(from, sink.uri(), times, rate == null ? 0 : rate, new Progress(terminal));
    // On Ctrl-C, records that were emitted are still sent and reported.
    StopSignal stop = new StopSignal(replay::end, (int) Replay.CLOSE.toSeconds());
    try {
      return conclude(from, replay.run());
    } catch (NoTimeException e) {
      String how = "; give a rate, as --rate 10000, or --speed max";
      throw new ToolException(e.getMessage() + how, e);
    } finally {
      stop.close();
    }
  }

  private double speed() {
    try {
      double number = speed.equals(MAX) ? Double.POSITIVE_INFINITY : Double.parseDouble(speed);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new ToolException("--speed must be a number above 0 or max, was '" + speed + "'");
  }

  private int conclude(SourceSpec from, Replay.Result result) {
    PrintStream out = terminal.printer();
    out.println(from + " to " + sink.endpoint());
    out.println(
        result.audit() == null
            ? "  read  only a part, stopped early"
            : "  read  %s in %s of %s"
                .formatted(
                    Figures.count(result.audit().records(), "record"),
                    Figures.count(result.audit().chunks(), "chunk"),
                    Figures.count(result.producers(), "producer")));
    Interruption.whole(Figures.count(result.sent(), "record") + " are sent to " + sink.endpoint());
    double seconds = result.nanos() / 1e9;
    out.println(
        "  sent  %s in %s, %s, in %s s, %s records per second"
            .formatted(
                Figures.count(result.sent(), "record"),
                Figures.count(result.chunks(), "chunk"),
                Figures.bytes(result.bytes()),
                Figures.digits(seconds),
                Figures.count(Math.round(result.sent() / seconds))));
    boolean none = result.lost().isEmpty();
    long unconfirmed = result.unconfirmed();
    out.println(
        "  lost  "
            + (none ? "nothing" : Verdict.drops(DropCounts.ofLabels(result.lost())))
            + (unconfirmed == 0 ? "" : ", " + Figures.count(unconfirmed) + " not confirmed"));
    if (result.lateNanos() > LATE_NANOS) {
      out.println("  pace  not kept: up to " + Figures.nanos(result.lateNanos()) + " late");
    }
    result.damages().print(out, "  ");
    return ExitCode.of(result.isWhole());
  }
}
