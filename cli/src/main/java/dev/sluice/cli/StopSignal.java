package dev.sluice.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C, or a request to end the process, for a command that ends in order: it finishes what it
 * has begun before the JVM goes, within some seconds, or acts in the hook alone. {@link #isStopped}
 * may be called by any thread, the rest is for the command's.
 */
public final class StopSignal implements AutoCloseable {
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook;
  private volatile boolean stopped;

  /**
   * From now on.
   *
   * @param wakeup ends what the command waits in, or does what is left; called by another thread
   * @param seconds how long the JVM waits for {@link #close}; 0 for not at all
   */
  public StopSignal(Runnable wakeup, int seconds) {
    hook = new Thread(() -> stop(wakeup, seconds), "sluice-stop");
    Runtime.getRuntime().addShutdownHook(hook);
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

  /** Whether the command is to end. */
  public boolean isStopped() {
    return stopped || Thread.currentThread().isInterrupted();
  }

  /** The command has told all. */
  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // it runs
    }
  }
}
