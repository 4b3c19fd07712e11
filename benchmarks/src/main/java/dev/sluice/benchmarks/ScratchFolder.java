package dev.sluice.benchmarks;

import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A temporary folder that goes with everything in it. */
public record ScratchFolder(Path path) implements AutoCloseable {
  /** A new, empty one. */
  public static ScratchFolder create() throws IOException {
    return new ScratchFolder(Files.createTempDirectory("sluice-bench-"));
  }

  @Override
  public void close() throws IOException {
    NewFile.delete(path);
  }
}
