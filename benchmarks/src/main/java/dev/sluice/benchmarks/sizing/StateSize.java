package dev.sluice.benchmarks.sizing;

import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.analysis.traces.TraceStage;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.benchmarks.rate.Executions;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.support.Decoders;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.tools.tune.ImmediateWriter;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;

/** How many bytes a worker writes of its traces and statistics. For one thread. */
final class StateSize {
  private static final int CALLS_OF_EACH = 200;
  private static final long STEP_NANOS = 10_000;
  private static final int MILLISECOND = 1_000_000;
  private static final long SEED = 20_261_123;

  private final StageWorker<TraceStage.Result<OperationStatistics>> worker;
  private final Decoders decoders;

  private StateSize(TraceStage<OperationStatistics> stage) {
    this.worker = stage.newWorker();
    this.decoders = new Decoders(DecodeLimits.FORMAT, stage.fields());
  }

  /**
   * The state after 200 calls of each operation, of up to a millisecond, and traces of which nine
   * of ten executions came.
   */
  static int of(int operations, int openTraces) throws IOException {
    return new StateSize(
            new TraceStage<>(
                TraceLimits.DEFAULT, OperationStatistics::new, OperationStatistics::merged))
        .fill(operations, openTraces);
  }

  private int fill(int operations, int openTraces) throws IOException {
    VirtualPlatform platform = new VirtualPlatform(0, SEED);
    ChunkingCollector collector =
        ChunkingCollector.builder(new ImmediateWriter(this::add), new BinarySerializer())
            .platform(platform)
            .build();
    OperationExecutionWriter writer = OperationExecutionWriter.create(collector.rows());
    Symbol host = collector.rows().symbol(Executions.HOST);
    Symbol[] signatures = new Symbol[operations];
    for (int i = 0; i < operations; i++) {
      signatures[i] = collector.rows().symbol(Executions.SIGNATURE + i);
    }
    Random random = new Random(SEED);
    long trace = 0;
    for (; trace < (long) operations * CALLS_OF_EACH; trace++) {
      platform.advanceTo(trace * STEP_NANOS);
      long begin = trace * STEP_NANOS;
      long end = begin + random.nextInt(MILLISECOND);
      Symbol operation = signatures[(int) (trace % operations)];
      writer.emit(operation, null, trace, begin, end, host, 0, 0, false);
    }
    for (long last = trace + openTraces; trace < last; trace++) {
      platform.advanceTo(trace * STEP_NANOS);
      for (int order = Executions.DEPTH - 1; order > 0; order--) {
        long begin = trace * STEP_NANOS + order;
        writer.emit(signatures[0], null, trace, begin, begin + order, host, order, order, false);
      }
    }
    collector.close(Duration.ofHours(1));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    worker.write(new DataOutputStream(bytes));
    return bytes.size();
  }

  private void add(Chunk chunk) {
    worker.chunk(chunk.accounting());
    try {
      ColumnCursor cursor = decoders.columns(chunk);
      while (cursor.next()) {
        worker.rows(cursor.batch(), null, cursor.batch().rows());
      }
    } catch (MalformedChunkException e) {
      throw new IllegalStateException(e);
    }
  }
}
