package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.app.Application;
import dev.sluice.benchmarks.calls.app.MonitoredClass;
import dev.sluice.benchmarks.calls.app.WorkingClass;

/**
 * What is called.
 *
 * @param depth calls nested in one another
 * @param threads threads that call at the same time
 * @param virtual whether they are virtual
 * @param work steps of each call; 0 for MooBench's method, which does nothing but call
 */
public record Load(int depth, int threads, boolean virtual, int work) {
  /** Of platform threads. */
  public static Load of(int depth, int threads) {
    return new Load(depth, threads, false, 0);
  }

  static Load virtual(int depth, int threads) {
    return new Load(depth, threads, true, 0);
  }

  static Load working(int depth, int work) {
    return new Load(depth, 1, false, work);
  }

  /** The class of which {@code monitoredMethod} is called. */
  Class<? extends Application> monitored() {
    return work > 0 ? WorkingClass.class : MonitoredClass.class;
  }
}
