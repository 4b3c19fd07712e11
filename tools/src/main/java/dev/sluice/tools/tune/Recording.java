package dev.sluice.tools.tune;

import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.util.List;

/**
 * The records of a source in memory, as the rows that their producers emitted, each with the time
 * at which it came. Memory is bounded: of a source with more records it keeps windows of
 * consecutive records at even distances, joined to one span of time. Immutable.
 *
 * @param producers one for each producer, which is replayed through a collector of its own
 * @param epochNanos time 0 of the arrivals, in nanoseconds since the epoch
 * @param remarks what the user should know: that it is a sample, that chunks were damaged; a line
 *     each
 * @param isSteady whether they come at about the same rate from the first to the last, which is
 *     what can be tuned for
 */
public record Recording(
    List<ProducerRows> producers, long epochNanos, List<String> remarks, boolean isSteady) {
  /** What is said, behind its name, of a recording that is not steady. */
  public static final String UNSTEADY =
      " has no steady part to tune for: no third of it has at least 200 records at about the"
          + " same rate";

  /**
   * Reads a source to its end.
   *
   * @param rate records a second of all producers, in place of the pace of the recording; or 0
   * @throws dev.sluice.tools.ToolException if it holds no record, or no record has a time and
   *     {@code rate} is 0
   */
  public static Recording of(SourceSpec source, double rate, Notices progress) throws IOException {
    return new RecordingReader(source, rate, progress).read();
  }

  /**
   * Made-up records of a standard type.
   *
   * @param type one of {@link Synthetic#types()}
   * @param rate records a second; or 0 for {@value Synthetic#DEFAULT_RATE}
   */
  public static Recording synthetic(String type, double rate) {
    return Synthetic.recording(type, Synthetic.DEFAULT_RECORDS, rate);
  }

  /** Records in memory, of all producers. */
  public long records() {
    return producers.stream().mapToLong(ProducerRows::records).sum();
  }

  /** Returns these records at a rate of at least the given number of records a second. */
  Recording atLeast(double rate) {
    double factor = rate * seconds() / records();
    return factor <= 1
        ? this
        : new Recording(
            producers.stream().map(rows -> rows.faster(factor)).toList(),
            epochNanos,
            remarks,
            isSteady);
  }

  /** Time that the records in memory take: that of the producer that takes longest, in seconds. */
  double seconds() {
    return producers.stream().mapToLong(ProducerRows::nanos).max().orElse(0) / 1e9;
  }
}
