package dev.sluice.cli.analyze;

import dev.sluice.api.config.Key;
import dev.sluice.distributed.DistributedAnalysis;
import dev.sluice.tools.ToolException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How the work on a topic is shared with other instances. */
final class DistributedOptions {
  private static final String INTERVAL = "--commit-interval";
  private static final Key<Duration> TIME =
      Key.duration("interval", null, Duration.ofMillis(10), "").named(INTERVAL);

  @Option(
      names = "--distributed",
      description = {
        "Share the work on a topic with all instances that have the same",
        "--application-id, here or on other machines. They may be started,",
        "stopped and killed at any time. Goes on where that id was before."
      })
  private boolean distributed;

  @Option(
      names = "--application-id",
      paramLabel = "ID",
      description = "What instances have in common (default: sluice- and the topic).")
  private String applicationId;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = {
        "In how many parts the work is split; fixed by the first instance",
        "(default: those of the topic)."
      })
  private Integer partitions;

  @Option(
      names = INTERVAL,
      paramLabel = "TIME",
      description = "How often state and positions are committed (default: 100ms).")
  private String commitInterval;

  @Option(
      names = "--no-split",
      description = {
        "Analyse each partition of the topic as it is. Faster, and right if",
        "each producer writes to one partition, as it does by default."
      })
  private boolean whole;

  boolean isGiven() {
    return distributed;
  }

  /** Options that mean nothing without {@code --distributed} are refused. */
  void check() {
    boolean any = applicationId != null || partitions != null;
    if (!distributed && (any || whole || commitInterval != null)) {
      throw new ToolException(
          "--application-id, --partitions, --commit-interval and --no-split need --distributed");
    }
  }

  /**
   * Sets what was given.
   *
   * @param threads of this instance, null for one for each processor
   */
  void set(DistributedAnalysis.Builder<?> analysis, Integer threads) {
    analysis.split(!whole);
    if (applicationId != null) {
      analysis.applicationId(applicationId);
    }
    if (partitions != null) {
      analysis.partitions(partitions);
    }
    if (threads != null) {
      analysis.threads(threads);
    }
    if (commitInterval != null) {
      analysis.commitInterval(TIME.parse(commitInterval));
    }
  }
}
