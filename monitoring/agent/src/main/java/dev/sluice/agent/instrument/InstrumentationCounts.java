package dev.sluice.agent.instrument;

import java.util.concurrent.atomic.AtomicInteger;

/** What became of the classes that were chosen. Thread-safe. */
final class InstrumentationCounts {
  private final AtomicInteger classes = new AtomicInteger();
  private final AtomicInteger methods = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final AtomicInteger leftAlone = new AtomicInteger();
  private volatile String firstFailure;

  void instrumented(int methodCount) {
    classes.incrementAndGet();
    methods.addAndGet(methodCount);
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

  /** Classes with at least one instrumented method. */
  int classes() {
    return classes.get();
  }

  /** Instrumented methods. */
  int methods() {
    return methods.get();
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
