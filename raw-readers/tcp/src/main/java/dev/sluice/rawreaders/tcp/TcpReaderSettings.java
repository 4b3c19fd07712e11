package dev.sluice.rawreaders.tcp;

import dev.sluice.api.binding.TcpAddress;
import dev.sluice.api.binding.TcpBinding;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import java.time.Duration;

/**
 * What a reader is told in its URI.
 *
 * @param address where to listen
 * @param maxConnections connections at a time; further ones are answered "busy" and closed
 * @param memoryBytes for chunks that wait for the handler and chunks that are arriving
 * @param keepAlive how often each writer hears of us
 * @param stallTimeout how long a chunk that has begun may take to go on
 * @param untilEnd whether the source ends when writers have come and all have gone
 * @param grace how long then to wait for a writer that went without a last chunk
 */
record TcpReaderSettings(
    TcpAddress address,
    int maxConnections,
    long memoryBytes,
    Duration keepAlive,
    Duration stallTimeout,
    boolean untilEnd,
    Duration grace) {
  private static final int DEFAULT_CONNECTIONS = 256;
  private static final long DEFAULT_MEMORY = 64 << 20;

  /** Reads the options; what is wrong is noted there. */
  static TcpReaderSettings of(Endpoint endpoint) {
    Options options = endpoint.options();
    TcpAddress address = TcpAddress.of(endpoint);
    if (address.tls() != null && address.tls().certificate() == null) {
      options.problem("a reader with tls=true needs 'tls.certificate' and 'tls.key'");
    }
    return new TcpReaderSettings(
        address,
        options.integer("connections", DEFAULT_CONNECTIONS, 1, 65_536),
        options.bytes("memory", DEFAULT_MEMORY, 1 << 20, 1L << 40),
        options.duration(
            "keep.alive", Duration.ofSeconds(TcpBinding.KEEP_ALIVE_SECONDS), Duration.ofMillis(1)),
        options.duration("stall.timeout", Duration.ofSeconds(30), Duration.ofMillis(1)),
        options.choice("until", "", "", "end").equals("end"),
        options.duration("grace", Duration.ofSeconds(5), Duration.ZERO));
  }
}
