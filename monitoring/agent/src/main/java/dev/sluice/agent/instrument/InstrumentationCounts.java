package dev.sluice.agent.instrument;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What became of the classes that were chosen. Thread-safe. */
final class InstrumentationCounts {
  /** Methods of classes that were loaded before. */
  private final Map<Class<?>, Integer> loaded = Collections.synchronizedMap(new WeakHashMap<>());

  private final AtomicInteger classes = new AtomicInteger();
  private final AtomicInteger methods = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final AtomicInteger leftAlone = new AtomicInteger();
  private volatile String firstFailure;

  /**
   * Counts a class and its methods.
   *
   * @param type null if the class is being defined; one that was loaded before counts once, however
   *     often it is transformed
   */
  void instrumented(Class<?> type, int methodCount) {
    if (type == null) {
      classes.incrementAndGet();
      methods.addAndGet(methodCount);
    } else {
      loaded.merge(type, methodCount, Math::max);
    }
  }

  /** So many methods were chosen but are written in a way that the probe does not fit into. */
  void leftAlone(int methodCount) {
    leftAlone.addAndGet(methodCount);
  }

  void failed(String className, Throwable cause) {
    if (failed.getAndIncrement() == 0) {
      firstFailure = className + ": " + cause;
    }
  }

  /**
   * A loaded class stays as it is; one that cannot be linked executes nothing, so it counts not.
   */
  void failed(Class<?> type, Throwable cause) {
    loaded.remove(type);
    if (!String.valueOf(cause.getMessage()).endsWith("invalid class")) {
      failed(type.getName(), cause);
    }
  }

  /** Classes with at least one instrumented method. */
  int classes() {
    return classes.get() + loaded.size();
  }

  /** Instrumented methods. */
  int methods() {
    synchronized (loaded) {
      return methods.get() + loaded.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /** Methods that were left alone. */
  int leftAlone() {
    return leftAlone.get();
  }

  /** Classes that were left alone because transforming them failed. */
  int failed() {
    return failed.get();
  }

  /** Class and cause of the first failure, or null. */
  String firstFailure() {
    return firstFailure;
  }
}
