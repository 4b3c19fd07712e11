package dev.sluice.tools.tune;

/**
 * What a setting does, predicted or measured.
 *
 * @param p50Nanos delay of a record from emit until the reader hands its chunk out, median
 * @param p99Nanos its 99th percentile
 * @param bytes bytes that the sink gets for a record
 * @param cpuNanos processor time of collector, raw writer and raw reader for a record
 * @param messages chunks that the sink gets in a second, of all producers
 */
record Answer(
    Setting setting,
    double p50Nanos,
    double p99Nanos,
    double bytes,
    double cpuNanos,
    double messages) {

  double of(Measure measure) {
    return switch (measure) {
      case P50 -> p50Nanos;
      case P99 -> p99Nanos;
      case BYTES -> bytes;
      case CPU -> cpuNanos;
      case MESSAGES -> messages;
    };
  }
}
