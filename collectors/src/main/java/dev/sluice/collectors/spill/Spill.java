package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.SourcePosition;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;

/**
 * Sealed chunks in local segments until the sink takes them: those of this producer, and those that
 * earlier producers of the same directory left. Chunks come out in the order in which they came in.
 * What was kept survives the end of the program, not of the machine: nothing is forced to the
 * device.
 *
 * <p>Nothing is thrown when a file operation fails: it is told once, and what could not be done is
 * tried again.
 */
public final class Spill implements Stage {
  /** This much of the disk is left to others. */
  static final long RESERVED_BYTES = 64L << 20;

  private static final long CHECKED_BYTES = 4L << 20;
  private static final long SECOND = 1_000_000_000;
  private static final long REOPEN_NANOS = 10 * SECOND;

  /** A segment that cannot be read for this often in a row is given up. */
  private static final int MOST_READ_FAILURES = 10;

  private final SpillSettings settings;
  private final long producerId;
  private final SpillDisk disk;
  private final LongSupplier clock;
  private final ObjLongConsumer<DropCause> lost;
  private final Consumer<String> told;
  private final SpillDirectory directory;
  private final SegmentReader reader;

  /** Oldest first. */
  private final Deque<Segment> segments = new ArrayDeque<>();

  /** Chunks that were taken and are not known to be done, in order. */
  private final Deque<Taken> onTheWay = new ArrayDeque<>();

  /** Taken ahead, because its length is asked for first; its bytes are the reader's. */
  private Stored ahead;

  private long nextNumber;
  private long bytes; // of all segments, delivered or not
  private long free;
  private long writtenSinceCheck;
  private long checkedAt;
  private long openAt; // when to try it, as the two that follow
  private long writeAt;
  private long readAt;
  private long keptHouseAt;
  private int readFailures;
  private boolean closed;
  // Written with the caller's lock, read without it.
  private volatile long undelivered;
  private volatile long damaged;
  private volatile String problem;

  /** A chunk that was read from a segment. */
  private static final class Taken {
    final Segment segment;

    /** Where the chunk ends in its segment. */
    final long end;

    boolean done;

    Taken(Segment segment, long end) {
      this.segment = segment;
      this.end = end;
    }
  }

  /**
   * The spill of one producer; {@link #keepHouse} opens it.
   *
   * @param clock nanoseconds, as {@link System#nanoTime()}
   * @param lost is told how many records of this producer were kept and then given up
   * @param told gets a line for users each time that something fails or is lost
   */
  public Spill(
      SpillSettings settings,
      long producerId,
      LongSupplier clock,
      ObjLongConsumer<DropCause> lost,
      Consumer<String> told,
      SpillDisk disk) {
    this.settings = settings;
    this.producerId = producerId;
    this.clock = clock;
    this.lost = lost;
    this.told = told;
    this.disk = disk;
    this.directory = new SpillDirectory(settings.directory(), disk);
    this.reader = new SegmentReader(disk);
    this.openAt = clock.getAsLong();
    this.writeAt = openAt;
    this.readAt = openAt;
    this.keptHouseAt = openAt;
  }

  @Override
  public DropCause put(Chunk chunk) {
    if (!isOpen() || !isDue(writeAt)) {
      return DropCause.WRITE_REJECTED;
    }
    try {
      if (!hasRoom(chunk.length())
          && !(settings.evicts() && evictOldest() && hasRoom(chunk.length()))) {
        return DropCause.SPILL_FULL;
      }
      append(chunk);
      return null;
    } catch (IOException e) {
      abandonOutput();
      writeAt = clock.getAsLong() + SECOND;
      fail("cannot be written, chunks stay in memory: ", e);
      return DropCause.WRITE_REJECTED;
    }
  }

  private void append(Chunk chunk) throws IOException {
    Segment segment = newest(chunk.length());
    segment.output.write(chunk.array(), chunk.offset(), chunk.length());
    segment.end += chunk.length();
    segment.rows += isOwn(chunk) ? chunk.header().recordCount() : 0;
    segment.writtenAt = clock.getAsLong();
    bytes += chunk.length();
    writtenSinceCheck += chunk.length();
    undelivered += chunk.length();
    problem = null;
  }

  private boolean isOwn(Chunk chunk) {
    return chunk.accounting().producerId() == producerId;
  }

  private boolean isDue(long at) {
    return clock.getAsLong() - at >= 0;
  }

  private boolean isOpen() {
    return !closed && (directory.isHeld() || isDue(openAt) && open());
  }

  private boolean open() {
    try {
      for (Segment segment : directory.open(clock.getAsLong())) {
        segments.add(segment);
        bytes += segment.end;
      }
      problem = null;
      publish();
      checkDisk();
      long room = free - RESERVED_BYTES + bytes;
      if (room < settings.maxBytes()) {
        told.accept(
            "spill directory %s: its disk has room for %d MiB, not for the %d MiB of spill.bytes"
                .formatted(
                    settings.directory(), Math.max(0, room) >> 20, settings.maxBytes() >> 20));
      }
    } catch (IOException e) {
      openAt = clock.getAsLong() + REOPEN_NANOS;
      fail("cannot be used, nothing is kept there: ", e);
    }
    return directory.isHeld();
  }

  private void fail(String what, IOException why) {
    String text = "spill directory " + settings.directory() + " " + what + why.getMessage();
    if (!text.equals(problem)) {
      problem = text;
      told.accept(text);
    }
  }

  private boolean hasRoom(int length) throws IOException {
    if (writtenSinceCheck >= CHECKED_BYTES || clock.getAsLong() - checkedAt >= SECOND) {
      checkDisk();
    }
    return bytes + length <= settings.maxBytes()
        && free - writtenSinceCheck - length >= RESERVED_BYTES;
  }

  private void checkDisk() throws IOException {
    free = disk.usableSpace(settings.directory());
    writtenSinceCheck = 0;
    checkedAt = clock.getAsLong();
  }

  /** The segment that is written to. */
  private Segment newest(int length) throws IOException {
    long now = clock.getAsLong();
    Segment last = segments.peekLast();
    if (last != null && last.output != null) {
      boolean fits = last.end == 0 || last.end + length <= settings.segmentBytes();
      if (fits && now - last.begunAt < settings.segmentNanos()) {
        return last;
      }
      complete(last);
    }
    Path path = directory.segment(producerId, nextNumber++);
    Segment segment = new Segment(path, 0, now);
    segment.output = disk.create(path);
    segments.add(segment);
    return segment;
  }

  /** Writes no more to a segment. */
  private void complete(Segment segment) {
    Closeable output = segment.output;
    segment.output = null;
    if (output != null) {
      try {
        output.close();
      } catch (IOException e) {
        fail("has a segment that could not be closed: ", e);
      }
    }
  }

  /** After a failure: whatever part of a chunk was written goes, and the next one begins anew. */
  private void abandonOutput() {
    Segment last = segments.peekLast();
    if (last != null && last.output != null) {
      try {
        last.output.setLength(last.end);
      } catch (IOException e) {
        // Half a chunk stays at the end; nobody here reads that far, other readers skip it.
      }
      complete(last);
    }
  }

  @Override
  public int nextBytes() {
    if (ahead == null && isOpen() && isDue(readAt)) {
      try {
        read();
      } catch (IOException e) {
        readFailed(e);
      }
    }
    return ahead == null ? 0 : ahead.chunk().length();
  }

  @Override
  public Stored next(byte[] buffer) {
    Stored next = new Stored(ahead.chunk().copyTo(buffer), ahead.own(), ahead.ticket());
    ahead = null;
    return next;
  }

  private void read() throws IOException {
    for (Segment segment : segments) {
      ChunkHandler taker = new Taker(segment);
      while (ahead == null && !segment.isTaken()) {
        if (!reader.next(segment, taker)) {
          passUndecided(segment);
        }
      }
      if (segment.isTaken() && segment.rowsTaken < segment.rows) {
        lose(segment, DropCause.WRITE_REJECTED); // chunks that the disk has damaged
      }
      if (ahead != null) {
        readFailures = 0;
        return;
      }
    }
  }

  /** Bytes at the end that may belong to a chunk yet to come: if none comes they are damage. */
  private void passUndecided(Segment segment) {
    if (segment.output != null) {
      complete(segment);
    } else {
      segment.taken = segment.end;
    }
  }

  private final class Taker implements ChunkHandler {
    private final Segment segment;

    Taker(Segment segment) {
      this.segment = segment;
    }

    @Override
    public void chunk(Chunk chunk, SourcePosition position) {
      Taken taken = new Taken(segment, position.offset() + chunk.length());
      onTheWay.add(taken);
      segment.onTheWay++;
      segment.rowsTaken += isOwn(chunk) ? chunk.header().recordCount() : 0;
      ahead = new Stored(chunk, isOwn(chunk), taken);
    }

    @Override
    public void damaged(Damage damage) {
      damaged++;
      segment.damaged |= !damage.reason().equals("torn tail");
      told.accept("spill: " + damage);
    }
  }

  private void lose(Segment segment, DropCause cause) {
    lost.accept(cause, segment.rows - segment.rowsTaken);
    segment.rowsTaken = segment.rows;
    segment.taken = segment.end;
  }

  private void readFailed(IOException failure) {
    reader.close();
    readAt = clock.getAsLong() + SECOND;
    Segment unread = segments.stream().filter(one -> !one.isTaken()).findFirst().orElseThrow();
    fail("cannot be read, will try again: cannot read " + unread.path + ": ", failure);
    if (++readFailures >= MOST_READ_FAILURES) {
      readFailures = 0;
      unread.damaged = true;
      giveUp(unread, DropCause.WRITE_REJECTED);
    }
  }

  private void giveUp(Segment segment, DropCause cause) {
    told.accept("spill: what is left of %s is dropped, %s".formatted(segment.path, cause.label()));
    complete(segment);
    lose(segment, cause);
  }

  @Override
  public void settled(Stored stored, boolean done) {
    // What is not done goes to the end, where it is handed out again; without room for it there
    // it stays where it is, for a later producer.
    ((Taken) stored.ticket()).done = done || put(stored.chunk()) == null;
  }

  /** Drops the oldest segment of which nothing is on its way; false if there is none. */
  boolean evictOldest() {
    free();
    return dropOldest(DropCause.SPILL_FULL, Long.MIN_VALUE);
  }

  private boolean dropOldest(DropCause cause, long minAgeNanos) {
    for (Segment segment : segments) {
      if (!segment.isTaken() && segment.onTheWay == 0) {
        boolean old = clock.getAsLong() - segment.writtenAt >= minAgeNanos;
        if (old) {
          giveUp(segment, cause);
          free();
        }
        return old;
      }
    }
    return false;
  }

  @Override
  public void keepHouse() {
    if (isOpen()) {
      free();
      if (isDue(keptHouseAt)) {
        keptHouseAt = clock.getAsLong() + SECOND;
        notePosition();
        Duration age = settings.maxAge();
        while (age != null && dropOldest(DropCause.EVICTED, age.toNanos())) {
          // until the oldest is young
        }
      }
    }
  }

  /** Deletes segments of which every chunk is done. */
  private void free() {
    while (!onTheWay.isEmpty() && onTheWay.peek().done) {
      Taken taken = onTheWay.poll();
      taken.segment.done = taken.end;
      taken.segment.onTheWay--;
    }
    // By segment, because one that gave way may lie behind one that is on its way.
    segments.removeIf(segment -> segment.isDone() && remove(segment));
    publish();
  }

  /** Deletes the file, or sets it aside for users if there is something wrong with it. */
  private boolean remove(Segment segment) {
    reader.leave(segment);
    complete(segment);
    segment.done = segment.end; // if the file stays, it is not sent again
    try {
      if (segment.damaged) {
        String name = segment.name() + SpillDirectory.DAMAGED;
        disk.rename(segment.path, segment.path.resolveSibling(name));
      } else {
        disk.delete(segment.path);
        bytes -= segment.end;
      }
      return true;
    } catch (IOException e) {
      fail("has a segment that was delivered and cannot be deleted: ", e);
      return false;
    }
  }

  private void notePosition() {
    try {
      directory.note(segments.peek());
    } catch (IOException e) {
      fail("does not take the position, a restart would send more again: ", e);
    }
  }

  private void publish() {
    undelivered = segments.stream().mapToLong(segment -> segment.end - segment.done).sum();
  }

  @Override
  public SpillStatus status() {
    return new SpillStatus(undelivered, damaged, problem);
  }

  @Override
  public void close() {
    if (directory.isHeld()) {
      free();
      notePosition();
      segments.forEach(this::complete);
      reader.close();
      try {
        directory.close();
      } catch (IOException e) {
        fail("could not be left: ", e);
      }
    }
    closed = true;
  }
}
