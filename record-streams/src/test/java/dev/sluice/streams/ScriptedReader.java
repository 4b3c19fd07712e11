package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.spi.RawReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A medium in memory: each poll hands over the next group of chunks, again if it failed. */
final class ScriptedReader implements RawReader {
  private record Item(Chunk chunk, String reason, SourcePosition position) {}

  private final Deque<List<Item>> polls = new ArrayDeque<>();
  private final Map<String, Long> offsets = new HashMap<>();
  boolean crashBeforeAcknowledge;
  boolean crashBehindChunks;
  int acknowledged;
  boolean closed;
  boolean woken;

  ScriptedReader poll(Chunk... chunks) {
    return pollOf("topic-0", chunks);
  }

  ScriptedReader pollOf(String partition, Chunk... chunks) {
    List<Item> items = new ArrayList<>();
    for (Chunk chunk : chunks) {
      items.add(new Item(chunk, null, next(partition)));
    }
    polls.add(items);
    return this;
  }

  ScriptedReader damage(String partition, String reason) {
    polls.add(List.of(new Item(null, reason, next(partition))));
    return this;
  }

  /** In the same poll as what was added last. */
  ScriptedReader damageBehind(String partition, String reason) {
    polls.getLast().add(new Item(null, reason, next(partition)));
    return this;
  }

  /** The source is made anew: its offsets start at 0 again. */
  ScriptedReader restart() {
    polls.clear();
    offsets.clear();
    crashBeforeAcknowledge = false;
    return this;
  }

  private SourcePosition next(String partition) {
    return new SourcePosition(partition, offsets.merge(partition, 1L, Long::sum) - 1);
  }

  @Override
  public int poll(ChunkHandler handler, Duration timeout) throws IOException {
    if (polls.isEmpty()) {
      return 0;
    }
    List<Item> items = polls.peek();
    for (Item item : items) {
      if (item.chunk != null) {
        handler.chunk(item.chunk, item.position);
      } else {
        handler.damaged(new Damage(item.position, 4, item.reason, new byte[] {1, 2, 3, 4}));
      }
    }
    if (crashBehindChunks) {
      throw new IOException("crash");
    }
    handler.beforeAcknowledge();
    if (crashBeforeAcknowledge) {
      throw new IOException("crash");
    }
    polls.remove();
    acknowledged += items.size();
    return items.size();
  }

  @Override
  public boolean exhausted() {
    return polls.isEmpty();
  }

  @Override
  public void wakeup() {
    woken = true;
  }

  @Override
  public void close() {
    closed = true;
  }
}
