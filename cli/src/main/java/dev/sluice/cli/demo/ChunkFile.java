package dev.sluice.cli.demo;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.convert.ChunkOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file with the chunks that were consumed: nothing but chunks, so it is a source like any other.
 */
final class ChunkFile {
  private ChunkFile() {}

  /** Keeps chunks in a file, which is replaced if it holds chunks. */
  static ChunkOutput in(Path file) throws IOException {
    if (Files.exists(file) && !holdsChunks(file)) {
      throw new ToolException(file + " exists and holds no chunks; --keep does not overwrite it");
    }
    return ChunkOutput.replacing(file);
  }

  private static boolean holdsChunks(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(4);
      return start.length == 0
          || start.length == 4
              && ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getInt()
                  == ChunkLayout.MAGIC;
    }
  }
}
