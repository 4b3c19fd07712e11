package dev.sluice.benchmarks.rate;

import dev.sluice.benchmarks.frame.Metric;

/**
 * What is measured of a {@link RateCase}; times and bytes a second are of the process that emits.
 */
final class RateMetrics {
  static final Metric CPU = new Metric("CPU", "s/s", 3);

  /** Of {@link #CPU}: by the thread that makes and emits the records. */
  static final Metric EMITTING = new Metric("CPU of the emitting thread", "s/s", 3);

  /** Of {@link #CPU}: by the threads of Kafka's client. */
  static final Metric CLIENT = new Metric("CPU of Kafka's client", "s/s", 3);

  /** Of {@link #CPU}: by the JVM's compilers. */
  static final Metric COMPILER = new Metric("CPU of the compilers", "s/s", 3);

  /** Of {@link #CPU}: by the garbage collector. */
  static final Metric COLLECTOR = new Metric("CPU of the garbage collector", "s/s", 3);

  /** What the Kafka producer sent and received, by its own figures. */
  static final Metric NETWORK = new Metric("network", "KiB/s", 1);

  /** All that went over the machine's loopback interface, with the headers of TCP and IP. */
  static final Metric LOOPBACK = new Metric("loopback", "KiB/s", 1);

  static final Metric REQUESTS = new Metric("requests", "1/s", 0);

  /** Of the records that were emitted while it was measured. */
  static final Metric RATE = new Metric("rate", "records/s", 0);

  /** From the start, warm-up included, as the three that follow. */
  static final Metric EMITTED = new Metric("emitted", "records", 0);

  static final Metric ARRIVED = new Metric("arrived", "records", 0);

  /** Bytes of the topic's log on the broker's disk, for each record that arrived. */
  static final Metric STORED = new Metric("stored by the broker", "bytes/record", 2);

  /** How the names of metrics begin that tell losses by their cause. */
  static final String LOST_BY = "lost: ";

  /** Before the measured time began. */
  static final Metric LOST_EARLY = new Metric("lost in the warm-up", "records", 0);

  private RateMetrics() {}

  static Metric lostBy(String cause) {
    return new Metric(LOST_BY + cause, "records", 0);
  }
}
