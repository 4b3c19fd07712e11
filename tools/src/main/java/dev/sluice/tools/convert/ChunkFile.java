package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Endpoint;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.nio.file.Path;

/** A new file of chunks, one behind the other. For one thread. */
final class ChunkFile extends ChunkOutput {
  private final NewFile file;

  ChunkFile(Endpoint to) throws IOException {
    super(to.options());
    to.options().finish();
    file = NewFile.at(Path.of(to.path()));
  }

  @Override
  void put(Chunk chunk) throws IOException {
    file.out().write(chunk.array(), chunk.offset(), chunk.length());
  }

  /** A file that is not complete is removed, so there is nothing that could be kept. */
  @Override
  void settle() {}

  @Override
  void commit() throws IOException {
    file.commit();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
