package dev.sluice.rawreaders.file;

import dev.sluice.api.platform.Disk;
import dev.sluice.support.segment.SegmentReader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** The one file that is open, and its reader; a file that is not regular is read once. */
final class OpenFile {
  /**
   * Number of bytes without a chunk after which a stream is rejected, because it contains none and
   * may have no end.
   */
  private static final long HOPELESS_BYTES = 64L << 20;

  private final SegmentReader reader;
  private TailedFile file;

  OpenFile(Disk disk) {
    this.reader = new SegmentReader(disk);
  }

  TailedFile file() {
    return file;
  }

  /** Opens a file instead of the current one; returns false if it does not exist any more. */
  boolean select(TailedFile selected) throws IOException {
    if (selected == file && reader.position() == selected.offset) {
      return true;
    }
    file = null;
    refuseSecondReading(selected);
    try {
      reader.open(selected.path, selected.partition, selected.offset);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new IOException("cannot read " + e.getMessage(), e);
    }
    selected.isBegun = true;
    file = selected;
    return true;
  }

  private static void refuseSecondReading(TailedFile selected) throws IOException {
    if (selected.isStream && selected.isBegun) {
      throw new IOException(
          selected.path + " is no regular file: what was read of it cannot be read again");
    }
  }

  /** Delivers chunks until the counter is full. */
  void deliver(PollCounter counter, boolean last) throws IOException {
    try {
      boolean more = true;
      while (more && !counter.isFull()) {
        giveUpEndless();
        more = readOn(counter) || (last ? reader.end(counter) : goOn(counter));
      }
      file.done = last && !more;
    } finally {
      file.offset = reader.position();
      if (file.done) {
        close();
      }
    }
  }

  private void giveUpEndless() throws IOException {
    long undecided = reader.readPosition() - reader.position();
    if (file.isStream && undecided > HOPELESS_BYTES) {
      throw new IOException(
          file.path
              + " is no regular file, and the "
              + (undecided >> 20)
              + " MiB from byte "
              + reader.position()
              + " on hold no chunk");
    }
  }

  private boolean readOn(PollCounter counter) throws IOException {
    try {
      return reader.next(counter, Long.MAX_VALUE);
    } catch (IOException e) {
      throw new IOException("cannot read " + file.path + ": " + e.getMessage(), e);
    }
  }

  /** Continues at the end of a file that may grow. */
  private boolean goOn(PollCounter counter) {
    if (reader.flush(counter)) {
      return true;
    }
    file.reachedEnd(reader.readPosition());
    return false;
  }

  /** Goes back to the position from which the file is to be read again. */
  void rewind() throws IOException {
    if (file == null || file.isStream) {
      close();
    } else {
      reader.seek(file.offset);
    }
  }

  void close() {
    file = null;
    reader.close();
  }
}
