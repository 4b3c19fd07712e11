package dev.sluice.tools.recordings;

import dev.sluice.api.spi.RawReader;
import dev.sluice.support.ChunkFilter;
import dev.sluice.support.HandledReader;
import java.io.File;

/** Part of a file, or of the files of a directory, that was read. For one thread. */
final class ReadPart {
  private final long size;
  private long bytes;

  private ReadPart(long size) {
    this.size = size;
  }

  /** Creates the part of a file or directory of which nothing was read. */
  static ReadPart of(File path) {
    File[] files = path.listFiles(File::isFile);
    long size = path.isFile() ? path.length() : 0;
    for (int i = 0; files != null && i < files.length; i++) {
      size += files[i].length();
    }
    return new ReadPart(size);
  }

  /**
   * Returns the part that was read, from 0 to 1; NaN if the size is unknown or nothing was counted.
   */
  double done() {
    return size == 0 || bytes == 0 ? Double.NaN : Math.min(1, (double) bytes / size);
  }

  /** Returns a reader of all of it, from its beginning. */
  RawReader counted(RawReader reader) {
    bytes = 0;
    return size == 0
        ? reader
        : new HandledReader(
            reader, handler -> ChunkFilter.notifying(handler, chunk -> bytes += chunk.length()));
  }
}
