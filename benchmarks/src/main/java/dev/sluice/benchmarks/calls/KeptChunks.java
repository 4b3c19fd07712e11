package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Path;

/** The file of what was discarded. */
record KeptChunks(Path file) implements Receiver {
  @Override
  public String address() {
    return "discard:" + file;
  }

  @Override
  public long executions() throws IOException {
    return Arrival.executions(file);
  }
}
