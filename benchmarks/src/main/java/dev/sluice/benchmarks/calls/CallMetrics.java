package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.frame.Metric;

/** What is measured of a {@link Subject}; times are those of an outermost call. */
public final class CallMetrics {
  /** After the warm-up. */
  public static final Metric RESPONSE = new Metric("response time", "ns", 1);

  /** Its mean in a turn as a multiple of the floor's in the same turn. */
  public static final Metric OVER_FLOOR = new Metric("mean over the floor", "", 3);

  /** The first calls of a fresh JVM. */
  static final Metric FRESH = new Metric("response time, fresh JVM", "ns", 1);

  static final Metric FRESH_OVER_FLOOR = new Metric("mean over the floor, fresh JVM", "", 3);

  /** The second half of them. */
  static final Metric LATER = new Metric("response time, fresh JVM, second half", "ns", 1);

  static final Metric LATER_OVER_FLOOR =
      new Metric("mean over the floor, fresh JVM, second half", "", 3);

  /** How finely {@link #CPU} is measured, for people. */
  static final String CPU_RESOLUTION =
      "CPU is what Linux tells of each thread, to the nanosecond once it rests and to the kernel's"
          + " tick (1 to 10 ms a turn) while it runs; on other systems the JVM's, in steps of 10 ms.";

  /** Processor time of the whole JVM for an execution, less that of the floor's. */
  public static final Metric CPU = new Metric("CPU per record", "ns", 1);

  /** Of the calling threads, for an execution. */
  public static final Metric ALLOCATED = new Metric("allocated per record", "bytes", 2);

  /** Of all threads together. */
  public static final Metric RATE = new Metric("calls per second", "", 0);

  /** Executions that were to be recorded, warm-up included. */
  public static final Metric EMITTED = new Metric("emitted", "records", 0);

  /** The mean of the calls that ended in each step of time; for one JVM. */
  static final Metric SERIES = new Metric("mean in 10 ms", "ns", 1);

  static final Metric COMPILATIONS = new Metric("methods compiled in 10 ms", "", 0);

  static final Metric COLLECTIONS = new Metric("collections in 10 ms", "", 0);

  private CallMetrics() {}
}
