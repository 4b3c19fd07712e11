package dev.sluice.tools.report;

import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.api.config.Endpoint;
import dev.sluice.distributed.DistributedAnalysis;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.DamageList;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The share of one instance in a report of a topic that several make together, here or on other
 * machines. For one thread, but for {@link #close}.
 */
public final class DistributedReport implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(200);

  private final Endpoint topic;
  private final DistributedAnalysis<ReportStage.Result> analysis;

  /** Receiver of the progress. */
  public interface Listener {
    /**
     * Comes several times a second.
     *
     * @param done the part of the topic that all instances have analysed, from 0 to 1
     * @param records that this one analysed
     */
    void progress(double done, long records);
  }

  /**
   * Starts an instance.
   *
   * @param traces ids of those that are shown beside the slowest
   * @param options sets what is not to be as by default
   */
  public DistributedReport(
      Endpoint topic,
      Set<Long> traces,
      TraceLimits limits,
      Consumer<DistributedAnalysis.Builder<?>> options)
      throws IOException {
    this.topic = topic;
    var builder = DistributedAnalysis.builder(new ReportStage(traces, limits), topic);
    options.accept(builder.name("analyze"));
    analysis = builder.start();
  }

  /** Takes part until all is analysed that was in the topic at the start. */
  public void run(Listener listener) throws IOException {
    try {
      while (!analysis.awaitEnd(LOOK)) {
        listener.progress(analysis.progress(), analysis.figures().records());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolException("interrupted", e);
    }
  }

  /**
   * Returns what all instances have found; of no chunk, if the topic holds none that can be read.
   *
   * @param keepWarmUp whether the requests of a warm-up count in the figures
   */
  public Report report(boolean keepWarmUp) throws IOException {
    DistributedAnalysis.Result<ReportStage.Result> result = analysis.result();
    return new Report(
        topic.toString(), result.value(), result.audit(), new DamageList(), keepWarmUp);
  }

  /** Leaves the group immediately, so that other instances need not wait for a timeout. */
  @Override
  public void close() {
    analysis.close();
  }
}
