package dev.sluice.rawreaders.file;

import dev.sluice.api.binding.ChunkScanner;
import dev.sluice.api.chunk.ChunkLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;

/**
 * The one file that is open, and the scanner over it. A {@link RandomAccessFile}, because an
 * interrupt closes a {@code FileChannel}.
 */
final class OpenFile {
  private final ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
  private TailedFile file;
  private RandomAccessFile input;

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
      input = new RandomAccessFile(selected.path.toFile(), "r");
      input.seek(selected.offset);
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

  /** Hands over what there is until the tally is full. */
  void handOver(Tally tally, boolean last) throws IOException {
    try {
      boolean more = true;
      while (more && !tally.isFull()) {
        more = scanner.next(tally) || fill() || (last ? end(tally) : goOn(tally));
      }
      file.done = last && !more;
    } finally {
      file.offset = scanner.position();
      if (file.done) {
        close();
      }
    }
  }

  private boolean fill() throws IOException {
    try {
      return scanner.fill(input::read) >= 0;
    } catch (IOException e) {
      throw new IOException("cannot read " + file.path + ": " + e.getMessage(), e);
    }
  }

  private boolean end(Tally tally) {
    scanner.end();
    return scanner.next(tally);
  }

  /** At the end of a file that may grow. */
  private boolean goOn(Tally tally) {
    if (scanner.flush(tally)) {
      return true;
    }
    file.reachedEnd(scanner.fillPosition(), scanner.position());
    return file.givesUpWaiting() && scanner.giveUpTorn();
  }

  /** Goes back to where the file is to be read from again. */
  void rewind() throws IOException {
    if (file != null) {
      input.seek(file.offset);
      scanner.reset(file.partition, file.offset);
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
