package dev.sluice.tools.recordings;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import dev.sluice.support.HandledReader;
import java.io.File;

/** How much of a file, or of the files of a directory, was read. For one thread. */
final class ReadPart {
  private final long size;
  private long bytes;

  private ReadPart(long size) {
    this.size = size;
  }

  /** Of what is there, none of which was read. */
  static ReadPart of(File path) {
    File[] files = path.listFiles(File::isFile);
    long size = path.isFile() ? path.length() : 0;
    for (int i = 0; files != null && i < files.length; i++) {
      size += files[i].length();
    }
    return new ReadPart(size);
  }

  /** From 0 to 1; NaN if nobody knows how much there is, or nothing was counted. */
  double done() {
    return size == 0 || bytes == 0 ? Double.NaN : Math.min(1, (double) bytes / size);
  }

  /** A reader of all of it, from its beginning. */
  RawReader counted(RawReader reader) {
    bytes = 0;
    return size == 0 ? reader : new HandledReader(reader, this::counting);
  }

  private ChunkHandler counting(ChunkHandler handler) {
    return new ChunkHandler() {
      @Override
      public void chunk(Chunk chunk, SourcePosition position) {
        bytes += chunk.length();
        handler.chunk(chunk, position);
      }

      @Override
      public void damaged(Damage damage) {
        handler.damaged(damage);
      }

      @Override
      public void beforeAcknowledge() {
        handler.beforeAcknowledge();
      }
    };
  }
}
