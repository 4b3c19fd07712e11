package dev.sluice.cli.trace;

import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.api.config.Key;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options of all commands that rebuild traces. */
public final class TraceOptions {
  private static final Duration LIVE = Duration.ofSeconds(2);

  /**
   * Heap bytes per record of open traces: these use at most an eighth of the heap at 32 bytes a
   * record.
   */
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

  /** Returns the bounds that were asked for. */
  public TraceLimits limits() {
    TraceLimits limits = fixedLimits();
    long records = Math.min(1L << 26, Runtime.getRuntime().maxMemory() / RECORD_SHARE);
    return limits.with(Math.max(limits.openRecords(), (int) records), limits.patience());
  }

  /**
   * Returns limits that do not depend on the memory of this machine, for instances that share a
   * state.
   */
  public TraceLimits fixedLimits() {
    Duration time = TIME.parse(timeout);
    return TraceLimits.DEFAULT.withTimeout(time).with(TraceLimits.DEFAULT.openRecords(), time);
  }

  /** Returns limits for a live view, which waits only briefly for a missing chunk. */
  public TraceLimits liveLimits() {
    TraceLimits limits = limits();
    return limits.with(limits.openRecords(), LIVE);
  }
}
