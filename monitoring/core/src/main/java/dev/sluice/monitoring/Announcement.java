package dev.sluice.monitoring;

import dev.sluice.api.record.RowSink;
import dev.sluice.monitoring.records.MetadataWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Emitter of a producer's {@code sluice.metadata} record. */
record Announcement(
    RowSink sink, String producer, String hostname, int experiment, LongSupplier clock)
    implements Runnable {
  @Override
  public void run() {
    MetadataWriter.create(sink)
        .emit(
            clock.getAsLong(),
            version(),
            producer,
            sink.symbol(hostname),
            experiment,
            false,
            0,
            TimeUnit.NANOSECONDS.name(),
            0);
  }

  /** Returns the version of this library, from the build. */
  static String version() {
    try (InputStream in = Monitor.class.getResourceAsStream("version")) {
      return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
