package dev.sluice.cli.tune;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.cli.CliException;
import dev.sluice.cli.DamageList;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Figures;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.SinkParameter;
import dev.sluice.cli.Source;
import dev.sluice.cli.SourceParameter;
import dev.sluice.cli.StopSignal;
import dev.sluice.cli.TerminalCommand;
import dev.sluice.cli.Verdict;
import dev.sluice.streams.Audit;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Emits recorded records once more. */
@Command(
    name = "replay",
    description = "Emit the records of a source once more, at their own pace, into a sink.",
    footer = {
      "",
      "Each producer of the source becomes one of the sink, with its name and",
      "attributes; chunks are made anew, as the sink's options say:",
      "  sluice replay records --sink 'kafka://broker:9092/test?chunk.records=256'",
      "Instants stay what they are, to some microseconds. Where the sink is too",
      "slow the replay waits, unless the sink's options name another policy.",
      "",
      "Exit code: 0 all was sent; 1 records were lost, or a region of the source is",
      "damaged; 2 wrong usage, an unreachable source, or a sink that takes nothing."
    })
public final class ReplayCommand extends TerminalCommand {
  private static final String MAX = "max";

  private static final Duration CLOSE = Duration.ofSeconds(30);
  private static final Duration CLOSE_AFTER_FAILURE = Duration.ofSeconds(1);

  /** From here on the pace was not kept. */
  private static final long LATE_NANOS = 100_000_000;

  private Progress progress;
  private final Map<Long, Replayer> producers = new LinkedHashMap<>();
  private final DamageList damages = new DamageList();
  @Mixin private SourceParameter source;
  @Mixin private Since since;
  @Mixin private SinkParameter sink;

  @Option(
      names = "--speed",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "How many times as fast as recorded, as 0.5 or 10; max does not wait",
        "between records (default: 1)."
      })
  private String speed;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Records a second of all producers, in place of the recorded pace.")
  private Double rate;

  private ReplayClock pace;
  private Source from;

  @Override
  public Integer call() throws IOException {
    if (sink.uri() == null) {
      throw new CliException("where to? name the sink: --sink URI");
    }
    sink.endpoint();
    double times = speed();
    if (rate != null && !(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
      throw new CliException("--rate must be a number of records above 0, was " + rate);
    }
    progress = new Progress(terminal);
    from = source.open(false, since, terminal);
    pace = new ReplayClock(times, rate == null ? 0 : rate);
    // On Ctrl-C what was emitted is still sent and told.
    StopSignal stop = new StopSignal(pace::end, (int) CLOSE.toSeconds());
    try {
      Audit audit = readAll();
      for (Replayer producer : producers.values()) {
        producer.finish();
      }
      return conclude(audit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException("interrupted", e);
    } finally {
      pace.end();
      progress.clear();
      producers.values().forEach(producer -> producer.close(CLOSE_AFTER_FAILURE));
      stop.close();
    }
  }

  /** The audit of what was read; null if the pace was ended before. */
  private Audit readAll() throws IOException {
    try {
      return from.readAll((cursor, chunk) -> {}, this::chunk, damages);
    } catch (EndedException e) {
      return null;
    }
  }

  private static final class EndedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private double speed() {
    try {
      double number = speed.equals(MAX) ? Double.POSITIVE_INFINITY : Double.parseDouble(speed);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new CliException("--speed must be a number above 0 or max, was '" + speed + "'");
  }

  private void chunk(Chunk chunk) {
    if (chunk.header().recordCount() == 0) {
      return;
    }
    if (pace.isEnded()) {
      throw new EndedException();
    }
    if (producers.isEmpty() && pace.needsTimes()) {
      begin(chunk);
    }
    try {
      producers
          .computeIfAbsent(
              chunk.accounting().producerId(), id -> new Replayer(chunk, sink.uri(), pace))
          .put(chunk);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException("interrupted", e);
    }
    long emitted = producers.values().stream().mapToLong(Replayer::emitted).sum();
    progress.update(
        "replayed "
            + Figures.count(emitted, "record")
            + " in "
            + Figures.nanos(pace.elapsedNanos()));
  }

  private void begin(Chunk first) {
    if (!first.accounting().hasTime()) {
      throw new CliException(
          "the records of "
              + from
              + " have no time that says when they came; say how fast, as --rate 10000, or --speed"
              + " max");
    }
    pace.origin(first.accounting().firstTime() + first.accounting().clockOffset());
  }

  private int conclude(Audit audit) {
    long late = pace.latestNanos();
    long sent = 0;
    long chunks = 0;
    long bytes = 0;
    long unconfirmed = 0;
    Map<String, Long> lost = new TreeMap<>();
    for (Replayer producer : producers.values()) {
      CollectorReport report = producer.close(CLOSE);
      sent += report.acknowledged() + report.spilled();
      unconfirmed += report.unconfirmed();
      chunks += report.chunks();
      bytes += report.bytes();
      report.dropped().byLabel().forEach((cause, count) -> lost.merge(cause, count, Long::sum));
    }
    double seconds = pace.elapsedNanos() / 1e9;
    PrintStream out = terminal.printer();
    out.println(from + " to " + sink.endpoint());
    out.println(
        audit == null
            ? "  read  not all, ended early"
            : "  read  "
                + Figures.count(audit.records(), "record")
                + " in "
                + Figures.count(audit.chunks(), "chunk")
                + " of "
                + Figures.count(producers.size(), "producer"));
    out.println(
        "  sent  "
            + Figures.count(sent, "record")
            + " in "
            + Figures.count(chunks, "chunk")
            + ", "
            + Figures.bytes(bytes)
            + ", in "
            + Figures.digits(seconds)
            + " s, "
            + Figures.count(Math.round(sent / seconds))
            + " records per second");
    out.println(
        "  lost  "
            + (lost.isEmpty() ? "nothing" : Verdict.drops(DropCounts.ofLabels(lost)))
            + (unconfirmed == 0 ? "" : ", " + Figures.count(unconfirmed) + " not confirmed"));
    if (late > LATE_NANOS) {
      out.println("  pace  not kept: up to " + Figures.nanos(late) + " late");
    }
    damages.print(out, "  ");
    out.flush();
    boolean whole = audit != null && audit.damaged() == 0;
    return whole && lost.isEmpty() && unconfirmed == 0 ? ExitCode.OK : ExitCode.INCOMPLETE;
  }
}
