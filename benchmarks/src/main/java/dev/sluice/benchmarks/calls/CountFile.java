package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.kieker.CountingWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The count that a {@link CountingWriter} left. */
record CountFile(Path file) implements Receiver {
  @Override
  public String address() {
    return file.toString();
  }

  @Override
  public long executions() throws IOException {
    return Long.parseLong(Files.readString(file));
  }
}
