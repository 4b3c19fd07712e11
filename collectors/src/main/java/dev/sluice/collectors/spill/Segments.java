package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.DiskFile;
import dev.sluice.collectors.spill.ChunkStore.Stored;
import dev.sluice.collectors.spill.SpillSegment.Taken;
import dev.sluice.support.segment.SegmentAppender;
import dev.sluice.support.segment.SegmentLog;
import dev.sluice.support.segment.SegmentReader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/**
 * The segments of the spill in their order: the next chunk, the chunks that were taken and are not
 * done, and the dropped ones. Guarded by the spill.
 */
final class Segments {
  private final long producerId;
  private final Disk disk;
  private final Losses losses;
  private final Problems problems;
  private final SegmentLog log;
  private final SegmentReader reader;

  /** The segment that is open for reading, or null. */
  private SpillSegment opened;

  /** All segments, the oldest first. */
  final Deque<SpillSegment> all = new ArrayDeque<>();

  /** Chunks that were taken and are not known to be done, in order. */
  private final Deque<Taken> onTheWay = new ArrayDeque<>();

  /** Number of chunks in {@link #onTheWay} that must be returned again. */
  private int returned;

  /** Chunk that was read ahead because its length is asked for first; the reader owns its bytes. */
  private Stored ahead;

  /** Bytes of all segments, delivered or not. */
  long bytes;

  /** Bytes of chunks that are not done; read by any thread, like {@link #damaged}. */
  volatile long undelivered;

  /** Number of regions of bytes that were no chunks. */
  volatile long damaged;

  Segments(long producerId, Disk disk, SegmentLog log, Losses losses, Problems problems) {
    this.producerId = producerId;
    this.disk = disk;
    this.log = log;
    this.losses = losses;
    this.problems = problems;
    this.reader = new SegmentReader(disk);
  }

  /** Adds the newest segment, unless there is one with its name. */
  void add(SpillSegment segment) {
    if (all.stream().noneMatch(known -> known.path.equals(segment.path))) {
      all.add(segment);
      bytes += segment.end;
      publish();
    }
  }

  /** Notes that a chunk was written to a segment. */
  void appended(SpillSegment segment, Chunk chunk, boolean uncertain) {
    int rows = isOwn(chunk) ? chunk.header().recordCount() : 0;
    if (uncertain) {
      segment.uncertain.put(segment.end + chunk.length(), rows);
    }
    segment.rows += rows;
    segment.end += chunk.length();
    bytes += chunk.length();
    undelivered += chunk.length();
  }

  private boolean isOwn(Chunk chunk) {
    return chunk.accounting().producerId() == producerId;
  }

  /** Ends the writing to a segment. */
  void complete(SpillSegment segment) {
    SegmentAppender output = segment.output;
    segment.output = null;
    if (output != null) {
      try {
        output.close();
      } catch (IOException e) {
        problems.failed("has a segment that could not be closed: ", e);
      }
    }
  }

  /** Returns the size in bytes of the next chunk; 0 if there is none. */
  int nextBytes() throws IOException {
    if (ahead == null) {
      try {
        read();
      } catch (IOException | RuntimeException | Error e) {
        leave(opened); // it begins with the same chunk again
        throw e;
      }
    }
    return ahead == null ? 0 : ahead.chunk().length();
  }

  Stored next(byte[] buffer) {
    Taken taken = (Taken) ahead.ticket();
    Stored next = new Stored(ahead.chunk().copyTo(buffer), taken.own, taken.uncertain, taken);
    returned -= taken.again ? 1 : 0;
    taken.again = false;
    taken.handedOut = true;
    taken.segment.handedOut++;
    ahead = null;
    return next;
  }

  private void read() throws IOException {
    Taken back = firstReturned();
    if (back != null) {
      ahead = new Stored(readAgain(back), back.own, back.uncertain, back);
      return;
    }
    for (SpillSegment segment : all) {
      ChunkHandler taker = new ChunkReceiver(segment);
      while (ahead == null && !segment.isTaken()) {
        if (!readOn(segment, taker)) {
          passUndecided(segment);
        }
      }
      if (segment.isTaken() && segment.rowsTaken < segment.rows) {
        // Chunks that the disk has damaged: nobody will send them.
        losses.count(losses.rest(segment, DropCause.WRITE_REJECTED));
      }
      if (ahead != null) {
        return;
      }
    }
  }

  /** Takes one step through a segment, and notes in it the position of the reader. */
  private boolean readOn(SpillSegment segment, ChunkHandler taker) throws IOException {
    if (opened != segment) {
      opened = null;
      reader.open(segment.path, segment.name(), segment.taken);
      opened = segment;
    }
    boolean more = reader.next(taker, segment.end) || segment.output == null && reader.end(taker);
    segment.taken = reader.position();
    return more;
  }

  /**
   * Returns a chunk that is read again, in bytes of its own.
   *
   * @throws IOException if it cannot be read, or is not as it was
   */
  private Chunk readAgain(Taken taken) throws IOException {
    byte[] bytes = new byte[(int) (taken.end - taken.start)];
    try (DiskFile file = disk.open(taken.segment.path, false)) {
      file.seek(taken.start);
      for (int at = 0; at < bytes.length; ) {
        int read = file.read(bytes, at, bytes.length - at);
        if (read < 0) {
          throw new EOFException("it ends at byte " + (taken.start + at));
        }
        at += read;
      }
      return ChunkLayout.parse(bytes, 0, bytes.length);
    } catch (MalformedChunkException e) {
      throw new IOException("damaged since it was read: " + e.getMessage(), e);
    }
  }

  /** Closes a segment, if it is the one that is open for reading. */
  private void leave(SpillSegment segment) {
    if (opened == segment) {
      opened = null;
      reader.close();
    }
  }

  private Taken firstReturned() {
    if (returned > 0) {
      for (Taken taken : onTheWay) {
        if (taken.again) {
          return taken;
        }
      }
    }
    return null;
  }

  /**
   * Passes bytes at the end that may belong to a chunk yet to come: if none comes, they are damage.
   */
  private void passUndecided(SpillSegment segment) {
    if (segment.output != null) {
      complete(segment);
    } else {
      segment.taken = segment.end;
    }
  }

  private final class ChunkReceiver implements ChunkHandler {
    private final SpillSegment segment;

    ChunkReceiver(SpillSegment segment) {
      this.segment = segment;
    }

    @Override
    public void chunk(Chunk chunk, SourcePosition position) {
      long end = position.offset() + chunk.length();
      int rows = chunk.header().recordCount();
      Taken taken = new Taken(segment, position.offset(), end, rows, isOwn(chunk));
      taken.uncertain = segment.uncertain.containsKey(end);
      Stored stored = new Stored(chunk, taken.own, taken.uncertain, taken);
      onTheWay.add(taken); // nothing has changed if there is no memory for that
      segment.uncertain.remove(end);
      segment.onTheWay++;
      segment.rowsTaken += taken.own ? rows : 0;
      ahead = stored;
    }

    @Override
    public void damaged(Damage damage) {
      damaged++;
      segment.damaged |= !damage.reason().equals("torn tail");
      problems.warn("spill: " + damage);
    }
  }

  /** Returns the segment of the chunk that cannot be read. */
  SpillSegment unread() {
    Taken back = firstReturned();
    return back != null
        ? back.segment
        : all.stream().filter(segment -> !segment.isTaken()).findFirst().orElseThrow();
  }

  /** Drops a segment that cannot be read; its chunks that were returned may still arrive. */
  void giveUpUnread() {
    SpillSegment unread = unread();
    unread.damaged = true;
    long rows = drop(unread, DropCause.WRITE_REJECTED);
    problems.dropped(unread.path.toString(), rows, DropCause.WRITE_REJECTED);
    free();
  }

  void done(Taken taken, DropCause lost) {
    if (handIn(taken)) {
      taken.markLost(lost);
    }
  }

  // It is read from its segment again, so that it keeps its place and needs no room at the end.
  void requeue(Taken taken, boolean uncertain) {
    taken.uncertain |= uncertain;
    if (handIn(taken)) {
      taken.again = true;
      returned++;
    }
    if (taken.segment.gone) {
      drop(taken.segment, DropCause.WRITE_REJECTED);
    }
  }

  /** Notes that nobody uses a chunk any more; returns false if it was noted before. */
  private static boolean handIn(Taken taken) {
    boolean out = taken.handedOut;
    taken.handedOut = false;
    taken.segment.handedOut -= out ? 1 : 0;
    return out;
  }

  /** Drops the oldest segment of which no chunk is in use, if there is one. */
  void evictOldest() {
    for (SpillSegment segment : all) {
      if (segment.handedOut == 0 && !segment.isDone()) {
        if (isCountable(segment)) { // otherwise a newer one must not go in its place
          long rows = drop(segment, DropCause.SPILL_FULL);
          problems.dropped(segment.path.toString(), rows, DropCause.SPILL_FULL);
          free();
        }
        return;
      }
    }
  }

  /**
   * Returns whether the number of records that would be lost with a segment is known; otherwise it
   * stays.
   */
  boolean isCountable(SpillSegment segment) {
    try {
      losses.countRemaining(segment);
      return true;
    } catch (IOException e) {
      problems.failed("has a segment that cannot be counted and stays: ", e);
      return false;
    }
  }

  /** Drops each segment for which the predicate holds, and logs them in one line. */
  void giveUpAll(Predicate<SpillSegment> which, String what, DropCause cause) {
    long rows = 0;
    int found = 0;
    for (SpillSegment segment : all) {
      if (!segment.isDone() && which.test(segment)) {
        long left = drop(segment, cause);
        rows = Losses.sum(rows, left);
        found += left == 0 ? 0 : 1;
      }
    }
    if (found > 0) {
      problems.dropped(found + " segments " + what, rows, cause);
    }
    free();
  }

  /**
   * Drops the rest of a segment without the chunks in use, and returns its number of records. They
   * are counted when the file is gone: until then a later producer may send them.
   */
  private long drop(SpillSegment segment, DropCause cause) {
    complete(segment);
    leave(segment);
    ahead = ahead != null && ((Taken) ahead.ticket()).segment == segment ? null : ahead;
    long rows = 0;
    for (Taken taken : onTheWay) {
      if (taken.segment == segment && !taken.handedOut) {
        returned -= taken.again ? 1 : 0;
        taken.markLost(cause);
        segment.addLost(taken);
        rows += Losses.of(taken);
      }
    }
    onTheWay.removeIf(taken -> taken.segment == segment && !taken.handedOut);
    segment.onTheWay = segment.handedOut;
    Taken rest = losses.rest(segment, cause);
    segment.addLost(rest);
    if (segment.gone) {
      losses.countPassed(segment);
    }
    return Losses.sum(rows, Losses.of(rest));
  }

  /** Deletes segments of which every chunk is done. */
  void free() {
    while (!onTheWay.isEmpty() && onTheWay.peek().done) {
      Taken taken = onTheWay.poll();
      taken.segment.done = taken.end;
      taken.segment.onTheWay--;
      if (taken.lost != null) {
        taken.segment.addLost(taken);
      }
    }
    // By segment, because one that gave way may lie behind one that is on its way.
    all.removeIf(segment -> segment.isDone() && remove(segment));
    publish();
  }

  /** Deletes the file, or quarantines it for users if it is damaged. */
  private boolean remove(SpillSegment segment) {
    leave(segment);
    complete(segment);
    segment.done = segment.end; // if the file stays, it is not sent again
    try {
      if (segment.damaged && !segment.gone) {
        log.quarantine(segment.path, SpillDirectory.MAX_QUARANTINED);
      } else if (!segment.gone) {
        disk.delete(segment.path);
      }
    } catch (NoSuchFileException e) {
      // somebody else has removed it
    } catch (IOException e) {
      problems.failed("has a segment that was delivered and cannot be deleted: ", e);
      return false;
    }
    bytes -= segment.end;
    losses.countPassed(segment);
    return true;
  }

  private void publish() {
    undelivered = all.stream().mapToLong(segment -> segment.end - segment.done).sum();
  }

  /** Closes the segments; a file that could not be written or deleted may be so all the same. */
  void close() {
    all.forEach(losses::countRest);
    all.forEach(this::complete);
    reader.close();
  }
}
