package dev.sluice.rawreaders.tcp;

import dev.sluice.api.binding.TcpAddress;
import dev.sluice.api.binding.TcpBinding;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

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
  private static final Key<Integer> CONNECTIONS =
      Key.integer("connections", 256, 1, 65_536, "Connections at a time; further ones are closed.");
  private static final Key<Long> MEMORY =
      Key.bytes(
          "memory",
          64L << 20,
          1 << 20,
          1L << 40,
          "For chunks that wait for the handler and chunks that are arriving.");
  private static final Key<Duration> KEEP_ALIVE =
      Key.duration(
          "keep.alive",
          Duration.ofSeconds(TcpBinding.KEEP_ALIVE_SECONDS),
          Duration.ofMillis(1),
          "How often writers hear that the reader is there.");
  private static final Key<Duration> STALL_TIMEOUT =
      Key.duration(
          "stall.timeout",
          Duration.ofSeconds(30),
          Duration.ofMillis(1),
          "Closes a connection on which a chunk has begun and less than 1 KiB came in that time.");
  private static final Key<String> UNTIL =
      Key.choice("until", null, "The source ends when writers have come and all have gone.", "end");
  private static final Key<Duration> GRACE =
      Key.duration(
          "grace",
          Duration.ofSeconds(5),
          Duration.ZERO,
          "How long then to wait for a writer that went without its producer's last chunk.");

  static final List<Key<?>> KEYS =
      Stream.concat(
              TcpAddress.KEYS.stream(),
              Stream.of(CONNECTIONS, MEMORY, KEEP_ALIVE, STALL_TIMEOUT, UNTIL, GRACE))
          .toList();

  /** Reads the options; what is wrong is noted there. */
  static TcpReaderSettings of(Endpoint endpoint) {
    Options options = endpoint.options();
    TcpAddress address = TcpAddress.of(endpoint);
    if (address.tls() != null && address.tls().certificate() == null) {
      options.problem("a reader with tls=true needs 'tls.certificate' and 'tls.key'");
    }
    return new TcpReaderSettings(
        address,
        options.get(CONNECTIONS),
        options.get(MEMORY),
        options.get(KEEP_ALIVE),
        options.get(STALL_TIMEOUT),
        options.get(UNTIL) != null,
        options.get(GRACE));
  }
}
