package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.collectors.spill.ChunkStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;

/** Keeps chunks in a list, and behaves as badly as a test wants. */
final class FakeStore implements ChunkStore {
  /** A chunk that is kept, until it is done. */
  static final class Kept {
    final Chunk chunk;
    final boolean own;
    boolean out;
    boolean uncertain;

    Kept(Chunk chunk, boolean own) {
      this.chunk = chunk;
      this.own = own;
    }
  }

  final List<Kept> kept = new ArrayList<>();
  volatile int capacity = Integer.MAX_VALUE;
  volatile Runnable before = () -> {};
  volatile boolean closed;

  /** How often whoever asks for the next chunk fails with it. */
  int failures;

  private ObjLongConsumer<DropCause> lost;
  private long lastPosition;
  private final List<Long> positions = new ArrayList<>();

  FakeStore telling(ObjLongConsumer<DropCause> value) {
    lost = value;
    return this;
  }

  @Override
  public synchronized DropCause put(Chunk chunk, boolean uncertain) {
    before.run();
    if (kept.size() >= capacity) {
      return DropCause.SPILL_FULL;
    }
    add(chunk.copy(), true);
    kept.get(kept.size() - 1).uncertain = uncertain;
    return null;
  }

  private void add(Chunk chunk, boolean own) {
    kept.add(new Kept(chunk, own));
    positions.add(lastPosition++);
  }

  /** A chunk of an earlier producer. */
  synchronized void adopt(Chunk chunk) {
    add(chunk, false);
  }

  /** Gives up the oldest own chunk. */
  synchronized void loseOldest() {
    lost.accept(DropCause.SPILL_FULL, kept.remove(0).chunk.header().recordCount());
    positions.remove(0);
  }

  private Kept oldest() {
    return kept.stream().filter(k -> !k.out).findFirst().orElse(null);
  }

  @Override
  public synchronized int nextBytes() {
    Kept oldest = oldest();
    return oldest == null ? 0 : oldest.chunk.length();
  }

  @Override
  public synchronized Stored next(byte[] buffer) {
    before.run();
    Kept oldest = oldest();
    Chunk chunk = oldest.chunk;
    System.arraycopy(chunk.array(), chunk.offset(), buffer, 0, chunk.length());
    oldest.out = true;
    if (failures > 0) {
      failures--;
      return new Stored(null, oldest.own, oldest.uncertain, positions.get(kept.indexOf(oldest)));
    }
    try {
      return new Stored(
          ChunkLayout.parse(buffer, 0, chunk.length()),
          oldest.own,
          oldest.uncertain,
          positions.get(kept.indexOf(oldest)));
    } catch (MalformedChunkException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public synchronized void done(Stored stored, DropCause cause) {
    int index = positions.indexOf(stored.ticket());
    Kept done = kept.remove(index);
    positions.remove(index);
    if (cause != null && done.own) {
      lost.accept(cause, done.chunk.header().recordCount());
    }
  }

  @Override
  public synchronized void requeue(Stored stored, boolean uncertain) {
    Kept back = kept.get(positions.indexOf(stored.ticket()));
    back.out = false;
    back.uncertain |= uncertain;
  }

  @Override
  public void maintain() {
    before.run();
  }

  @Override
  public void close() {
    closed = true;
  }
}
