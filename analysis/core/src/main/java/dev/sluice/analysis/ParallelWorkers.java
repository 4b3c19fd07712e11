package dev.sluice.analysis;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.MpmcArrayQueue;

/**
 * A stage in several threads. The thread that reads copies each batch once and gives it to those
 * workers that have rows of it; chunks go to all workers. What is between them is bounded: a fixed
 * number of batches, which come back when all workers have read them, and queues of fixed length.
 * Where workers are behind, the reading thread waits.
 */
final class ParallelWorkers<R> implements StageRun.Workers<R> {
  /** Most threads. */
  static final int MOST = 64;

  private static final int BATCHES_EACH = 6;
  private static final int SPINS = 100;
  private static final int YIELDS = 20;
  private static final long MAX_PARK_NANOS = 500_000;

  private final Stage<R> stage;
  private final WantedTypes wanted;
  private final List<WorkerThread<R>> threads = new ArrayList<>();
  private final MpmcArrayQueue<SharedBatch> free;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Runnable wakeup;
  private final long[] keys = new long[ColumnCursor.MAX_ROWS];
  private final int[] workerOf = new int[ColumnCursor.MAX_ROWS];
  private volatile boolean stopped;

  /** Starts {@code workers} threads; {@code wakeup} is run when one of them failed. */
  ParallelWorkers(Stage<R> stage, int workers, Runnable wakeup) {
    this.stage = stage;
    this.wakeup = wakeup;
    this.wanted = new WantedTypes(stage.fields());
    int batches = BATCHES_EACH * workers;
    this.free = new MpmcArrayQueue<>(batches);
    for (int i = 0; i < batches; i++) {
      free.add(new SharedBatch(workers));
    }
    for (int i = 0; i < workers; i++) {
      threads.add(new WorkerThread<>(i, this, stage.newWorker()));
    }
    threads.forEach(Thread::start);
  }

  @Override
  public void chunk(Accounting accounting) {
    threads.forEach(thread -> give(thread, accounting));
  }

  @Override
  public void batch(ColumnBatch batch, long producer) {
    if (wanted.fields(batch.type()).length == 0) {
      return;
    }
    stage.keys(batch, keys);
    int workers = threads.size();
    long salt = producer * 0x9E3779B97F4A7C15L;
    for (int row = 0; row < batch.rows(); row++) {
      long hash = (keys[row] ^ salt) * 0xD6E8FEB86659FD93L;
      workerOf[row] = (int) ((hash >>> 32) * workers >>> 32);
    }
    SharedBatch copy = free.poll();
    for (int turn = 0; copy == null; turn++) {
      await(turn);
      copy = free.poll();
    }
    copy.fill(batch, wanted, workerOf);
    for (int i = 0; i < workers; i++) {
      if (copy.count(i) > 0) {
        give(threads.get(i), copy);
      }
    }
  }

  private void give(WorkerThread<R> thread, Object message) {
    for (int turn = 0; !thread.offer(message); turn++) {
      await(turn);
    }
  }

  private void await(int turn) {
    check();
    pause(turn);
    if (Thread.currentThread().isInterrupted()) {
      stop();
      check();
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

  void giveBack(SharedBatch batch) {
    if (batch.release()) {
      free.add(batch);
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
    if (stopped) {
      throw new CancellationException("the run was cancelled");
    }
  }

  @Override
  public R finish() {
    threads.forEach(WorkerThread::end);
    for (WorkerThread<R> thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          stop();
          Thread.currentThread().interrupt();
          close();
        }
      }
    }
    check();
    return threads.stream().map(WorkerThread::result).reduce(stage::merge).orElseThrow();
  }

  @Override
  public void stop() {
    stopped = true;
  }

  /** Waits for the threads, however often the waiting thread is interrupted. */
  @Override
  public void close() {
    stop();
    boolean interrupted = false;
    for (WorkerThread<R> thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
