package dev.sluice.tools.tune;

import org.HdrHistogram.Histogram;

/**
 * Predicted effect of a setting on a recording, computed on a virtual clock.
 *
 * @param records records that went through; of a sampled recording those of the sample
 * @param chunks chunks that they were sealed into, those without records included
 * @param bursts times at which chunks are handed over; those that are less than 1 ms apart count as
 *     one
 * @param bytes bytes of these chunks, headers included
 * @param delay nanoseconds that records spent in the process, from their arrival to the moment at
 *     which the sealed chunk is handed to the raw writer; of a long sample every n-th record
 * @param worked records that were drained, encoded and sealed: also those that do not count
 * @param workNanos processor time of that
 * @param messagesPerSecond chunks a second of recorded time
 */
record Prediction(
    Setting setting,
    long records,
    long chunks,
    long bursts,
    long bytes,
    Histogram delay,
    long worked,
    long workNanos,
    double messagesPerSecond) {
  /** Returns this prediction with that of another producer added. */
  Prediction plus(Prediction other) {
    delay.add(other.delay);
    return new Prediction(
        setting,
        records + other.records,
        chunks + other.chunks,
        bursts + other.bursts,
        bytes + other.bytes,
        delay,
        worked + other.worked,
        workNanos + other.workNanos,
        messagesPerSecond + other.messagesPerSecond);
  }

  /** Serializer and compression. */
  String encoding() {
    return setting.serializer() + " " + setting.compression();
  }

  double encodeNanosPerRecord() {
    return (double) workNanos / Math.max(1, worked);
  }

  double bytesPerRecord() {
    return (double) bytes / records;
  }

  double recordsPerChunk() {
    return (double) records / chunks;
  }

  double burstBytes() {
    return (double) bytes / bursts;
  }

  /** Returns a quantile of the delay in nanoseconds, as 0.99. */
  double delayNanos(double quantile) {
    return delay.getValueAtPercentile(100 * quantile);
  }
}
