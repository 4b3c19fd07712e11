package dev.sluice.rawreaders.file;

import dev.sluice.api.platform.Disk;
import dev.sluice.support.segment.SegmentName;
import java.io.IOException;
import java.nio.file.Path;

/** Progress in a file that is read. It has no open file and no buffer, so there may be many. */
final class TailedFile {
  final Path path;
  final String partition;

  /** Whether the file is a pipe or a device, which is read once, from its start to its end. */
  final boolean isStream;

  /** Whether a stream was opened, so that its first bytes are gone. */
  boolean isBegun;

  /** The segment of the same producer before this one, which is read first, or null. */
  TailedFile previous;

  /** Whether the producer has begun a later segment, so that nothing is added to this file. */
  boolean superseded;

  /** Whether everything was delivered and nothing comes any more. */
  boolean done;

  /** Position of the first byte that was not delivered. */
  long offset;

  private long acknowledged;
  private long sizeAtEnd = -1;

  TailedFile(Path path, String partition, boolean isStream) {
    this.path = path;
    this.partition = partition;
    this.isStream = isStream;
  }

  /** Returns whether this file is the next segment of the other file's producer. */
  boolean follows(TailedFile other) {
    return other != null && producer() != null && producer().equals(other.producer());
  }

  private String producer() {
    return SegmentName.parse(path.getFileName().toString())
        .map(name -> path.resolveSibling(Long.toHexString(name.producerId())).toString())
        .orElse(null);
  }

  /** Notes that all bytes of the file were read; {@code size} is their number. */
  void reachedEnd(long size) {
    sizeAtEnd = size;
  }

  /**
   * Returns whether the file may have new bytes; if it shrank, it was replaced and is read from its
   * start.
   *
   * @throws IOException if it is not there any more
   */
  boolean changed(Disk disk) throws IOException {
    long size = disk.entry(path).bytes();
    if (size < sizeAtEnd) {
      offset = 0;
      acknowledged = 0;
    }
    return size != sizeAtEnd;
  }

  void acknowledge() {
    acknowledged = offset;
  }

  void rewind() {
    offset = acknowledged;
    sizeAtEnd = -1;
    done = false;
  }
}
