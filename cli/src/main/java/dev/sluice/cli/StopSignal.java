package dev.sluice.cli;

import dev.sluice.tools.Interruption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, or a request to end the process, for a command that ends in order: it finishes what it
 * has begun before the JVM goes, within some seconds. {@link #isStopped} may be called by any
 * thread, the rest is for the command's.
 */
public final class StopSignal implements AutoCloseable {
  private final CountDownLatch over = new CountDownLatch(1);
  private final Runnable end;
  private volatile boolean stopped;

  /**
   * Creates a signal that is active from now on.
   *
   * @param wakeup ends what the command waits in, or does what is left; called by another thread
   * @param seconds how long the JVM waits for {@link #close}; 0 for not at all
   */
  public StopSignal(Runnable wakeup, int seconds) {
    this(wakeup, seconds, () -> {});
  }

  /** Creates a signal that calls {@code after} when the wait is over. */
  public StopSignal(Runnable wakeup, int seconds, Runnable after) {
    end =
        () -> {
          stop(wakeup, seconds);
          after.run();
        };
    Interruption.begin(end);
  }

  private void stop(Runnable wakeup, int seconds) {
    stopped = true;
    wakeup.run();
    try {
      over.await(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether the command is to end. */
  public boolean isStopped() {
    return stopped || Thread.currentThread().isInterrupted();
  }

  /** Ends the wait: the command has printed everything. */
  @Override
  public void close() {
    over.countDown();
    Interruption.over(end);
  }
}
