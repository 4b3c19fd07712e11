package dev.sluice.agent.instrument;

import java.util.function.Consumer;

/**
 * Delay of work that uses the platform's management or logging until the application had the time
 * to configure them: a second after its {@code main} began.
 */
final class ApplicationStart {
  private static final long POLL_MILLIS = 100;
  private static final long GRACE_MILLIS = 1_000;

  private ApplicationStart() {}

  /**
   * Returns a starter that runs work later, on a thread of its own; without delay if the
   * application runs already.
   *
   * @param main the thread that will execute {@code main}, or null if the application runs already
   */
  static Consumer<Runnable> of(Thread main) {
    return work ->
        OwnThreads.create(
                "sluice-start-later",
                () -> {
                  if (main == null || await(main)) {
                    work.run();
                  }
                })
            .start();
  }

  private static boolean await(Thread main) {
    try {
      while (main.isAlive() && !isInMain(main.getStackTrace())) {
        Thread.sleep(POLL_MILLIS);
      }
      Thread.sleep(GRACE_MILLIS);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /**
   * Returns whether a stack is within {@code main}, below which there is only native code of the
   * launcher.
   */
  private static boolean isInMain(StackTraceElement[] stack) {
    if (stack.length == 0) {
      return false;
    }
    StackTraceElement first = stack[stack.length - 1];
    return first.getMethodName().equals("main") && !first.getClassName().startsWith("sun.");
  }
}
