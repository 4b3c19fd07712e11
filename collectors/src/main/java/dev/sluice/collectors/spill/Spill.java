package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.SourcePosition;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Sealed chunks in local segments until the sink takes them: those of this producer, and those that
 * earlier producers of the same directory left. Chunks come out in the order in which they came in.
 * What was kept survives the end of the program, not of the machine: nothing is forced to the
 * device.
 *
 * <p>All methods may be called by any thread and throw nothing when a file operation fails: it is
 * told once, and what could not be done is tried again. One lock guards everything, and file
 * operations are done while it is held; {@link #status} and {@link Spilled#done} do not take it.
 */
public final class Spill {
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
  private final Consumer<String> told;
  private final SpillDirectory directory;
  private final SegmentReader reader;

  /** Oldest first. */
  private final Deque<Segment> segments = new ArrayDeque<>();

  /** Chunks that were taken and are not known to be done, in order. */
  private final Deque<Spilled> onTheWay = new ArrayDeque<>();

  /** Segments whose files could not be deleted. */
  private final List<Segment> leftovers = new ArrayList<>();

  private final long[] losses = new long[DropCause.COUNT];
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
  // Written with the lock, read without it.
  private volatile long undelivered;
  private volatile long damaged;
  private volatile String problem;

  /** What became of a chunk that was to be kept. */
  public enum Result {
    /** Its bytes are in a segment. */
    STORED,
    /** There is no room, by the settings or on the disk. */
    FULL,
    /** The directory cannot be used now; {@link SpillStatus#problem()} says why. */
    FAILED
  }

  /**
   * The spill of one producer; {@link #keepHouse} opens it.
   *
   * @param clock nanoseconds, as {@link System#nanoTime()}
   * @param told gets a line for users each time that something fails or is lost
   */
  public Spill(SpillSettings settings, long producerId, LongSupplier clock, Consumer<String> told) {
    this(settings, producerId, clock, told, new LocalDisk());
  }

  Spill(
      SpillSettings settings,
      long producerId,
      LongSupplier clock,
      Consumer<String> told,
      SpillDisk disk) {
    this.settings = settings;
    this.producerId = producerId;
    this.clock = clock;
    this.told = told;
    this.disk = disk;
    this.directory = new SpillDirectory(settings.directory(), disk);
    this.reader = new SegmentReader(disk);
    this.openAt = clock.getAsLong();
    this.writeAt = openAt;
    this.readAt = openAt;
    this.keptHouseAt = openAt;
  }

  /** Keeps a chunk; the caller has its bytes again afterwards. */
  public synchronized Result append(Chunk chunk) {
    if (!isOpen() || !isDue(writeAt)) {
      return Result.FAILED;
    }
    try {
      if (!hasRoom(chunk.length())) {
        return Result.FULL;
      }
      Segment segment = newest(chunk.length());
      segment.output.append(chunk.array(), chunk.offset(), chunk.length());
      segment.end += chunk.length();
      segment.rows += ownRecords(chunk);
      segment.writtenAt = clock.getAsLong();
      bytes += chunk.length();
      writtenSinceCheck += chunk.length();
      problem = null;
      undelivered += chunk.length();
      return Result.STORED;
    } catch (IOException e) {
      abandonOutput();
      writeAt = clock.getAsLong() + SECOND;
      fail("cannot be written, chunks stay in memory: " + e.getMessage());
      return Result.FAILED;
    }
  }

  private int ownRecords(Chunk chunk) {
    return chunk.accounting().producerId() == producerId ? chunk.header().recordCount() : 0;
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
      fail("cannot be used, nothing is kept there: " + e.getMessage());
    }
    return directory.isHeld();
  }

  private void fail(String why) {
    String text = "spill directory " + settings.directory() + " " + why;
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
    Segment segment = new Segment(path, 0, now, now);
    segment.output = disk.create(path);
    segments.add(segment);
    return segment;
  }

  private void complete(Segment segment) {
    SpillDisk.Output output = segment.output;
    segment.output = null;
    try {
      output.close();
    } catch (IOException e) {
      fail("has a segment that could not be closed: " + e.getMessage());
    }
  }

  /** After a failure: whatever part of a chunk was written goes, and the next one begins anew. */
  private void abandonOutput() {
    Segment last = segments.peekLast();
    if (last != null && last.output != null) {
      try {
        last.output.truncate(last.end);
      } catch (IOException e) {
        // Half a chunk stays at the end; nobody here reads that far, other readers skip it.
      }
      complete(last);
    }
  }

  /** The oldest chunk that was not taken yet, or null. */
  public synchronized Spilled next() {
    if (!isOpen() || !isDue(readAt)) {
      return null;
    }
    try {
      Taker taker = new Taker();
      for (Segment segment : segments) {
        taker.segment = segment;
        while (taker.spilled == null && !segment.isTaken()) {
          if (!reader.next(segment, taker)) {
            passUndecided(segment);
          }
        }
        if (segment.isTaken() && segment.rowsTaken < segment.rows) {
          lose(segment, DropCause.WRITE_REJECTED); // chunks that the disk has damaged
        }
        if (taker.spilled != null) {
          readFailures = 0;
          return taker.spilled;
        }
      }
    } catch (IOException e) {
      readFailed(e);
    }
    return null;
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
    private Segment segment;
    private Spilled spilled;

    @Override
    public void chunk(Chunk chunk, SourcePosition position) {
      boolean own = chunk.accounting().producerId() == producerId;
      Spilled next = new Spilled(chunk.copy(), own, segment, position.offset() + chunk.length());
      onTheWay.add(next);
      segment.onTheWay++;
      segment.rowsTaken += ownRecords(chunk);
      spilled = next;
    }

    @Override
    public void damaged(Damage damage) {
      damaged++;
      segment.damaged |= !damage.reason().equals("torn tail");
      told.accept("spill: " + damage);
    }
  }

  private void lose(Segment segment, DropCause cause) {
    losses[cause.ordinal()] += segment.rows - segment.rowsTaken;
    segment.rowsTaken = segment.rows;
    segment.taken = segment.end;
  }

  private void readFailed(IOException failure) {
    readAt = clock.getAsLong() + SECOND;
    fail("cannot be read, will try again: " + failure.getMessage());
    Segment unread =
        segments.stream().filter(segment -> !segment.isTaken()).findFirst().orElseThrow();
    if (++readFailures >= MOST_READ_FAILURES) {
      readFailures = 0;
      unread.damaged = true;
      giveUp(unread, DropCause.WRITE_REJECTED);
    }
  }

  private void giveUp(Segment segment, DropCause cause) {
    told.accept("spill: what is left of %s is dropped, %s".formatted(segment.path, cause.label()));
    reader.leave(segment);
    if (segment.output != null) {
      complete(segment);
    }
    lose(segment, cause);
  }

  /**
   * Lets the oldest segment of which nothing is on its way to the sink give way to newer chunks.
   *
   * @return false if there is none
   */
  public synchronized boolean evictOldest() {
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

  /** Own records that were lost since the last call, by the ordinal of the cause. */
  public synchronized long[] takeLosses() {
    long[] taken = losses.clone();
    Arrays.fill(losses, 0);
    return taken;
  }

  /**
   * Opens the directory if it is not open yet, frees what is delivered, drops what is too old. To
   * be called often: it does little where there is nothing to do.
   */
  public synchronized void keepHouse() {
    if (!isOpen()) {
      return;
    }
    free();
    if (isDue(keptHouseAt)) {
      keptHouseAt = clock.getAsLong() + SECOND;
      notePosition();
      leftovers.removeIf(this::remove);
      Duration age = settings.maxAge();
      while (age != null && dropOldest(DropCause.EVICTED, age.toNanos())) {
        // until the oldest is young
      }
    }
  }

  /** Deletes segments of which every chunk is done. */
  private void free() {
    while (!onTheWay.isEmpty() && onTheWay.peek().isDone()) {
      Spilled done = onTheWay.poll();
      done.segment.done = done.end;
      done.segment.onTheWay--;
    }
    // By segment, because one that gave way may lie behind one that is on its way.
    for (Iterator<Segment> all = segments.iterator(); all.hasNext(); ) {
      Segment segment = all.next();
      if (segment.isTaken() && segment.rowsTaken == segment.rows && segment.onTheWay == 0) {
        all.remove();
        reader.leave(segment);
        if (segment.output != null) {
          complete(segment);
        }
        if (!remove(segment)) {
          leftovers.add(segment);
        }
      }
    }
    publish();
  }

  /** Deletes the file, or sets it aside for users if there is something wrong with it. */
  private boolean remove(Segment segment) {
    try {
      if (segment.damaged) {
        disk.rename(
            segment.path, segment.path.resolveSibling(segment.path.getFileName() + ".damaged"));
      } else {
        disk.delete(segment.path);
        bytes -= segment.end;
      }
      return true;
    } catch (IOException e) {
      fail("has a segment that was delivered and cannot be deleted: " + e.getMessage());
      return false;
    }
  }

  private void notePosition() {
    try {
      directory.note(segments.peek());
    } catch (IOException e) {
      fail("does not take the position, a restart would send more again: " + e.getMessage());
    }
  }

  private void publish() {
    undelivered = segments.stream().mapToLong(segment -> segment.end - segment.done).sum();
  }

  /** The figures; does not wait for the disk. */
  public SpillStatus status() {
    return new SpillStatus(undelivered, damaged, problem);
  }

  /** Leaves what is not done to the next producer of the directory. Idempotent. */
  public synchronized void close() {
    if (directory.isHeld()) {
      free();
      notePosition();
      segments.stream().filter(segment -> segment.output != null).forEach(this::complete);
      reader.close();
      try {
        directory.close();
      } catch (IOException e) {
        fail("could not be left: " + e.getMessage());
      }
    }
    closed = true;
  }
}
