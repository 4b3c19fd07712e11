package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.spi.FailureLog;
import dev.sluice.collectors.spill.Spill;
import dev.sluice.collectors.spill.SpillSettings;
import dev.sluice.collectors.spill.SpillStatus;
import dev.sluice.collectors.spill.Spilled;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** A spill directory as the stage of an outbox. */
final class SpillStage implements Stage {
  private final Spill spill;
  private final boolean evict;
  private final FailureLog closing;

  /** Read ahead, because its length is asked for first. */
  private Spilled ahead;

  /**
   * A stage over a spill.
   *
   * @param evict whether old chunks give way to new ones
   * @param closing gets a line if chunks are left at the end
   */
  SpillStage(Spill spill, boolean evict, FailureLog closing) {
    this.spill = spill;
    this.evict = evict;
    this.closing = closing;
  }

  /** The stage of a producer; with {@link FullRingPolicy#EVICT_OLDEST} old chunks give way. */
  static SpillStage of(
      SpillSettings settings,
      long producerId,
      FullRingPolicy policy,
      Clock clock,
      Supplier<FailureLog> logs) {
    FailureLog log = logs.get();
    Consumer<String> told =
        text -> {
          log.failed(text, "", null);
          log.over(null); // each is a failure of its own
        };
    return new SpillStage(
        new Spill(settings, producerId, clock::nanoTime, told),
        policy == FullRingPolicy.EVICT_OLDEST,
        logs.get());
  }

  @Override
  public DropCause put(Chunk chunk) {
    Spill.Result result = spill.append(chunk);
    if (result == Spill.Result.FULL && evict && spill.evictOldest()) {
      result = spill.append(chunk);
    }
    return switch (result) {
      case STORED -> null;
      case FULL -> DropCause.SPILL_FULL;
      case FAILED -> DropCause.WRITE_REJECTED;
    };
  }

  @Override
  public int nextBytes() {
    if (ahead == null) {
      ahead = spill.next();
    }
    return ahead == null ? 0 : ahead.chunk().length();
  }

  @Override
  public Stored next(byte[] buffer) {
    Spilled spilled = ahead;
    Chunk chunk = spilled.chunk();
    System.arraycopy(chunk.array(), chunk.offset(), buffer, 0, chunk.length());
    try {
      Chunk moved = ChunkLayout.parse(buffer, 0, chunk.length());
      spilled.take();
      ahead = null;
      return new Stored(moved, spilled.isOwn(), spilled);
    } catch (MalformedChunkException e) {
      throw new IllegalStateException("a chunk changed while it was copied", e);
    }
  }

  @Override
  public void settled(Stored stored, boolean done) {
    // What is not done goes to the end, where it is handed out again; without room for it there
    // it stays where it is, for a later producer.
    if (done || put(stored.chunk()) == null) {
      ((Spilled) stored.ticket()).done();
    }
  }

  @Override
  public void keepHouse() {
    spill.keepHouse();
  }

  @Override
  public long[] takeLosses() {
    long[] losses = spill.takeLosses();
    return LongStream.of(losses).sum() == 0 ? null : losses;
  }

  @Override
  public SpillStatus status() {
    return spill.status();
  }

  @Override
  public void close() {
    spill.close();
    long left = spill.status().bytes();
    if (left > 0) {
      closing.failed(
          "chunks are left for the next program with this spill directory, bytes: ", left, null);
    }
  }
}
