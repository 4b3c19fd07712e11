package dev.sluice.cli.analyze;

import dev.sluice.analysis.Stage;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.cli.Progress;
import dev.sluice.cli.StopSignal;
import dev.sluice.cli.Terminal;
import dev.sluice.distributed.DistributedAnalysis;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How the work on a topic is shared with other instances. */
final class DistributedOptions {
  private static final Duration LOOK = Duration.ofMillis(200);
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
   * Takes part until all is analysed that was in the topic at the start.
   *
   * @param name of the analysis, kept with its state
   * @param threads of this instance, null for one for each processor
   * @param wanted whether this instance gives the result
   * @return the result, or null
   */
  <R> DistributedAnalysis.Result<R> run(
      Stage<R> stage,
      String name,
      Endpoint source,
      Integer threads,
      boolean wanted,
      Terminal terminal)
      throws IOException {
    DistributedAnalysis.Builder<R> builder =
        DistributedAnalysis.builder(stage, source).name(name).split(!whole);
    if (applicationId != null) {
      builder.applicationId(applicationId);
    }
    if (partitions != null) {
      builder.partitions(partitions);
    }
    if (threads != null) {
      builder.threads(threads);
    }
    if (commitInterval != null) {
      builder.commitInterval(TIME.parse(commitInterval));
    }
    Progress progress = new Progress(terminal);
    try (DistributedAnalysis<R> analysis = builder.start()) {
      // Leaves the group at once, so that others need not wait until this instance is missed.
      StopSignal leave = new StopSignal(analysis::close, 0);
      try {
        while (!analysis.awaitEnd(LOOK)) {
          progress.update(
              String.format(
                  "sluice: %.0f %% of the topic done by all; this instance analysed %s",
                  Math.floor(100 * analysis.progress()),
                  Figures.count(analysis.figures().records(), "record")));
        }
        return wanted ? analysis.result() : null;
      } finally {
        leave.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolException("interrupted", e);
    } finally {
      progress.clear();
    }
  }
}
