package dev.sluice.rawwriters.tcp;

import dev.sluice.api.binding.TcpAddress;
import dev.sluice.api.binding.TcpBinding;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.time.Duration;

/**
 * What a writer is told in its URI.
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
    SslContext tls,
    int maxChunkBytes,
    int windowChunks,
    long windowBytes,
    Duration connectTimeout,
    Duration ackTimeout,
    Duration backoffMin,
    Duration backoffMax) {
  private static final int DEFAULT_WINDOW_CHUNKS = 256;
  private static final long DEFAULT_WINDOW_BYTES = 4 << 20;
  private static final Duration MILLISECOND = Duration.ofMillis(1);

  /** Reads the options; what is wrong is noted there. */
  static TcpWriterSettings of(Endpoint endpoint) {
    Options options = endpoint.options();
    TcpAddress address = TcpAddress.of(endpoint);
    return new TcpWriterSettings(
        address,
        tls(address, options),
        (int)
            options.bytes(
                "max.chunk.bytes",
                ChunkLayout.MAX_CHUNK_BYTES,
                ChunkLayout.MIN_CHUNK_BYTES,
                ChunkLayout.MAX_CHUNK_BYTES),
        options.integer("window.chunks", DEFAULT_WINDOW_CHUNKS, 1, 65_536),
        options.bytes("window.bytes", DEFAULT_WINDOW_BYTES, 1, 1L << 40),
        options.duration("connect.timeout", Duration.ofSeconds(3), MILLISECOND),
        options.duration(
            "ack.timeout", Duration.ofSeconds(3 * TcpBinding.KEEP_ALIVE_SECONDS), MILLISECOND),
        options.duration("backoff.min", Duration.ofMillis(50), MILLISECOND),
        options.duration("backoff.max", Duration.ofSeconds(5), MILLISECOND));
  }

  private static SslContext tls(TcpAddress address, Options options) {
    if (address.port() == 0) {
      options.problem("'" + address + "' has port 0, where nobody listens");
    }
    try {
      return ClientTls.of(address);
    } catch (IOException e) {
      options.problem(e.getMessage());
      return null;
    }
  }
}
