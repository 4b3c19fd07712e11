package dev.sluice.analysis;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.streams.ColumnReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A stage in several threads, of which the one that reads is the first: it decodes each chunk,
 * works on its own rows, and gives the encoded chunk and the numbers of their rows to those workers
 * that have some, which decode it once more. Each worker is told of each chunk. Their queues are
 * bounded; where workers are behind, the reading thread waits.
 */
final class ParallelWorkers<R> implements StageRun.Driver<R> {
  /** Most threads. */
  static final int MOST = 64;

  /**
   * Of the keys, each worker has that many parts, and the first one less for each worker: to read,
   * and to decode chunks without rows of its own, takes it a sixth of the time that rebuilding the
   * traces of all rows takes (measured with statistics of operations).
   */
  private static final int PARTS = 7;

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
  private static final long SALT = 0xD6E8FEB86659FD93L;
  private static final int SPINS = 100;
  private static final int YIELDS = 20;
  private static final long MAX_PARK_NANOS = 500_000;

  private final Stage<R> stage;
  private final WantedTypes wanted;
  private final StageWorker<R> first;
  private final List<WorkerThread<R>> others = new ArrayList<>();
  private final List<RowRuns> runs = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Runnable wakeup;
  private final long[] keys = new long[ColumnCursor.MAX_ROWS];
  private final int[] rows = new int[ColumnCursor.MAX_ROWS];
  private final int partsOfFirst;
  private final int parts;
  private volatile boolean stopped;

  /** The chunk that is being handed over; null between chunks. */
  private Accounting accounting;

  /** A copy of it, if any other worker has rows of it. */
  private Chunk copy;

  private int batches;

  /**
   * Starts {@code workers} - 1 threads.
   *
   * @param readers makes what a thread decodes chunks with
   * @param wakeup is run when one of them failed
   */
  ParallelWorkers(Stage<R> stage, int workers, Supplier<ColumnReader> readers, Runnable wakeup) {
    this.stage = stage;
    this.wakeup = wakeup;
    this.wanted = new WantedTypes(stage.fields());
    this.partsOfFirst = Math.max(0, PARTS - workers);
    this.parts = partsOfFirst + (workers - 1) * PARTS;
    this.first = stage.newWorker();
    for (int i = 1; i < workers; i++) {
      others.add(new WorkerThread<>(i, this, stage, readers.get()));
      runs.add(new RowRuns());
    }
    others.forEach(Thread::start);
  }

  @Override
  public void chunk(ChunkHeader next) {
    endChunk();
    accounting = next.accounting();
    first.header(next);
    first.chunk(accounting);
  }

  @Override
  public void batch(ColumnBatch batch, Chunk chunk) {
    int index = batches++;
    if (wanted.fields(batch.type()).length == 0) {
      return;
    }
    stage.keys(batch, keys);
    int count = split(batch.rows(), accounting.producerId() * SALT, index);
    if (count < batch.rows() && copy == null) {
      copy = chunk.copy();
    }
    if (count > 0) {
      first.rows(batch, count == batch.rows() ? null : rows, count);
    }
  }

  /** Divides rows by their keys; the result is how many the first worker has. */
  private int split(int all, long salt, int batch) {
    int count = 0;
    for (int from = 0, to = 1; from < all; from = to++) {
      // Mostly a row has the key of the row before.
      while (to < all && keys[to] == keys[from]) {
        to++;
      }
      int worker = workerOf(keys[from] + salt);
      if (worker > 0) {
        runs.get(worker - 1).add(batch, from, to);
      } else {
        for (int row = from; row < to; row++) {
          rows[count++] = row;
        }
      }
    }
    return count;
  }

  /** Keys that follow each other are spread evenly (Knuth, TAOCP 3, 6.4, theorem S). */
  private int workerOf(long key) {
    long hash = key * GOLDEN_RATIO >>> 32;
    int part = (int) (hash * parts >>> 32);
    return part < partsOfFirst ? 0 : 1 + (part - partsOfFirst) / PARTS;
  }

  @Override
  public void endChunk() {
    if (accounting == null) {
      return;
    }
    for (int i = 0; i < runs.size(); i++) {
      boolean none = runs.get(i).isEmpty();
      give(
          others.get(i),
          new WorkerThread.Share(accounting, none ? null : copy, runs.get(i).take()));
    }
    accounting = null;
    copy = null;
    batches = 0;
  }

  private void give(WorkerThread<R> thread, WorkerThread.Share share) {
    for (int turn = 0; !thread.offer(share); turn++) {
      check();
      pause(turn);
      if (Thread.currentThread().isInterrupted()) {
        stop();
        check();
      }
    }
  }

  /** Waits a little, the longer the more often it was in vain. */
  static void pause(int turn) {
    if (turn < SPINS) {
      Thread.onSpinWait();
    } else if (turn < SPINS + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(Math.min(MAX_PARK_NANOS, (turn - SPINS - YIELDS + 1) * 20_000L));
    }
  }

  void failed(Throwable thrown) {
    failure.compareAndSet(null, thrown);
    stopped = true;
    wakeup.run();
  }

  boolean isStopped() {
    return stopped;
  }

  @Override
  public void check() {
    Throwable thrown = failure.get();
    if (thrown instanceof RuntimeException exception) {
      throw exception;
    }
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown != null) {
      throw new IllegalStateException(thrown);
    }
    if (stopped) {
      throw new CancellationException("the run was cancelled");
    }
  }

  @Override
  public R finish() {
    others.forEach(WorkerThread::end);
    await();
    check();
    // What workers of a stage have in common is known when the last of them has all its rows.
    R result = first.finish();
    for (WorkerThread<R> thread : others) {
      result = stage.merge(result, thread.worker().finish());
    }
    return result;
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public void close() {
    stop();
    await();
  }

  /** Waits for the threads, which an interrupt stops. */
  private void await() {
    boolean interrupted = false;
    for (WorkerThread<R> thread : others) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          stop();
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
