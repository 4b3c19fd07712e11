package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkScanner;
import java.io.IOException;

/** Takes chunks out of the one segment that is open for reading. Guarded by the spill. */
final class SegmentReader {
  private final SpillDisk disk;
  private ChunkScanner scanner;
  private Segment segment;
  private SpillDisk.Input input;

  SegmentReader(SpillDisk disk) {
    this.disk = disk;
  }

  /**
   * Hands over the next chunk or damage of a segment; where the segment was read to is noted in it.
   *
   * @return false if there is none
   * @throws IOException if it cannot be read; the next call begins with the same chunk
   */
  boolean next(Segment from, ChunkHandler handler) throws IOException {
    select(from);
    boolean found = scanner.next(handler);
    while (!found && scanner.fillPosition() < from.end) {
      fill(from);
      found = scanner.next(handler);
    }
    if (!found && from.output == null) {
      scanner.end();
      found = scanner.next(handler);
    }
    from.taken = scanner.position();
    return found;
  }

  private void fill(Segment from) throws IOException {
    try {
      if (scanner.fill(this::read) <= 0) {
        throw new IOException("it ends at byte " + scanner.fillPosition());
      }
    } catch (IOException e) {
      close();
      throw new IOException("cannot read " + from.path + ": " + e.getMessage(), e);
    }
  }

  /** Reads no further than whole chunks were written: another one may be on its way. */
  private int read(byte[] into, int from, int length) throws IOException {
    return input.read(into, from, (int) Math.min(length, segment.end - scanner.fillPosition()));
  }

  private void select(Segment from) throws IOException {
    if (segment == from) {
      return;
    }
    close();
    input = disk.open(from.path, from.taken);
    scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    scanner.reset(from.path.getFileName().toString(), from.taken);
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
