package dev.sluice.cli.trace;

import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.config.Key;
import dev.sluice.cli.DamageList;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Source;
import dev.sluice.cli.Terminal;
import dev.sluice.streams.Audit;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** How traces are put back together, the same for all commands that do so. */
public final class TraceOptions {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration LIVE = Duration.ofSeconds(2);

  /** Of the heap, a record of an open trace may have one of so many bytes: an eighth in all. */
  private static final long RECORD_SHARE = 8 * 32;

  private static final String TIMEOUT = "--timeout";
  private static final String FIVE_MINUTES = "5m";
  private static final Key<Duration> TIME =
      Key.duration("timeout", null, Duration.ofMillis(1), "").named(TIMEOUT);

  @Option(
      names = TIMEOUT,
      paramLabel = "TIME",
      defaultValue = FIVE_MINUTES,
      description = {
        "A trace without a record for so long, in the time of the records, is",
        "closed as incomplete (default: " + FIVE_MINUTES + ")."
      })
  private String timeout = FIVE_MINUTES;

  /**
   * What was read.
   *
   * @param traces what came of the traces
   * @param audit of the source
   * @param damages of the source
   */
  public record Read<L>(TraceStage.Result<L> traces, Audit audit, DamageList damages) {}

  /** The bounds that were asked for. */
  public TraceLimits limits() {
    TraceLimits limits = fixedLimits();
    long records = Math.min(1L << 26, Runtime.getRuntime().maxMemory() / RECORD_SHARE);
    return limits.with(Math.max(limits.openRecords(), (int) records), limits.patience());
  }

  /** The same without regard to the memory of this machine, for several that share a state. */
  public TraceLimits fixedLimits() {
    Duration time = TIME.parse(timeout);
    return TraceLimits.DEFAULT.withTimeout(time).with(TraceLimits.DEFAULT.openRecords(), time);
  }

  /** The same for who wants to see what came until now: a missing chunk is given up soon. */
  public TraceLimits liveLimits() {
    TraceLimits limits = limits();
    return limits.with(limits.openRecords(), LIVE);
  }

  /** Reads a source to its end and shows the progress. */
  <L extends TraceListener> Read<L> read(
      Source from, Supplier<L> listeners, BinaryOperator<L> merge, Terminal terminal)
      throws IOException {
    DamageList damages = new DamageList();
    Progress progress = new Progress(terminal);
    TraceStage<L> stage = new TraceStage<>(limits(), listeners, merge);
    try (StageRun<TraceStage.Result<L>> run =
        StageRun.open(stage, from.builder().damageListener(damages), 1)) {
      progress.readAll(run::exhausted, () -> run.poll(POLL));
      return new Read<>(run.finish(), from.checked(run.audit(), damages), damages);
    } finally {
      progress.clear();
    }
  }
}
