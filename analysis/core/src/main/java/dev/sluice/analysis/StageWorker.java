package dev.sluice.analysis;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.ColumnBatch;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The state of a {@link Stage} for some keys of each producer. For one thread. Whatever it throws
 * ends the run and comes out where the run is driven.
 *
 * @param <R> the part of the result
 */
public interface StageWorker<R> {
  /**
   * A chunk was delivered; its rows come next, unless none of them is for this worker. Each worker
   * is told of each chunk, in the order of the stream: from the sequences follows what is missing,
   * from the totals what was dropped and why, from the times how far the stream has come, and
   * whether the producer ended.
   */
  void chunk(Accounting accounting);

  /**
   * Takes the header of the chunk that {@link #chunk} is told of next; of several workers one does.
   */
  default void header(ChunkHeader header) {}

  /**
   * Takes rows of the last chunk.
   *
   * @param batch valid during the call only
   * @param rows the rows, ascending; null for all rows of the batch
   * @param count how many of {@code rows}; those of the batch if {@code rows} is null
   */
  void rows(ColumnBatch batch, int[] rows, int count);

  /**
   * The source has ended, and all workers have their rows: the result of what came. Nothing is
   * called afterwards. By the thread that drives the run, when the worker's own has ended.
   */
  R finish();

  /**
   * Writes the state, so that a new worker of the same stage that {@linkplain #read reads} it goes
   * on as this one would, in another process or later. Called between chunks; this worker goes on
   * unchanged. A distributed run needs it; by default it is refused.
   *
   * @throws IOException what {@code out} throws
   */
  default void write(DataOutput out) throws IOException {
    throw new UnsupportedOperationException(getClass().getName() + " cannot write its state");
  }

  /**
   * Reads what {@link #write} wrote. Called on a new worker, before anything else.
   *
   * @throws IOException if it is not the state of such a worker; the message tells why. The worker
   *     must not be used then
   */
  default void read(DataInput in) throws IOException {
    throw new UnsupportedOperationException(getClass().getName() + " cannot read its state");
  }
}
