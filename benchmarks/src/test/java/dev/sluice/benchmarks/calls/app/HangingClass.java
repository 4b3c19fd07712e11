package dev.sluice.benchmarks.calls.app;

import java.util.concurrent.locks.LockSupport;

/** Does not come back. */
public final class HangingClass implements Application {
  @Override
  public long monitoredMethod(long work, int depth) {
    while (true) {
      LockSupport.park();
    }
  }
}
