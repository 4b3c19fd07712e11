package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.support.ChunkScanner;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;

/** Takes chunks out of the one segment that is open for reading. Guarded by the spill. */
final class SegmentReader {
  private final SpillDisk disk;
  private ChunkScanner scanner;
  private Segment segment;
  private RandomAccessFile input;

  SegmentReader(SpillDisk disk) {
    this.disk = disk;
  }

  /**
   * Hands over the next chunk or damage of a segment; where the segment was read to is noted in it.
   * The chunk's bytes are those of a buffer, until the next call.
   *
   * @return false if there is none
   * @throws IOException if it cannot be read; after {@link #close} the next call begins with the
   *     same chunk
   */
  boolean next(Segment from, ChunkHandler handler) throws IOException {
    if (segment != from) {
      open(from);
    }
    boolean found = scanner.next(handler);
    while (!found && scanner.fillPosition() < from.end) {
      if (scanner.fill(this::read) <= 0) {
        throw new EOFException("it ends at byte " + scanner.fillPosition());
      }
      found = scanner.next(handler);
    }
    if (!found && from.output == null) {
      scanner.end();
      found = scanner.next(handler);
    }
    from.taken = scanner.position();
    return found;
  }

  /**
   * A chunk once more, in bytes of its own.
   *
   * @throws IOException if it cannot be read, or is not as it was
   */
  Chunk again(Taken taken) throws IOException {
    byte[] bytes = new byte[(int) (taken.end - taken.start)];
    try (RandomAccessFile file = disk.open(taken.segment.path)) {
      file.seek(taken.start);
      file.readFully(bytes);
      return ChunkLayout.parse(bytes, 0, bytes.length);
    } catch (MalformedChunkException e) {
      throw new IOException("damaged since it was read: " + e.getMessage(), e);
    }
  }

  /** Reads no further than whole chunks were written: another one may be on its way. */
  private int read(byte[] into, int from, int length) throws IOException {
    return input.read(into, from, (int) Math.min(length, segment.end - scanner.fillPosition()));
  }

  private void open(Segment from) throws IOException {
    close();
    input = disk.open(from.path);
    input.seek(from.taken);
    scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    scanner.reset(from.name(), from.taken);
    segment = from;
  }

  /** Lets go of a segment, if it is this one. */
  void leave(Segment from) {
    if (segment == from) {
      close();
    }
  }

  void close() {
    segment = null;
    scanner = null;
    if (input != null) {
      try {
        input.close();
      } catch (IOException e) {
        // it was only read
      }
      input = null;
    }
  }
}
