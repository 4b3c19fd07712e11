package dev.sluice.streams;

import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Worker;
import dev.sluice.support.Decoders;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * Threads that decode chunks and deliver their records. All chunks of a producer go to one thread,
 * which takes them in their order. The first failure of any task ends all tasks: those that still
 * wait are left out. Methods are for the thread that polls; what it did before it handed a task
 * over is seen by the task (its queue), and what tasks did is seen after {@link #await} and {@link
 * #cancel} (their latch).
 */
final class DecodeThreads implements AutoCloseable {
  /** Maximum number of tasks that wait for a worker, each with the bytes of a chunk. */
  private static final int WAITING = 4;

  private static final Runnable END = () -> {};

  private final Platform platform;
  private final List<Lane> lanes = new ArrayList<>();

  /** Reason why no task is run any more; null while tasks are run. */
  private volatile Throwable failure;

  /** Work on one chunk. */
  @FunctionalInterface
  interface Task {
    void run(Decoders decoders);
  }

  DecodeThreads(int count, Supplier<Decoders> decoders, Platform platform) {
    this.platform = platform;
    for (int i = 0; i < count; i++) {
      lanes.add(new Lane(decoders.get()));
    }
  }

  /** A worker, from its first task on, and its waiting tasks. */
  private final class Lane {
    final BlockingQueue<Runnable> waiting = new ArrayBlockingQueue<>(WAITING);
    final Decoders decoders;
    Worker worker;

    Lane(Decoders decoders) {
      this.decoders = decoders;
    }

    private void run() {
      Runnable next;
      do {
        next = take();
        next.run();
      } while (next != END);
    }

    private Runnable take() {
      while (true) {
        try {
          return waiting.take();
        } catch (InterruptedException e) {
          // It was for the task before; the thread ends with END alone.
        }
      }
    }

    void interrupt() {
      if (worker != null) {
        worker.interrupt();
      }
    }

    void run(Task task) {
      if (failure == null) {
        try {
          task.run(decoders);
        } catch (Throwable e) {
          fail(e);
        }
      }
    }
  }

  private synchronized void fail(Throwable e) {
    if (failure == null) {
      failure = e;
    }
  }

  /**
   * Adds a task, which runs after those of the same producer; waits while too many are before it.
   * Throws what any task has thrown.
   */
  void submit(long producerId, Task task) {
    Lane lane = lanes.get(Math.floorMod(Long.hashCode(producerId), lanes.size()));
    put(lane, () -> lane.run(task));
    throwFailure();
  }

  /** Waits until all tasks are done, and throws what any of them has thrown. */
  void await() {
    finish();
    throwFailure();
  }

  /** Leaves out the waiting tasks, and forgets their failure when none runs any more. */
  void cancel() {
    fail(new IllegalStateException("cancelled"));
    finish();
    failure = null;
  }

  private void finish() {
    CountDownLatch done = new CountDownLatch(lanes.size());
    for (Lane lane : lanes) {
      put(lane, done::countDown);
    }
    uninterrupted(
        () -> {
          done.await();
          return true;
        });
  }

  private void put(Lane lane, Runnable task) {
    if (lane.worker == null) {
      lane.worker = platform.run("sluice-records-" + (lanes.indexOf(lane) + 1), lane::run);
    }
    uninterrupted(
        () -> {
          lane.waiting.put(task);
          return true;
        });
  }

  private interface Waiting {
    boolean end() throws InterruptedException;
  }

  /**
   * Waits without an exception on an interrupt: the interrupt ends the tasks, which are interrupted
   * as well, and with them the wait.
   */
  private void uninterrupted(Waiting waiting) {
    boolean interrupted = false;
    boolean done = false;
    while (!done) {
      try {
        done = waiting.end();
      } catch (InterruptedException e) {
        interrupted = true;
        fail(new StoppedException(new InterruptedIOException("interrupted while records wait")));
        lanes.forEach(Lane::interrupt);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void throwFailure() {
    if (failure != null) {
      DecodeThreads.<RuntimeException>throwUnchanged(failure);
    }
  }

  @SuppressWarnings("unchecked") // a consumer's exception comes out as it is
  private static <T extends Throwable> void throwUnchanged(Throwable e) throws T {
    throw (T) e;
  }

  /** Ends the threads after their tasks. */
  @Override
  public void close() {
    for (Lane lane : lanes) {
      if (lane.worker != null && lane.worker.isAlive()) {
        put(lane, END);
      }
    }
  }
}
