package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.support.segment.SegmentAppender;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A file of the spill, and how far it was written, read and delivered. Guarded by the spill. */
final class SpillSegment {
  /** A number of records that nobody knows. */
  static final long UNKNOWN = -1;

  final Path path;

  /** What tells the file from another one of the name. */
  final Object key;

  /** Records of other producers that are left in it, if that was asked for. */
  long left = UNKNOWN;

  /** When it was last written to. */
  long writtenAt;

  /** Where its file is written; null if it is complete. */
  SegmentAppender output;

  /** Bytes of whole chunks. */
  long end;

  /** Up to there chunks were taken, or found to be damaged. */
  long taken;

  /** Up to there everything is done. */
  long done;

  /** Records of this producer in it, and those of them that were taken or counted as lost. */
  long rows;

  long rowsTaken;

  /** Records of chunks in it that may have arrived already, by where the chunks end. */
  final Map<Long, Integer> uncertain = new HashMap<>();

  /** Chunks that were taken and are not known to be done, and those of them that are handed out. */
  int onTheWay;

  int handedOut;

  /**
   * What is lost of it: counted once no later producer will send it, because the position says so
   * or the file has gone. Linked, since counting must not allocate.
   */
  Taken lost;

  /** Whether the file is to be set aside instead of being deleted. */
  boolean damaged;

  /** Whether the file is another one's now, or nobody's. */
  boolean gone;

  /** A segment of {@code end} bytes that was last written to at {@code writtenAt}. */
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

  /** Whether every chunk in it is done or lost. */
  boolean isDone() {
    return isTaken() && rowsTaken == rows && onTheWay == 0;
  }

  /** Notes that chunks are lost. */
  void lose(Taken taken) {
    taken.nextLost = lost;
    lost = taken;
  }

  /** A chunk that was read from a segment, or all that never were. Guarded by the spill. */
  static final class Taken {
    final SpillSegment segment;

    /** Where the chunk is in its segment. */
    final long start;

    final long end;
    final long rows;
    final boolean own;

    /** Whether it was sent before and may have arrived. */
    boolean uncertain;

    /** Whether somebody has it now. */
    boolean handedOut;

    /** Whether it came back to be handed out again. */
    boolean again;

    /** Whether it need not be kept any more. */
    boolean done;

    /** Why it is lost; null if it is not. */
    DropCause lost;

    /** The next one that its segment has lost and not counted. */
    Taken nextLost;

    Taken(SpillSegment segment, long start, long end, long rows, boolean own) {
      this.segment = segment;
      this.start = start;
      this.end = end;
      this.rows = rows;
      this.own = own;
    }

    /** Notes that nobody will send it, unless it is done. */
    void lose(DropCause cause) {
      lost = done ? lost : cause;
      done = true;
    }
  }
}
