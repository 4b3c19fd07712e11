package dev.sluice.analysis;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.streams.ColumnReader;
import org.jctools.queues.SpscArrayQueue;

/**
 * Takes its parts of chunks from its queue to its worker, until its end or until all are stopped.
 */
final class WorkerThread<R> extends Thread {
  private static final int QUEUE = 128;

  /** Of the parts that wait; a single one may have more. */
  private static final long MOST_BYTES = 256 << 10;

  private final ParallelWorkers<R> all;
  private final Stage<R> stage;
  private final ColumnReader reader;
  private final SpscArrayQueue<Share> queue = new SpscArrayQueue<>(QUEUE);
  private final int[] rows = new int[ColumnCursor.MAX_ROWS];
  private long given;

  /** Bytes of the parts that it is done with; written by this thread alone. */
  private volatile long done;

  private volatile boolean ended;
  private StageWorker<R> worker;

  /**
   * What a chunk is to a worker.
   *
   * @param chunk a copy that all workers read; null if no row is for the worker
   * @param runs its rows, see {@link RowRuns}
   */
  record Share(Accounting accounting, Chunk chunk, int[] runs) {
    private static final int OVERHEAD = 256;

    long bytes() {
      return OVERHEAD + 4L * runs.length + (chunk == null ? 0 : chunk.length());
    }
  }

  WorkerThread(int number, ParallelWorkers<R> all, Stage<R> stage, ColumnReader reader) {
    super("sluice-analysis-" + number);
    this.all = all;
    this.stage = stage;
    this.reader = reader;
    setDaemon(true);
  }

  /**
   * Adds a part; false if there is no room now. The queue makes visible what was written to it
   * before.
   */
  boolean offer(Share share) {
    long waiting = given - done;
    if (waiting > 0 && waiting + share.bytes() > MOST_BYTES || !queue.offer(share)) {
      return false;
    }
    given += share.bytes();
    return true;
  }

  /** Nothing more is offered. */
  void end() {
    ended = true;
  }

  /** The worker; called after the thread has ended, which makes visible what it did. */
  StageWorker<R> worker() {
    return worker;
  }

  @Override
  public void run() {
    try {
      // Made here, for memory of this thread: where what two workers write all the time lies in one
      // line of the processors' caches, both are half as fast.
      worker = stage.newWorker();
      long bytes = 0;
      for (int turn = 0; !all.isStopped(); turn++) {
        // Read before the queue: all that was offered before the end is seen after it.
        boolean last = ended;
        Share share = queue.poll();
        if (share != null) {
          take(share);
          bytes += share.bytes();
          done = bytes;
          turn = 0;
        } else if (last) {
          return;
        } else {
          ParallelWorkers.pause(turn);
        }
      }
    } catch (Throwable e) {
      all.failed(e);
    }
  }

  private void take(Share share) throws MalformedChunkException {
    worker.chunk(share.accounting());
    if (share.chunk() == null) {
      return;
    }
    int[] runs = share.runs();
    ColumnCursor cursor = reader.open(share.chunk());
    int batch = 0;
    for (int at = 0; at < runs.length; at = RowRuns.behind(runs, at + 1)) {
      while (batch <= runs[at]) {
        if (!cursor.next()) {
          throw new IllegalStateException(share.chunk() + " has fewer batches than before");
        }
        batch++;
      }
      int count = RowRuns.rows(runs, at + 1, rows);
      worker.rows(cursor.batch(), count == cursor.batch().rows() ? null : rows, count);
    }
  }
}
