package dev.sluice.monitoring;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Work that runs when the JVM shuts down, unless it is unregistered before. One shutdown hook runs
 * all of it, each on a thread of its own, so that several monitors wait for the program's hooks at
 * the same time.
 */
final class ExitHook {
  private static final Set<ExitHook> REGISTERED = new LinkedHashSet<>();

  /** Thread that is registered with the JVM as long as there is work. */
  private static ExitThread thread;

  private final Consumer<ExitThread> work;

  private ExitHook(Consumer<ExitThread> work) {
    this.work = work;
  }

  /**
   * Registers work.
   *
   * @param work gets the hook that runs it, with which it can wait for the others
   */
  static ExitHook register(Consumer<ExitThread> work) {
    ExitHook hook = new ExitHook(work);
    synchronized (REGISTERED) {
      REGISTERED.add(hook);
      if (thread == null) {
        thread = new ExitThread(ExitHook::runAll);
        try {
          Runtime.getRuntime().addShutdownHook(thread);
        } catch (IllegalStateException e) {
          // The JVM is shutting down already: a monitor that is opened now is not closed
          // automatically.
        }
      }
    }
    return hook;
  }

  void unregister() {
    synchronized (REGISTERED) {
      if (REGISTERED.remove(this) && REGISTERED.isEmpty()) {
        try {
          Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException e) {
          // The JVM is shutting down: the hook runs or has run, and closing twice does no harm.
        }
        thread = null;
      }
    }
  }

  private static void runAll() {
    ExitThread hook = (ExitThread) Thread.currentThread();
    List<Thread> threads = new ArrayList<>();
    synchronized (REGISTERED) {
      REGISTERED.forEach(
          each ->
              threads.add(new Thread(() -> each.work.accept(hook), ExitThread.NAME + "-monitor")));
    }
    threads.forEach(Thread::start);
    for (Thread each : threads) {
      try {
        each.join();
      } catch (InterruptedException e) {
        return; // Nothing in this JVM should interrupt this thread; let the JVM end.
      }
    }
  }
}
