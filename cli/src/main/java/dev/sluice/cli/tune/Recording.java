package dev.sluice.cli.tune;

import dev.sluice.cli.Progress;
import dev.sluice.cli.Source;
import java.io.IOException;
import java.util.List;

/**
 * The records of a source in memory, as the rows that their producers emitted, each with the time
 * at which it came. Memory is bounded: of a source with more records it keeps windows of
 * consecutive records at even distances, joined to one stretch of time. Immutable.
 */
final class Recording {
  private Recording() {}

  /**
   * Reads a source to its end.
   *
   * @param rate records a second that replace the pace of the recording, or 0 for its own
   * @throws dev.sluice.cli.CliException if it holds no record, or no record has a time and {@code
   *     rate} is 0
   */
  static Recording of(Source source, double rate, Progress progress) throws IOException {
    throw new UnsupportedOperationException();
  }

  /** Made-up records of a standard type, at {@code rate} a second. */
  static Recording synthetic(String type, double rate) {
    throw new UnsupportedOperationException();
  }

  /** Records in memory, of all producers. */
  long records() {
    return 0;
  }

  /** Records that the source has. */
  long sourceRecords() {
    return 0;
  }

  /** Length of the stretch of time of the records in memory, in seconds. */
  double seconds() {
    return 0;
  }

  /** Length of the time that the source spans, in seconds. */
  double sourceSeconds() {
    return 0;
  }

  /** One for each producer; each is replayed through a collector of its own. */
  List<ProducerRows> producers() {
    return List.of();
  }

  /** What the user should know: that it is a sample, that chunks were damaged; a line each. */
  List<String> remarks() {
    return List.of();
  }

  /** Regions of the source that were damaged and are not in the recording. */
  long damaged() {
    return 0;
  }
}
