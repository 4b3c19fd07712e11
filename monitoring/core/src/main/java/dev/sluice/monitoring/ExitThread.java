package dev.sluice.monitoring;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A shutdown hook that knows when all other hooks have ended. The JVM starts all hooks, one after
 * the other and on one thread, and then joins them in the same order. So hooks that were started
 * before this one have ended as soon as that thread waits for this one; and those that are started
 * later are the threads that appear between our own start and the first join.
 */
final class ExitThread extends Thread {
  static final String NAME = "sluice-exit";

  private static final String OURS = "sluice-";

  /**
   * Name of the JVM's thread that replaces the main thread after {@code main} has returned. It may
   * appear while hooks are started, and lives as long as the JVM.
   */
  private static final String AFTER_MAIN = "DestroyJavaVM";

  private static final long FIRST_PAUSE_NANOS = 500_000;
  private static final long MAX_PAUSE_NANOS = 10_000_000;

  /** Thread that starts the hooks and joins them; null if it is not known. */
  private Thread starter;

  private Set<Thread> before;
  private Set<Thread> later;

  ExitThread(Runnable work) {
    super(work, NAME);
  }

  // What is written here happens before run() and all that it starts.
  @Override
  public void start() {
    try {
      before = alive();
      starter = Thread.currentThread();
    } catch (Throwable e) {
      // A security manager, perhaps. The JVM's end must not fail for that.
      starter = null;
    }
    super.start();
  }

  private static Set<Thread> alive() {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) {
      top = top.getParent();
    }
    Thread[] threads = new Thread[0];
    int count = 0;
    while (count == threads.length) {
      threads = new Thread[2 * top.activeCount() + 16];
      count = top.enumerate(threads, true);
    }
    Set<Thread> alive = Collections.newSetFromMap(new IdentityHashMap<>());
    alive.addAll(Arrays.asList(threads).subList(0, count));
    return alive;
  }

  /**
   * Waits until all other hooks have ended; hooks of this class, which wait themselves, do not
   * count. Called by the hook or by threads that it has started.
   *
   * @return whether they have ended; false after {@code atMost}
   */
  boolean awaitOthers(Duration atMost) {
    long start = System.nanoTime();
    long pause = FIRST_PAUSE_NANOS;
    while (!areOthersDone()) {
      if (atMost.minusNanos(System.nanoTime() - start).isNegative()) {
        return false;
      }
      LockSupport.parkNanos(this, pause);
      Thread.interrupted(); // else there would be no pause any more
      pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
    }
    return true;
  }

  private synchronized boolean areOthersDone() {
    if (starter == null) {
      return true;
    }
    if (starter.getState() != State.WAITING) {
      return false; // It is starting hooks, or moving on to join the next.
    }
    if (later == null) {
      later = alive();
      later.removeAll(before);
    }
    later.removeIf(thread -> !thread.isAlive() || isNoHook(thread));
    if (!later.isEmpty()) {
      return false;
    }
    // To join is to wait on the joined thread's monitor. If it is this one's, which we hold, the
    // notification makes the waiter compete for it; then it finds us alive and waits again.
    notifyAll();
    return starter.getState() == State.BLOCKED;
  }

  /**
   * Returns whether a thread is certainly no shutdown hook: a thread of this library, of the JVM (a
   * handler of a second signal, for instance, or the thread after {@code main}), or a worker of a
   * pool.
   */
  private static boolean isNoHook(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    String name = thread.getName();
    if (group == null
        || group.getParent() == null
        || name.startsWith(OURS)
        || name.equals(AFTER_MAIN)) {
      return true;
    }
    StackTraceElement[] stack = thread.getStackTrace();
    return Arrays.stream(stack)
        .anyMatch(
            frame -> frame.getClassName().equals("java.util.concurrent.ThreadPoolExecutor$Worker"));
  }
}
