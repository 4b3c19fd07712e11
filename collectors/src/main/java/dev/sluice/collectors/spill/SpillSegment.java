package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.support.segment.SegmentAppender;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A file of the spill, and the positions up to which it was written, read and delivered. Guarded by
 * the spill.
 */
final class SpillSegment {
  /** Value of an unknown number of records. */
  static final long UNKNOWN = -1;

  final Path path;

  /** Key that distinguishes the file from another one with the name. */
  final Object key;

  /** Number of records of other producers that are left in it, if that was asked for. */
  long left = UNKNOWN;

  /** Time of the last write. */
  long writtenAt;

  /** Appender of the segment's file; null if it is complete. */
  SegmentAppender output;

  /** Number of bytes of whole chunks. */
  long end;

  /** Position up to which chunks were taken, or found to be damaged. */
  long taken;

  /** Position up to which all chunks are done. */
  long done;

  /**
   * Number of records of this producer in the segment, and of those that were taken or counted as
   * lost.
   */
  long rows;

  long rowsTaken;

  /** Number of records in chunks that may have arrived already, by the ends of the chunks. */
  final Map<Long, Integer> uncertain = new HashMap<>();

  /** Number of chunks that were taken and are not done, and number of those in use. */
  int onTheWay;

  int handedOut;

  /**
   * Lost chunks of the segment, which are counted once no later producer will send them, because
   * the position is after them or the file is gone. Linked, because counting must not allocate.
   */
  Taken lost;

  /** Whether the file is to be quarantined instead of deleted. */
  boolean damaged;

  /** Whether the file belongs to another program now, or is gone. */
  boolean gone;

  /** Creates a segment of {@code end} bytes that was last written to at {@code writtenAt}. */
  SpillSegment(Path path, Object key, long end, long writtenAt) {
    this.path = path;
    this.key = key;
    this.end = end;
    this.writtenAt = writtenAt;
  }

  String name() {
    return path.getFileName().toString();
  }

  boolean isTaken() {
    return taken == end;
  }

  /** Returns whether every chunk in it is done or lost. */
  boolean isDone() {
    return isTaken() && rowsTaken == rows && onTheWay == 0;
  }

  /** Notes that chunks are lost. */
  void addLost(Taken taken) {
    taken.nextLost = lost;
    lost = taken;
  }

  /**
   * A chunk that was read from a segment, or the whole part that was never read. Guarded by the
   * spill.
   */
  static final class Taken {
    final SpillSegment segment;

    /** Position of the chunk in its segment. */
    final long start;

    final long end;
    final long rows;
    final boolean own;

    /** Whether the chunk was sent before and may have arrived. */
    boolean uncertain;

    /** Whether the chunk is in use. */
    boolean handedOut;

    /** Whether the chunk must be returned again. */
    boolean again;

    /** Whether the chunk need not be kept any more. */
    boolean done;

    /** Cause of the chunk's loss; null if it is not lost. */
    DropCause lost;

    /** Next chunk that its segment has lost and not counted. */
    Taken nextLost;

    Taken(SpillSegment segment, long start, long end, long rows, boolean own) {
      this.segment = segment;
      this.start = start;
      this.end = end;
      this.rows = rows;
      this.own = own;
    }

    /** Notes that the chunk will not be sent, unless it is done. */
    void markLost(DropCause cause) {
      lost = done ? lost : cause;
      done = true;
    }
  }
}
