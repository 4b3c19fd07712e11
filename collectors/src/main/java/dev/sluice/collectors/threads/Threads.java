package dev.sluice.collectors.threads;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * Functions of threads that {@code Thread} has only since JDK 21, or under other names. Any thread.
 */
public final class Threads {
  private static final MethodHandle IS_VIRTUAL = isVirtualOrNull();

  private static final long REFUSED_NANOS = 10_000_000;

  private Threads() {}

  private static MethodHandle isVirtualOrNull() {
    try {
      return MethodHandles.lookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  /**
   * Stops all running threads for an instant, those that carry virtual threads included: what each
   * wrote before it stopped is visible to the caller, what the caller wrote before is visible to
   * each afterwards, as if each had a full fence there. The memory model knows no such thing; it is
   * how Java machines look for deadlocks of monitors (a safepoint of the whole program in HotSpot's
   * 17 and 25), which is why this looks for them. Compiled code stops where it polls, never between
   * neighbouring reads and writes. No stack is walked: 1 ms with 2000 threads, however deep; the
   * first time in a program that has not loaded {@code java.management} 20 to 40 ms.
   */
  public static void fenceAllThreads() {
    try {
      ManagementFactory.getThreadMXBean().findMonitorDeadlockedThreads();
    } catch (RuntimeException | Error e) {
      // Refused, or a runtime without it: no java.management, or a native image, which throws an
      // error of its own. Not exact then, but a processor does not hold back its stores for so
      // long.
      LockSupport.parkNanos(REFUSED_NANOS);
    }
  }

  /** Returns whether a thread is virtual; false on a JDK without virtual threads. */
  public static boolean isVirtual(Thread thread) {
    try {
      return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
    } catch (Throwable e) {
      // A stack overflow on the way. A shared stripe serves every thread.
      return true;
    }
  }
}
