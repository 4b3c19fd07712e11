package dev.sluice.tools.report;

import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.streams.Audit;
import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/**
 * The traces of a source.
 *
 * @param from what was read
 * @param traces what came of the traces
 * @param audit of the source
 * @param damages of the source
 */
public record TraceReading<L>(
    SourceSpec from, TraceStage.Result<L> traces, Audit audit, DamageList damages) {
  private static final Duration POLL = Duration.ofMillis(500);

  /**
   * Reads a source to its end.
   *
   * @param listeners makes what gets the traces
   * @param merge makes one of two of them
   * @param notices receives the number of records that were read
   * @throws dev.sluice.tools.ToolException if it holds no chunk
   */
  public static <L extends TraceListener> TraceReading<L> of(
      SourceSpec from,
      TraceLimits limits,
      Supplier<L> listeners,
      BinaryOperator<L> merge,
      Notices notices)
      throws IOException {
    DamageList damages = new DamageList();
    TraceStage<L> stage = new TraceStage<>(limits, listeners, merge);
    try (StageRun<TraceStage.Result<L>> run =
        StageRun.open(stage, from.builder().damageListener(damages), 1)) {
      from.readAll(run::exhausted, () -> run.poll(POLL), notices);
      return new TraceReading<>(from, run.finish(), from.checked(run.audit(), damages), damages);
    } finally {
      notices.clear();
    }
  }
}
