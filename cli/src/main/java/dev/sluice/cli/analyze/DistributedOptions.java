package dev.sluice.cli.analyze;

import dev.sluice.api.config.Key;
import dev.sluice.distributed.DistributedAnalysis;
import dev.sluice.tools.ToolException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Options of an analysis that several instances share. */
final class DistributedOptions {
  private static final String INTERVAL = "--commit-interval";
  private static final Key<Duration> TIME =
      Key.duration("interval", null, Duration.ofMillis(10), "").named(INTERVAL);

  @Option(
      names = "--distributed",
      description = {
        "Share the analysis of a topic with all instances that have the",
        "same --application-id, on any machine. Instances may start,",
        "stop or be killed at any time. The analysis continues where",
        "this id stopped before."
      })
  private boolean distributed;

  @Option(
      names = "--application-id",
      paramLabel = "ID",
      description = "Id that the instances share (default: sluice- and the topic's name).")
  private String applicationId;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = {
        "Number of parts of the work; the first instance fixes it (default: the",
        "number of partitions of the topic)."
      })
  private Integer partitions;

  @Option(
      names = INTERVAL,
      paramLabel = "TIME",
      description = "Interval between commits of state and positions (default: 100ms).")
  private String commitInterval;

  @Option(
      names = "--no-split",
      description = {
        "Analyze the partitions of the topic directly. This is faster,",
        "and correct only if each producer writes to one partition,",
        "which is the default."
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
