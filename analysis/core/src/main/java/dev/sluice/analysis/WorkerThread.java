package dev.sluice.analysis;

import dev.sluice.api.chunk.Accounting;
import org.jctools.queues.SpscArrayQueue;

/**
 * Takes chunks and batches from its queue to its worker, until its end or until all are stopped.
 */
final class WorkerThread<R> extends Thread {
  private static final int QUEUE = 128;

  private final int number;
  private final ParallelWorkers<R> all;
  private final StageWorker<R> worker;
  private final SpscArrayQueue<Object> queue = new SpscArrayQueue<>(QUEUE);
  private volatile boolean ended;
  private R result;

  WorkerThread(int number, ParallelWorkers<R> all, StageWorker<R> worker) {
    super("sluice-analysis-" + number);
    this.number = number;
    this.all = all;
    this.worker = worker;
    setDaemon(true);
  }

  /** Adds an {@link Accounting} or a {@link SharedBatch}; false if there is no room now. */
  boolean offer(Object message) {
    return queue.offer(message);
  }

  /** Nothing more is offered. */
  void end() {
    ended = true;
  }

  /** What the worker made; read after the thread has ended, which makes it visible. */
  R result() {
    return result;
  }

  @Override
  public void run() {
    try {
      for (int turn = 0; !all.isStopped(); turn++) {
        // Read before the queue: all that was offered before the end is seen after it.
        boolean last = ended;
        Object message = queue.poll();
        if (message != null) {
          take(message);
          turn = 0;
        } else if (last) {
          result = worker.finish();
          return;
        } else {
          ParallelWorkers.pause(turn);
        }
      }
    } catch (Throwable e) {
      all.failed(e);
    }
  }

  private void take(Object message) {
    if (message instanceof Accounting accounting) {
      worker.chunk(accounting);
    } else {
      SharedBatch batch = (SharedBatch) message;
      int count = batch.count(number);
      worker.rows(batch, count == batch.rows() ? null : batch.rows(number), count);
      all.giveBack(batch);
    }
  }
}
