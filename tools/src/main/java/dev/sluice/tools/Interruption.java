package dev.sluice.tools;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Cleanup of started work when the process is asked to end, for example by Ctrl-C: incomplete files
 * are removed, or cut after their last whole chunk. Nothing happens unless somebody {@linkplain
 * #end ends} it. Any thread.
 */
public final class Interruption {
  private static final int MAX_LINES = 20;
  private static final Deque<Runnable> WORKS = new ArrayDeque<>();
  private static final Deque<String> WHOLE = new ArrayDeque<>();
  private static final CountDownLatch BEGUN = new CountDownLatch(1);
  private static volatile Thread ending;

  private Interruption() {}

  /**
   * Something begins that must not stay as it is.
   *
   * @param end makes it whole or removes it, on another thread; its own can change nothing then
   * @throws CancellationException if it is too late
   */
  public static synchronized void begin(Runnable end) {
    if (isEnding() && Thread.currentThread() != ending) {
      throw new CancellationException("interrupted");
    }
    WORKS.push(end);
  }

  /**
   * Removes a task that is complete or gone. If an interruption is in progress, the task is ended.
   */
  public static synchronized void over(Runnable end) {
    if (!isEnding()) {
      WORKS.remove(end);
    }
  }

  /** Something is whole, which is a sentence; the last ones are remembered. */
  public static synchronized void whole(String what) {
    WHOLE.add(what);
    if (WHOLE.size() > MAX_LINES) {
      WHOLE.remove();
    }
  }

  /** A sentence takes the place of those that are remembered. */
  public static synchronized void summary(String what) {
    WHOLE.clear();
    WHOLE.add(what);
  }

  /** Returns whether all is being ended. */
  public static boolean isEnding() {
    return ending != null;
  }

  /** Waits a little for it, because another process was interrupted, and so this one may be. */
  public static void await() {
    try {
      BEGUN.await(2, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends what was begun, the last first. */
  public static void end() {
    ending = Thread.currentThread();
    BEGUN.countDown();
    for (Runnable work = next(); work != null; work = next()) {
      try {
        work.run();
      } catch (RuntimeException e) {
        whole("something failed: " + e);
      }
    }
  }

  private static synchronized Runnable next() {
    return WORKS.poll();
  }

  /** Returns what is whole, in one line. */
  public static synchronized String describe() {
    return WHOLE.isEmpty() ? "nothing was written" : String.join("; ", WHOLE);
  }
}
