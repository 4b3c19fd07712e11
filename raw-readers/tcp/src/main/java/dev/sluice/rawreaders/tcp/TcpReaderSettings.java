package dev.sluice.rawreaders.tcp;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.support.wire.TcpAddress;
import dev.sluice.support.wire.TcpBinding;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Settings of a reader from its URI.
 *
 * @param address where to listen
 * @param maxConnections connections at a time; further ones are answered "busy" and closed
 * @param memoryBytes for chunks that wait for the handler and chunks that are arriving
 * @param keepAlive how often each writer hears of us
 * @param stallTimeout how long a first chunk may take to begin, and one that has begun to go on
 * @param chunkTimeout how long a chunk may take in all
 * @param untilEnd whether the source ends when writers have come and all have gone
 * @param grace how long then to wait for a writer that went without a last chunk
 */
record TcpReaderSettings(
    TcpAddress address,
    int maxConnections,
    long memoryBytes,
    Duration keepAlive,
    Duration stallTimeout,
    Duration chunkTimeout,
    boolean untilEnd,
    Duration grace) {
  private static final Key<Integer> CONNECTIONS =
      Key.integer(
          "connections",
          256,
          1,
          65_536,
          "Maximum number of connections; a further one replaces the oldest that has delivered"
              + " no chunk, or is closed.");
  private static final Key<Long> MEMORY =
      Key.bytes(
          "memory",
          64L << 20,
          1 << 20,
          1L << 40,
          "Memory for chunks that wait for the handler or are arriving.");
  private static final Key<Duration> KEEP_ALIVE =
      Key.duration(
          "keep.alive",
          Duration.ofSeconds(TcpBinding.KEEP_ALIVE_SECONDS),
          Duration.ofMillis(1),
          "Interval at which the reader shows writers that it is alive.");
  private static final Key<Duration> STALL_TIMEOUT =
      Key.duration(
          "stall.timeout",
          Duration.ofSeconds(30),
          Duration.ofMillis(1),
          "Closes a connection that has delivered no chunk in that time, or on which a chunk has"
              + " begun and less than 1 KiB came.");
  private static final Key<Duration> CHUNK_TIMEOUT =
      Key.duration(
          "chunk.timeout",
          Duration.ofMinutes(2),
          Duration.ofMillis(1),
          "Closes a connection on which one chunk takes longer, not counting time in which the"
              + " reader has no room for it.");
  private static final Key<String> UNTIL =
      Key.choice(
          "until",
          null,
          "The source ends when programs have delivered chunks and all of them have disconnected.",
          "end");
  private static final Key<Duration> GRACE =
      Key.duration(
          "grace",
          Duration.ofSeconds(5),
          Duration.ZERO,
          "With until=end: time to wait for a writer that disconnected without its producer's"
              + " last chunk.");

  static final List<Key<?>> KEYS =
      Stream.concat(
              TcpAddress.KEYS.stream(),
              Stream.of(
                  CONNECTIONS, MEMORY, KEEP_ALIVE, STALL_TIMEOUT, CHUNK_TIMEOUT, UNTIL, GRACE))
          .toList();

  /** Reads the options of an endpoint; mistakes are noted in them. */
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
        options.get(CHUNK_TIMEOUT),
        options.get(UNTIL) != null,
        options.get(GRACE));
  }
}
