package dev.sluice.rawwriters.file;

import dev.sluice.api.binding.ChunkScanner;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.spi.ChunkHandler;
import dev.sluice.api.spi.Damage;
import dev.sluice.api.spi.SourcePosition;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One file that everything is appended to. What a crash left at its end is reported and stays:
 * bytes are never destroyed, and readers find the chunks behind them.
 */
final class SingleFile implements SegmentSource {
  private final Path path;
  private final SegmentFile.Opener opener;

  SingleFile(Path path, SegmentFile.Opener opener) {
    this.path = path;
    this.opener = opener;
  }

  @Override
  public long key(Chunk chunk) {
    return 0;
  }

  @Override
  public Segment open(Chunk first, long nowNanos) throws IOException {
    Directories.create(path.toAbsolutePath().getParent());
    SegmentFile file = opener.open(path);
    try {
      file.lock();
      reportDamage();
      return new Segment(path, file, nowNanos);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public boolean takes(Segment segment, Chunk chunk, long nowNanos) {
    return true;
  }

  private void reportDamage() throws IOException {
    if (!Files.isRegularFile(path)) {
      return;
    }
    ChunkScanner scanner = new ChunkScanner(ChunkLayout.MAX_CHUNK_BYTES);
    scanner.reset(path.toString(), 0);
    ChunkHandler report = new DamageReport();
    try (InputStream in = Files.newInputStream(path)) {
      while (scanner.fill(in::read) >= 0) {
        drain(scanner, report);
      }
    }
    scanner.end();
    drain(scanner, report);
  }

  private static void drain(ChunkScanner scanner, ChunkHandler handler) {
    while (scanner.next(handler)) {
      // the handler has it
    }
  }

  private static final class DamageReport implements ChunkHandler {
    @Override
    public void chunk(Chunk chunk, SourcePosition position) {}

    @Override
    public void damaged(Damage damage) {
      FileRawWriter.log().log(Level.WARNING, "appending to a file with damage: " + damage);
    }
  }
}
