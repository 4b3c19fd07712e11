package dev.sluice.cli.demo;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.tools.ToolException;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file with the chunks that were consumed: nothing but chunks, so it is a source like any other.
 */
record ChunkFile(OutputStream out) implements Closeable {
  /** Keeps chunks in a file, which is replaced if it holds chunks. */
  static ChunkFile in(Path file) throws IOException {
    if (Files.exists(file) && !holdsChunks(file)) {
      throw new ToolException(file + " exists and holds no chunks; --keep does not overwrite it");
    }
    try {
      return new ChunkFile(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
    } catch (IOException e) {
      throw new ToolException("cannot write " + file + ": " + e.getMessage(), e);
    }
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

  void add(Chunk chunk) {
    try {
      out.write(chunk.array(), chunk.offset(), chunk.length());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
