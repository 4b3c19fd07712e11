package dev.sluice.monitoring;

/** Work to be done when the JVM shuts down, unless it is taken back before. */
final class ExitHook {
  private final Thread thread;

  private ExitHook(Thread thread) {
    this.thread = thread;
  }

  static ExitHook register(Runnable work) {
    ExitHook hook = new ExitHook(new Thread(work, "sluice-exit"));
    try {
      Runtime.getRuntime().addShutdownHook(hook.thread);
    } catch (IllegalStateException e) {
      // The JVM is shutting down already: whoever opens a monitor now has to close it.
    }
    return hook;
  }

  void unregister() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      // The JVM is shutting down: the hook runs or has run, and closing twice does no harm.
    }
  }
}
