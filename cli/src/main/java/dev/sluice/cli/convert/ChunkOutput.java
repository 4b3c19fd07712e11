package dev.sluice.cli.convert;

import dev.sluice.api.chunk.Chunk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** A new file of chunks. For one thread. */
final class ChunkOutput implements Closeable {
  private final NewFile file;
  private long chunks;
  private long bytes;

  ChunkOutput(Path path) throws IOException {
    file = NewFile.at(path);
  }

  void write(Chunk chunk) throws IOException {
    file.out().write(chunk.array(), chunk.offset(), chunk.length());
    chunks++;
    bytes += chunk.length();
  }

  long chunks() {
    return chunks;
  }

  long bytes() {
    return bytes;
  }

  /** All was written: moves the file to its place. */
  void commit() throws IOException {
    file.commit();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
