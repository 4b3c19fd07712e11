package dev.sluice.support.segment;

import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.DiskFile;
import dev.sluice.support.ChunkScanner;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Reader of chunks from one open file at a time. Memory is that of a {@link ChunkScanner} from
 * {@link #open} to {@link #close}. Not thread-safe.
 */
public final class SegmentReader implements Closeable {
  private final Disk disk;
  private ChunkScanner scanner;
  private DiskFile file;
  private String partition;

  /** Creates a reader without an open file. */
  public SegmentReader(Disk disk) {
    this.disk = disk;
  }

  /**
   * Opens a file instead of the one that is open.
   *
   * @param path the file; a pipe or a device can be read from byte 0 alone
   * @param name what it is called in positions
   * @param from where a chunk begins
   * @throws java.nio.file.NoSuchFileException if there is none; then none is open
   */
  public void open(Path path, String name, long from) throws IOException {
    closeFile();
    file = disk.open(path, false);
    partition = name;
    scanner = scanner == null ? new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES) : scanner;
    scanner.reset(name, 0);
    if (from > 0) {
      boolean there = false;
      try {
        seek(from);
        there = true;
      } finally {
        if (!there) {
          closeFile();
        }
      }
    }
  }

  /** Returns whether a file is open. */
  public boolean isOpen() {
    return file != null;
  }

  /** Continues at another byte of the file, where a chunk begins. */
  public void seek(long position) throws IOException {
    file.seek(position);
    scanner.reset(partition, position);
  }

  /**
   * Takes one step: delivers the next chunk or damage, or reads more. A chunk's bytes are those of
   * a buffer, until the next call. If the handler throws, the next call delivers it again.
   *
   * @param end how far whole chunks are known to be, or {@link Long#MAX_VALUE}
   * @return false if there is nothing more before the end
   * @throws EOFException if the file ends before an end that is known
   */
  public boolean next(ChunkHandler handler, long end) throws IOException {
    if (scanner.next(handler)) {
      return true;
    }
    long left = end - scanner.fillPosition();
    if (left <= 0) {
      return false;
    }
    int read =
        scanner.fill((into, from, most) -> file.read(into, from, (int) Math.min(most, left)));
    if (read < 0 && end < Long.MAX_VALUE) {
      throw new EOFException("it ends at byte " + scanner.fillPosition());
    }
    return read >= 0;
  }

  /**
   * Delivers the remaining bytes as damage, once no more bytes come.
   *
   * @return false if nothing is left
   */
  public boolean end(ChunkHandler handler) {
    scanner.end();
    return scanner.next(handler);
  }

  /**
   * Delivers the damage up to the first byte that may still begin a chunk.
   *
   * @return false if there is none
   */
  public boolean flush(ChunkHandler handler) {
    return scanner.flush(handler);
  }

  /** Returns the position of the first byte that was not delivered yet. */
  public long position() {
    return scanner.position();
  }

  /** Returns the position of the next byte to be read. */
  public long readPosition() {
    return scanner.fillPosition();
  }

  @Override
  public void close() {
    closeFile();
    scanner = null;
  }

  private void closeFile() {
    DiskFile closing = file;
    file = null;
    if (closing != null) {
      try {
        closing.close();
      } catch (IOException e) {
        // it was only read
      }
    }
  }
}
