package dev.sluice.tools.watch;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.RawReader;
import dev.sluice.rawreaders.kafka.KafkaRawReader;
import dev.sluice.support.ChunkFilter;
import dev.sluice.support.HandledReader;
import dev.sluice.tools.recordings.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** Counts the bytes that a raw reader delivers, and their age. For the thread that polls. */
final class Meter {
  /** There was no record with a time. */
  static final long NONE = -1;

  /** Returns a number for JSON, null for {@link #NONE}. */
  static Number known(double value) {
    return value == NONE ? null : JsonObject.number(value);
  }

  private final RawReader reader;
  private long bytes;
  private long behind = NONE;
  private long lastChunk;

  Meter(RawReader reader) {
    this.reader = reader;
  }

  /** Returns the reader, of which everything is counted. */
  RawReader counted() {
    return new HandledReader(reader, handler -> ChunkFilter.notifying(handler, this::count));
  }

  /** Bytes of chunks until now, those that came again included. */
  long bytes() {
    return bytes;
  }

  /** Returns when the last chunk came, in milliseconds since the epoch; 0 if none came. */
  long lastChunk() {
    return lastChunk;
  }

  /**
   * Returns how old the newest record of a chunk was when the chunk was read, in nanoseconds: the
   * oldest since the last call, or {@link #NONE}.
   */
  long takeBehind() {
    long taken = behind;
    behind = NONE;
    return taken;
  }

  /** Messages that wait in each partition of a topic; none for other media. */
  Map<String, Long> lags() {
    return reader instanceof KafkaRawReader kafka ? kafka.lags() : Map.of();
  }

  private void count(Chunk chunk) {
    bytes += chunk.length();
    Instant now = Instant.now();
    lastChunk = now.toEpochMilli();
    Accounting accounting = chunk.accounting();
    if (accounting.hasTime()) {
      long newest = accounting.lastTime() + accounting.clockOffset();
      long nanos = ChronoUnit.NANOS.between(Instant.EPOCH, now);
      behind = Math.max(behind, Math.max(0, nanos - newest));
    }
  }
}
