package dev.sluice.rawreaders.file;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.support.ChunkScanner;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;

/**
 * The one file that is open, and the scanner over it. A {@link RandomAccessFile}, because an
 * interrupt closes a {@code FileChannel}; what is no regular file (a pipe, a device) is a stream
 * that is read once.
 */
final class OpenFile {
  /** A stream in which {@code HOPELESS_BYTES} are no chunk holds none, and may have no end. */
  private static final long HOPELESS_BYTES = 64L << 20;

  private final ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
  private TailedFile file;
  private Closeable input;
  private ChunkScanner.Source source;

  TailedFile file() {
    return file;
  }

  /** Makes a file the open one; false if it is not there any more. */
  boolean select(TailedFile selected) throws IOException {
    if (selected == file && scanner.position() == selected.offset) {
      return true;
    }
    close();
    try {
      open(selected);
    } catch (FileNotFoundException e) {
      if (Files.exists(selected.path)) {
        throw new IOException("cannot read " + e.getMessage(), e);
      }
      return false;
    }
    file = selected;
    scanner.reset(file.partition, file.offset);
    return true;
  }

  private void open(TailedFile selected) throws IOException {
    if (selected.isStream) {
      refuseSecondReading(selected);
      FileInputStream stream = new FileInputStream(selected.path.toFile());
      selected.isBegun = true;
      input = stream;
      source = stream::read;
    } else {
      RandomAccessFile random = new RandomAccessFile(selected.path.toFile(), "r");
      input = random;
      source = random::read;
      random.seek(selected.offset);
    }
  }

  private static void refuseSecondReading(TailedFile stream) throws IOException {
    if (stream.isBegun) {
      throw new IOException(
          stream.path + " is no regular file: what was read of it cannot be read again");
    }
  }

  /** Hands over what there is until the counter is full. */
  void handOver(PollCounter counter, boolean last) throws IOException {
    try {
      boolean more = true;
      while (more && !counter.isFull()) {
        giveUpEndless();
        more = scanner.next(counter) || fill() || (last ? end(counter) : goOn(counter));
      }
      file.done = last && !more;
    } finally {
      file.offset = scanner.position();
      if (file.done) {
        close();
      }
    }
  }

  private void giveUpEndless() throws IOException {
    long undecided = scanner.fillPosition() - scanner.position();
    if (file.isStream && undecided > HOPELESS_BYTES) {
      throw new IOException(
          file.path
              + " is no regular file, and the "
              + (undecided >> 20)
              + " MiB from byte "
              + scanner.position()
              + " on hold no chunk");
    }
  }

  private boolean fill() throws IOException {
    try {
      return scanner.fill(source) >= 0;
    } catch (IOException e) {
      throw new IOException("cannot read " + file.path + ": " + e.getMessage(), e);
    }
  }

  private boolean end(PollCounter counter) {
    scanner.end();
    return scanner.next(counter);
  }

  /** At the end of a file that may grow. */
  private boolean goOn(PollCounter counter) {
    if (scanner.flush(counter)) {
      return true;
    }
    file.reachedEnd(scanner.fillPosition());
    return false;
  }

  /** Goes back to where the file is to be read from again. */
  void rewind() throws IOException {
    if (input instanceof RandomAccessFile random) {
      random.seek(file.offset);
      scanner.reset(file.partition, file.offset);
    } else {
      close();
    }
  }

  void close() {
    if (input != null) {
      try {
        input.close();
      } catch (IOException e) {
        // it was only read
      }
    }
    input = null;
    file = null;
  }
}
