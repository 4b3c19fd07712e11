package dev.sluice.tools.watch;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import dev.sluice.rawreaders.kafka.KafkaRawReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/**
 * Counts the bytes that a raw reader hands over and how old they are. For the thread that polls,
 * but for {@link #wakeup}.
 */
final class Meter implements RawReader {
  /** There was no record with a time. */
  static final long NONE = -1;

  private final RawReader reader;
  private long bytes;
  private long behind = NONE;
  private long lastChunk;

  Meter(RawReader reader) {
    this.reader = reader;
  }

  @Override
  public int poll(ChunkHandler handler, Duration timeout) throws IOException {
    return reader.poll(new Counting(handler), timeout);
  }

  /** Bytes of chunks until now, those that came again included. */
  long bytes() {
    return bytes;
  }

  /** When the last chunk came, in milliseconds since the epoch; 0 if none came. */
  long lastChunk() {
    return lastChunk;
  }

  /**
   * How old the newest record of a chunk was when the chunk was read, in nanoseconds: the oldest
   * since the last call, or {@link #NONE}.
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

  @Override
  public boolean exhausted() {
    return reader.exhausted();
  }

  @Override
  public boolean isEndless() {
    return reader.isEndless();
  }

  @Override
  public void wakeup() {
    reader.wakeup();
  }

  @Override
  public void close() {
    reader.close();
  }

  private final class Counting implements ChunkHandler {
    private final ChunkHandler handler;

    Counting(ChunkHandler handler) {
      this.handler = handler;
    }

    @Override
    public void chunk(Chunk chunk, SourcePosition position) {
      handler.chunk(chunk, position);
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

    @Override
    public void damaged(Damage damage) {
      handler.damaged(damage);
    }

    @Override
    public void beforeAcknowledge() {
      handler.beforeAcknowledge();
    }
  }
}
