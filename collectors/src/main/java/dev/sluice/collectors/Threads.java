package dev.sluice.collectors;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** What {@code Thread} can do only since JDK 21. */
final class Threads {
  private static final MethodHandle IS_VIRTUAL = isVirtualOrNull();

  private Threads() {}

  private static MethodHandle isVirtualOrNull() {
    try {
      return MethodHandles.lookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  /** Whether it is a virtual thread; false on a JDK without them. */
  static boolean isVirtual(Thread thread) {
    try {
      return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
    } catch (Throwable e) {
      // A stack overflow on the way. The shared stripe serves every thread.
      return true;
    }
  }
}
