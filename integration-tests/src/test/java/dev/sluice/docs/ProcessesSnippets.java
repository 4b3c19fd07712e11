package dev.sluice.docs;

import dev.sluice.analysis.StageOutput;
import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.RowSink;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/** The code of {@code docs/processes.md}; {@link ProcessesPageTest} holds the two together. */
final class ProcessesSnippets {
  private ProcessesSnippets() {}

  // snippet: executions
  /** Makes operation executions of whole traces, whatever records these came from. */
  static final class Executions implements TraceListener {
    private final StageOutput next;
    private final RowSink rows;
    private final OperationExecutionWriter writer;

    Executions(StageOutput next) {
      this.next = next;
      rows = next.rows();
      writer = OperationExecutionWriter.create(rows);
    }

    @Override
    public void accept(Trace trace) {
      for (int i = 0; trace.state() == TraceState.VALID && i < trace.size(); i++) {
        writer.emit(
            rows.symbol(trace.signature(i)),
            null,
            trace.id(),
            next.nanoTime(trace.begin(i)),
            next.nanoTime(trace.end(i)),
            null,
            i,
            trace.depth(i),
            trace.failed(i));
      }
    }
  }

  // end

  static void stage(String source, String sink, Duration patience, Consumer<Object> print)
      throws IOException {
    // snippet: output
    ChunkingCollector collector = ChunkingCollector.open(Endpoint.parse(sink));
    try (StageOutput next = StageOutput.of(collector, patience);
        StageRun<TraceStage.Result<Executions>> run =
            StageRun.open(
                new TraceStage<>(
                    TraceLimits.DEFAULT, () -> new Executions(next), (one, other) -> one),
                RecordStream.builder(source).beforeAcknowledge(next),
                1)) {
      TraceStage.Result<Executions> result = run.drain();
      next.flush(); // throws if the next process has not all of it
      print.accept(result.counts().reasons() + " " + run.audit().complete());
    }
    // end
  }
}
