package dev.sluice.analysis;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.ColumnBatch;

/** A stage in the thread that reads. */
final class OneWorker<R> implements StageRun.Driver<R> {
  private final StageWorker<R> worker;
  private final WantedTypes wanted;

  OneWorker(Stage<R> stage, StageWorker<R> worker) {
    this.worker = worker;
    wanted = new WantedTypes(stage.fields());
  }

  @Override
  public void chunk(ChunkHeader header) {
    worker.header(header);
    worker.chunk(header.accounting());
  }

  @Override
  public void batch(ColumnBatch batch, Chunk chunk) {
    if (wanted.fields(batch.type()).length > 0) {
      worker.rows(batch, null, batch.rows());
    }
  }

  @Override
  public void endChunk() {
    // All is done.
  }

  @Override
  public void check() {
    // The worker throws by itself.
  }

  @Override
  public R finish() {
    return worker.finish();
  }

  @Override
  public void stop() {
    // The reading thread looks by itself.
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
