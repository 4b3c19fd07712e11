package dev.sluice.benchmarks.calls;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of response times, four bytes each. */
record ResponseTimes(Path file) {
  /** Gets each, with its number from 0. */
  interface Consumer {
    void time(long number, int nanos);
  }

  void forEach(Consumer consumer) throws IOException {
    long size = Files.size(file) / Integer.BYTES;
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      for (long i = 0; i < size; i++) {
        consumer.time(i, in.readInt());
      }
    }
  }
}
