package dev.sluice.benchmarks.calls;

import dev.sluice.benchmarks.calls.kieker.CountingWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file or folder that the program leaves, and how the executions in it are counted. */
public record FileReceiver(String address, Count count) implements Receiver {
  /** Counts what is there. */
  @FunctionalInterface
  public interface Count {
    /** As {@link Receiver#executions}. */
    long executions() throws IOException;
  }

  /** A file sink. */
  public static FileReceiver ofRecords(Path folder) {
    String uri = "file:" + folder;
    return new FileReceiver(uri, () -> Arrival.decoded(uri));
  }

  /** The file of what was discarded. */
  static FileReceiver ofDiscarded(Path file) {
    return new FileReceiver("discard:" + file, () -> Arrival.executions(file));
  }

  /** The count that a {@link CountingWriter} left. */
  static FileReceiver ofCount(Path file) {
    return new FileReceiver(file.toString(), () -> Long.parseLong(Files.readString(file)));
  }

  @Override
  public long executions() throws IOException {
    return count.executions();
  }
}
