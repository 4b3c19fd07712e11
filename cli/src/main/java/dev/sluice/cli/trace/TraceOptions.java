package dev.sluice.cli.trace;

import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.api.config.Key;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How traces are put back together, the same for all commands that do so. */
public final class TraceOptions {
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
        "Close a trace as incomplete after this long without a record, in",
        "record time (default: ${DEFAULT-VALUE})."
      })
  private String timeout = FIVE_MINUTES;

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
}
