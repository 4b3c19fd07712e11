package dev.sluice.rawreaders.file;

import dev.sluice.api.platform.Disk;
import dev.sluice.support.segment.SegmentReader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** The one file that is open, and how it is read: what is no regular file is read once. */
final class OpenFile {
  /** A stream in which {@code HOPELESS_BYTES} are no chunk holds none, and may have no end. */
  private static final long HOPELESS_BYTES = 64L << 20;

  private final SegmentReader reader;
  private TailedFile file;

  OpenFile(Disk disk) {
    this.reader = new SegmentReader(disk);
  }

  TailedFile file() {
    return file;
  }

  /** Makes a file the open one; false if it is not there any more. */
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

  /** Hands over what there is until the counter is full. */
  void handOver(PollCounter counter, boolean last) throws IOException {
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

  /** At the end of a file that may grow. */
  private boolean goOn(PollCounter counter) {
    if (reader.flush(counter)) {
      return true;
    }
    file.reachedEnd(reader.readPosition());
    return false;
  }

  /** Goes back to where the file is to be read from again. */
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
