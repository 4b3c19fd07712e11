package dev.sluice.rawwriters.tcp;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.support.ReloadedFromFiles;
import dev.sluice.support.wire.TcpAddress;
import dev.sluice.support.wire.TcpBinding;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * Settings of a writer from its URI.
 *
 * @param address where the reader listens
 * @param tls how to encrypt, or null
 * @param maxChunkBytes largest chunk
 * @param windowChunks chunks without an answer at most
 * @param windowBytes bytes of those at most, or one larger chunk
 * @param connectTimeout for a connection and its TLS handshake
 * @param ackTimeout silence of the reader after which the connection is taken for dead
 * @param backoffMin first pause after a failure
 * @param backoffMax longest pause
 */
record TcpWriterSettings(
    TcpAddress address,
    ReloadedFromFiles<SSLContext> tls,
    int maxChunkBytes,
    int windowChunks,
    long windowBytes,
    Duration connectTimeout,
    Duration ackTimeout,
    Duration backoffMin,
    Duration backoffMax) {
  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Key<Long> MAX_CHUNK_BYTES =
      Key.bytes(
          "max.chunk.bytes",
          (long) ChunkLayout.MAX_CHUNK_BYTES,
          ChunkLayout.MIN_CHUNK_BYTES,
          ChunkLayout.MAX_CHUNK_BYTES,
          "Maximum size of a chunk in bytes.");
  private static final Key<Integer> WINDOW_CHUNKS =
      Key.integer(
          "window.chunks", 256, 1, 65_536, "Maximum number of chunks that wait for an answer.");
  private static final Key<Long> WINDOW_BYTES =
      Key.bytes(
          "window.bytes",
          4L << 20,
          1,
          1L << 40,
          "Maximum size of all chunks that wait for an answer; or one larger chunk.");
  private static final Key<Duration> CONNECT_TIMEOUT =
      Key.duration(
          "connect.timeout",
          Duration.ofSeconds(3),
          MILLISECOND,
          "Timeout for a connection, and for its TLS handshake.");
  private static final Key<Duration> ACK_TIMEOUT =
      Key.duration(
          "ack.timeout",
          Duration.ofSeconds(3 * TcpBinding.KEEP_ALIVE_SECONDS),
          MILLISECOND,
          "Time without an answer after which the reader counts as dead.");
  private static final Key<Duration> BACKOFF_MIN =
      Key.duration(
          "backoff.min",
          Duration.ofMillis(50),
          MILLISECOND,
          "First pause after a failure to connect; doubled each time.");
  private static final Key<Duration> BACKOFF_MAX =
      Key.duration(
          "backoff.max",
          Duration.ofSeconds(5),
          MILLISECOND,
          "Maximum pause between attempts to connect.");

  static final List<Key<?>> KEYS =
      Stream.concat(
              TcpAddress.KEYS.stream(),
              Stream.of(
                  MAX_CHUNK_BYTES,
                  WINDOW_CHUNKS,
                  WINDOW_BYTES,
                  CONNECT_TIMEOUT,
                  ACK_TIMEOUT,
                  BACKOFF_MIN,
                  BACKOFF_MAX))
          .toList();

  /** Reads the options of an endpoint; mistakes are noted in them. */
  static TcpWriterSettings of(Endpoint endpoint) {
    Options options = endpoint.options();
    TcpAddress address = TcpAddress.of(endpoint);
    return new TcpWriterSettings(
        address,
        tls(address, options),
        options.get(MAX_CHUNK_BYTES).intValue(),
        options.get(WINDOW_CHUNKS),
        options.get(WINDOW_BYTES),
        options.get(CONNECT_TIMEOUT),
        options.get(ACK_TIMEOUT),
        options.get(BACKOFF_MIN),
        options.get(BACKOFF_MAX));
  }

  private static ReloadedFromFiles<SSLContext> tls(TcpAddress address, Options options) {
    if (address.port() == 0) {
      options.problem("'" + address + "' has port 0, where nobody listens");
    }
    try {
      return Tls.of(address);
    } catch (IOException e) {
      options.problem(e.getMessage());
      return null;
    }
  }
}
