package dev.sluice.api.platform;

/** A task that runs once. */
final class OneTurn implements Task {
  private final Runnable work;
  private final Signal signal = new Signal();
  private boolean begun;

  OneTurn(Runnable work) {
    this.work = work;
  }

  @Override
  public long turn() {
    if (!begun) { // the handler may throw, and then the worker comes again
      begun = true;
      try {
        work.run();
      } catch (Throwable e) {
        Thread own = Thread.currentThread();
        own.getUncaughtExceptionHandler().uncaughtException(own, e);
      }
    }
    return END;
  }

  @Override
  public boolean isAwake() {
    return false;
  }

  @Override
  public Signal signal() {
    return signal;
  }
}
