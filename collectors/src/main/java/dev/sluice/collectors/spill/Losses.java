package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.platform.Disk;
import dev.sluice.collectors.spill.SpillSegment.Taken;
import dev.sluice.support.segment.SegmentReader;
import java.io.IOException;
import java.util.function.ObjLongConsumer;

/** Counts the records that the spill drops. Guarded by the spill. */
final class Losses {
  private final ObjLongConsumer<DropCause> own;
  private final Disk disk;

  /** Number of records of earlier producers so far; read by any thread. */
  volatile long adopted;

  /**
   * Creates counts that report records of this producer to {@code own}; a null cause means that
   * they may have arrived.
   */
  Losses(ObjLongConsumer<DropCause> own, Disk disk) {
    this.own = own;
    this.disk = disk;
  }

  static long sum(long one, long other) {
    return one < 0 || other < 0 ? SpillSegment.UNKNOWN : one + other;
  }

  /**
   * Returns the number of records that are certainly lost with a chunk, or {@link
   * SpillSegment#UNKNOWN}.
   */
  static long of(Taken taken) {
    return taken.lost == null || taken.uncertain ? 0 : taken.rows;
  }

  /** Counts a chunk if it is lost. */
  void count(Taken taken) {
    if (taken.own && taken.lost != null) {
      own.accept(taken.uncertain ? null : taken.lost, taken.rows);
    } else if (!taken.own) {
      adopted += Math.max(0, of(taken));
    }
  }

  /**
   * Counts the records of a segment that cannot be sent any more, because the spill has passed it
   * or the file is gone.
   */
  void countPassed(SpillSegment segment) {
    Taken next = segment.lost;
    segment.lost = null;
    while (next != null) {
      Taken taken = next;
      next = taken.nextLost;
      if (segment.gone || taken.end <= segment.done) {
        count(taken);
      } else {
        segment.addLost(taken);
      }
    }
  }

  /**
   * Counts the remaining losses of a segment at the end: unless the file is gone, a later producer
   * may send them.
   */
  void countRest(SpillSegment segment) {
    for (Taken taken = segment.lost; taken != null; taken = taken.nextLost) {
      taken.uncertain |= !segment.gone;
      count(taken);
    }
    segment.lost = null;
  }

  /**
   * Takes all parts of a segment that were never taken and are lost; counts what may have arrived.
   */
  Taken rest(SpillSegment segment, DropCause cause) {
    long uncertain = segment.uncertain.values().stream().mapToLong(Integer::longValue).sum();
    boolean isOwn = segment.rows > 0;
    long rows = isOwn ? segment.rows - segment.rowsTaken - uncertain : restOfOthers(segment);
    Taken rest = new Taken(segment, segment.taken, segment.end, rows, isOwn);
    rest.markLost(cause);
    own.accept(null, uncertain);
    segment.uncertain.clear();
    segment.rowsTaken = segment.rows;
    segment.taken = segment.end;
    return rest;
  }

  /**
   * Reads the number of records left in a segment that may be dropped now or be kept.
   *
   * @throws IOException if nobody knows; it should be kept
   */
  void countRemaining(SpillSegment segment) throws IOException {
    if (segment.rows == 0 && !segment.isTaken()) {
      segment.left = countLeft(segment);
    }
  }

  private long restOfOthers(SpillSegment segment) {
    long rows = segment.isTaken() ? 0 : segment.left;
    try {
      rows = rows == SpillSegment.UNKNOWN && !segment.gone ? countLeft(segment) : rows;
    } catch (IOException e) {
      // as UNKNOWN as before
    }
    return rows;
  }

  /**
   * Counts the records left in a segment; for other producers only the headers of their chunks
   * contain it.
   */
  private long countLeft(SpillSegment segment) throws IOException {
    RecordCount count = new RecordCount();
    try (SegmentReader reader = new SegmentReader(disk)) {
      reader.open(segment.path, segment.name(), segment.taken);
      while (reader.next(count, segment.end) || reader.end(count)) {
        // all that is left
      }
      return count.records;
    }
  }

  private static final class RecordCount implements ChunkHandler {
    private long records;

    @Override
    public void chunk(Chunk chunk, SourcePosition position) {
      records += chunk.header().recordCount();
    }

    @Override
    public void damaged(Damage damage) {
      // of no known number of records
    }
  }
}
