package dev.sluice.benchmarks.calls;

import java.io.IOException;
import java.nio.file.Path;

/** A file sink. */
record RecordFolder(Path folder) implements Receiver {
  @Override
  public String address() {
    return "file:" + folder;
  }

  @Override
  public long executions() throws IOException {
    return Arrival.decoded(address());
  }
}
