package dev.sluice.testkit;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.support.Plugins;
import dev.sluice.support.platform.SystemPlatform;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;

/**
 * Functions for tests of raw writers and readers: opening by URI, retrying refused writes, reading
 * to the end.
 */
public final class RawPair {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private RawPair() {}

  /** Returns a writer, found like a collector's. */
  public static RawWriter writer(String uri) {
    Endpoint endpoint = Endpoint.parse(uri);
    RawWriter writer =
        Plugins.find(RawWriterFactory.class, RawWriterFactory::scheme, endpoint.scheme(), "sink")
            .newWriter(endpoint, SystemPlatform.get());
    endpoint.options().finish();
    return writer;
  }

  /** Returns a reader, found like a record stream's; a reader of Kafka closes soon. */
  public static RawReader reader(String uri) throws IOException {
    // A fetch that waits for messages holds up the close, by default for half a second.
    Map<String, String> soon =
        uri.startsWith("kafka:") ? Map.of("kafka.fetch.max.wait.ms", "20") : Map.of();
    Endpoint endpoint = Endpoint.parse(uri, soon);
    RawReader reader =
        Plugins.find(RawReaderFactory.class, RawReaderFactory::scheme, endpoint.scheme(), "source")
            .newReader(endpoint, SystemPlatform.get());
    endpoint.options().finish();
    return reader;
  }

  /** Writes a chunk and retries while it is refused, 60 s at most. */
  public static void write(RawWriter writer, Chunk chunk, Completion completion)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      try {
        writer.write(chunk, completion);
        return;
      } catch (IOException e) {
        if (System.nanoTime() - start > LIMIT_NANOS) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }
  }

  /** Reads a source that has an end, 60 s at most. */
  public static ChunkLog readAll(String uri) throws Exception {
    return readAll(uri, () -> true);
  }

  /** Reads a source to its end after {@code written} returned true, 60 s at most. */
  public static ChunkLog readAll(String uri, Callable<Boolean> written) throws Exception {
    ChunkLog log = new ChunkLog();
    try (RawReader reader = reader(uri)) {
      long start = System.nanoTime();
      while (!(written.call() && reader.exhausted())) {
        reader.poll(log, Duration.ofMillis(200));
        Assertions.assertThat(System.nanoTime() - start)
            .as("reading " + uri + " to its end")
            .isLessThan(LIMIT_NANOS);
      }
    }
    Assertions.assertThat(log.acknowledged()).as("acknowledged").isEqualTo(log.chunks().size());
    return log;
  }
}
