package dev.sluice.cli.oracle;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageRun;
import dev.sluice.analysis.StageWorker;
import dev.sluice.analysis.traces.TraceLimits;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.streams.RecordStream;
import dev.sluice.tools.recordings.DamageList;
import dev.sluice.tools.report.Report;
import dev.sluice.tools.report.ReportStage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A stage with a worker that is replaced at drawn moments between chunks by one that reads its
 * state, as when an instance of a distributed run takes over.
 */
record Restored<R>(Stage<R> of, Random random) implements Stage<R> {
  /** Writes the report of a source that a stage makes in this thread. */
  static void report(
      Program program, Object source, UnaryOperator<Stage<ReportStage.Result>> with, Path directory)
      throws IOException {
    TraceLimits usual = TraceLimits.DEFAULT;
    Duration timeout = program.pauses ? Duration.ofHours(99) : usual.timeout();
    TraceLimits limits =
        new TraceLimits(
            usual.openTraces(),
            usual.openRecords(),
            usual.operations(),
            usual.producers(),
            timeout,
            timeout);
    Stage<ReportStage.Result> stage = with.apply(new ReportStage(Set.of(), limits));
    try (StageRun<ReportStage.Result> run =
        StageRun.open(stage, RecordStream.builder("file:" + source), 1)) {
      while (!run.exhausted()) {
        run.poll(Duration.ofMillis(100));
      }
      new Report("source", run.finish(), run.audit(), new DamageList(), true).write(directory);
    }
  }

  @Override
  public FieldSelection fields() {
    return of.fields();
  }

  @Override
  public void keys(ColumnBatch batch, long[] keys) {
    of.keys(batch, keys);
  }

  @Override
  public R merge(R one, R other) {
    return of.merge(one, other);
  }

  @Override
  public StageWorker<R> newWorker() {
    return new StageWorker<>() {
      private StageWorker<R> worker = of.newWorker();

      @Override
      public void header(ChunkHeader header) {
        if (random.nextInt(3) == 0) {
          worker = restored(worker);
        }
        worker.header(header);
      }

      @Override
      public void chunk(Accounting accounting) {
        worker.chunk(accounting);
      }

      @Override
      public void rows(ColumnBatch batch, int[] rows, int count) {
        worker.rows(batch, rows, count);
      }

      @Override
      public R finish() {
        return restored(worker).finish();
      }
    };
  }

  private StageWorker<R> restored(StageWorker<R> from) {
    try {
      ByteArrayOutputStream state = new ByteArrayOutputStream();
      from.write(new DataOutputStream(state));
      StageWorker<R> to = of.newWorker();
      to.read(new DataInputStream(new ByteArrayInputStream(state.toByteArray())));
      return to;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
