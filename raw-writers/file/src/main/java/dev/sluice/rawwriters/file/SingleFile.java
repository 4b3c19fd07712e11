package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.ChunkScanner;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * One file that everything is appended to, by one program at a time. What a crash left at its end
 * stays: bytes are never destroyed, and readers tell of it and find the chunks behind it.
 */
final class SingleFile implements SegmentSource {
  private static final int HEADER_BYTES = 32;
  private static final ChunkHandler NOBODY =
      new ChunkHandler() {
        @Override
        public void chunk(Chunk chunk, SourcePosition position) {}

        @Override
        public void damaged(Damage damage) {}
      };

  private final FileSettings settings;
  private final SegmentFile.Opener opener;

  SingleFile(FileSettings settings, SegmentFile.Opener opener) {
    this.settings = settings;
    this.opener = opener;
  }

  @Override
  public long key(Chunk chunk) {
    return 0;
  }

  @Override
  public Segment open(Chunk first, long nowNanos) throws IOException {
    Path path = settings.path();
    settings.access().createDirectories(path.toAbsolutePath().getParent());
    try {
      settings.access().createFile(path);
    } catch (FileAlreadyExistsException e) {
      // It is appended to.
    }
    SegmentFile file = opener.open(path);
    try {
      file.lock();
      completeTornTail(path, file);
      return new Segment(path, file, nowNanos, true);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /**
   * What a crash left of a chunk at the end claims bytes that are about to be written, and a reader
   * passes over what a damaged chunk claims. So its rest is added, as zeros.
   */
  private static void completeTornTail(Path path, SegmentFile file) throws IOException {
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    scanner.reset(path.toString(), 0);
    while (file.length() > 0 && scanner.fill(file::read) >= 0) {
      passOver(scanner);
    }
    long end = scanner.fillPosition();
    long torn = scanner.position();
    if (torn < end) {
      if (scanner.awaitedBytes() == 0) {
        scanner.fill(SingleFile::zeros);
        passOver(scanner);
      }
      file.setLength(Math.max(scanner.position() + scanner.awaitedBytes(), end));
      FileRawWriter.log().log(
          Level.WARNING,
          path
              + " ended with part of a chunk at byte "
              + torn
              + ", as a crash leaves it; readers will tell of it as damage");
    }
  }

  /** With these behind it, less than a header claims what it always will. */
  private static int zeros(byte[] into, int from, int length) {
    int count = Math.min(length, HEADER_BYTES);
    Arrays.fill(into, from, from + count, (byte) 0);
    return count;
  }

  private static void passOver(ChunkScanner scanner) {
    while (scanner.next(NOBODY) || scanner.flush(NOBODY)) {
      // what is there is a reader's business
    }
  }

  @Override
  public boolean takes(Segment segment, Chunk chunk, long nowNanos) {
    return true;
  }
}
