package dev.sluice.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A temporary folder that goes with everything in it. */
public record ScratchFolder(Path path) implements AutoCloseable {
  /** A new, empty one. */
  public static ScratchFolder create() throws IOException {
    return new ScratchFolder(Files.createTempDirectory("sluice-bench-"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
