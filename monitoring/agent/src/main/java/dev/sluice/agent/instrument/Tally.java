package dev.sluice.agent.instrument;

import java.util.concurrent.atomic.AtomicInteger;

/** What became of the classes that were chosen. Thread-safe. */
final class Tally {
  private final AtomicInteger classes = new AtomicInteger();
  private final AtomicInteger methods = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private volatile String firstFailure;

  void instrumented(int methodCount) {
    classes.incrementAndGet();
    methods.addAndGet(methodCount);
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

  /** Classes that were left alone because transforming them failed. */
  int failed() {
    return failed.get();
  }

  /** Class and cause of the first failure, or null. */
  String firstFailure() {
    return firstFailure;
  }
}
