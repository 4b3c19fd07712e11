package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Endpoint;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.nio.file.Path;

/** A new file of chunks, one behind the other. For one thread. */
final class ChunkFile extends ChunkOutput {
  private final NewFile file;

  /** A file that is not there, unless it replaces one. */
  ChunkFile(Endpoint to, boolean replaces) throws IOException {
    super(to.options());
    to.options().finish();
    Path path = Path.of(to.path());
    file = replaces ? NewFile.replacing(path) : NewFile.at(path);
  }

  @Override
  void put(Chunk chunk) throws IOException {
    file.out().write(chunk.array(), chunk.offset(), chunk.length());
  }

  /** A file that is not complete is removed, so there is nothing that could be kept. */
  @Override
  void settle() {}

  @Override
  void commit(String what) throws IOException {
    file.commit(what + "written to " + file + " completely");
  }

  @Override
  public void close() throws IOException {
    super.close();
    file.close();
  }
}
