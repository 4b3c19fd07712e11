package dev.sluice.distributed;

import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import java.time.Duration;

/**
 * A raw reader of the one message that Kafka Streams hands over. Nothing is acknowledged here:
 * Kafka Streams commits it with the state.
 */
final class MessageFeed implements RawReader {
  private static final byte[] NOTHING = {};

  private final boolean parts;
  private final SourceGaps gaps;
  private byte[] message;
  private SourcePosition position;

  /**
   * A feed.
   *
   * @param parts whether a message holds {@linkplain PartMessage parts}, not one chunk
   * @param gaps finds what is missing of the source
   */
  MessageFeed(boolean parts, SourceGaps gaps) {
    this.parts = parts;
    this.gaps = gaps;
  }

  /** The next message for {@link #poll}; a missing one is damage. */
  void next(byte[] value, SourcePosition from) {
    message = value == null ? NOTHING : value;
    position = from;
  }

  @Override
  public int poll(ChunkHandler handler, Duration timeout) {
    byte[] bytes = message;
    message = null;
    if (bytes == null) {
      return 0;
    }
    if (parts) {
      return PartMessage.read(bytes, position, gaps, handler);
    }
    Damage gap = gaps.read(position, 1);
    if (gap != null) {
      handler.damaged(gap);
    }
    try {
      handler.chunk(ChunkLayout.parse(bytes, 0, bytes.length), position);
    } catch (MalformedChunkException e) {
      handler.damaged(new Damage(position, bytes.length, e.getMessage(), bytes));
    }
    return 1;
  }

  @Override
  public boolean exhausted() {
    return false;
  }

  @Override
  public boolean isEndless() {
    return true;
  }

  @Override
  public void wakeup() {
    // It never waits.
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
