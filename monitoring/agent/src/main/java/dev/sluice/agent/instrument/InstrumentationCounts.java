package dev.sluice.agent.instrument;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts of the chosen classes and methods by the result of their transformation. Thread-safe. */
final class InstrumentationCounts {
  /** Number of methods of classes that were loaded before the agent. */
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

  /** Counts methods that were chosen but into which the probe does not fit. */
  void leftAlone(int methodCount) {
    leftAlone.addAndGet(methodCount);
  }

  void failed(String className, Throwable cause) {
    if (failed.getAndIncrement() == 0) {
      firstFailure = className + ": " + cause;
    }
  }

  /**
   * Counts a loaded class that stays unchanged; a class that cannot be linked is not counted,
   * because it executes nothing.
   */
  void failed(Class<?> type, Throwable cause) {
    loaded.remove(type);
    if (!String.valueOf(cause.getMessage()).endsWith("invalid class")) {
      failed(type.getName(), cause);
    }
  }

  /** Returns the number of classes with at least one instrumented method. */
  int classes() {
    return classes.get() + loaded.size();
  }

  /** Returns the number of instrumented methods. */
  int methods() {
    synchronized (loaded) {
      return methods.get() + loaded.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /** Returns the number of methods that were left unchanged. */
  int leftAlone() {
    return leftAlone.get();
  }

  /** Returns the number of classes that were left unchanged because transforming them failed. */
  int failed() {
    return failed.get();
  }

  /** Returns the class and the cause of the first failure, or null. */
  String firstFailure() {
    return firstFailure;
  }
}
