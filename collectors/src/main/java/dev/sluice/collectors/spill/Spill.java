package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Platform;
import dev.sluice.collectors.spill.SpillSegment.Taken;
import dev.sluice.collectors.spill.SpillSettings.Fsync;
import dev.sluice.support.segment.SegmentAppender;
import dev.sluice.support.segment.SegmentLog;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/**
 * Store of sealed chunks in local segments until the sink takes them: chunks of this producer, and
 * those that earlier producers left in the directory. Chunks come out in the order in which they
 * came in. What was kept survives the end of the program, not of the machine: nothing is forced to
 * the device.
 *
 * <p>Nothing is thrown when a file operation fails: it is told once, and what could not be done is
 * tried again.
 */
public final class Spill implements ChunkStore {
  /** Number of bytes of the disk that the spill leaves free for other programs. */
  static final long RESERVED_BYTES = 64L << 20;

  private static final long CHECKED_BYTES = 4L << 20;
  private static final long SECOND = 1_000_000_000;
  private static final long REOPEN_NANOS = 10 * SECOND;

  /** Maximum number of failures in a row to read a segment; it is then dropped. */
  private static final int MAX_READ_FAILURES = 10;

  private final SpillSettings settings;
  private final long producerId;
  private final Platform platform;
  private final Disk disk;
  private final Losses losses;
  private final Problems problems;
  private final SegmentLog log;
  private final SpillDirectory directory;

  /** The segments; visible to tests. */
  final Segments segments;

  private long free;
  private long writtenSinceCheck;
  private long checkedAt;
  private long openAt; // when to try it, as the two that follow
  private long writeAt;
  private long readAt;
  private long maintainedAt;
  private int readFailures;
  private boolean leftTraces;
  private boolean closed;

  /**
   * Creates the spill of one producer; {@link #maintain} opens it.
   *
   * @param lost is told how many records of this producer were kept and then given up, and why;
   *     null: they may have arrived
   * @param told gets a line for users each time that something fails or is lost
   */
  public Spill(
      SpillSettings settings,
      long producerId,
      Platform platform,
      ObjLongConsumer<DropCause> lost,
      Consumer<String> told) {
    this.settings = settings;
    this.producerId = producerId;
    this.platform = platform;
    this.disk = platform.disk();
    this.losses = new Losses(lost, disk);
    this.problems = new Problems(settings.directory(), told);
    this.log = SegmentLog.owned(disk, settings.directory());
    this.directory = new SpillDirectory(settings, platform, log, told);
    this.segments = new Segments(producerId, disk, log, losses, problems);
    this.openAt = platform.nanoTime();
    this.writeAt = openAt;
    this.readAt = openAt;
    this.maintainedAt = openAt;
  }

  @Override
  public DropCause put(Chunk chunk, boolean uncertain) {
    leftTraces = false;
    if (!isOpen() || !isDue(writeAt)) {
      return DropCause.WRITE_REJECTED;
    }
    try {
      if (!makeRoom(chunk.length())) {
        return DropCause.SPILL_FULL;
      }
      leftTraces = true;
      append(chunk, uncertain);
      return null;
    } catch (IOException e) {
      leftTraces = !abandonOutput();
      writeAt = platform.nanoTime() + SECOND;
      problems.failed("cannot be written, chunks stay in memory: ", e);
      return DropCause.WRITE_REJECTED;
    }
  }

  @Override
  public boolean leftTraces() {
    return leftTraces;
  }

  private void append(Chunk chunk, boolean uncertain) throws IOException {
    SpillSegment segment = newest(chunk.length());
    segment.output.append(chunk, settings.fsync() == Fsync.CHUNK);
    segments.appended(segment, chunk, uncertain);
    segment.writtenAt = platform.nanoTime();
    writtenSinceCheck += chunk.length();
    problems.last = null;
  }

  private boolean isDue(long at) {
    return platform.nanoTime() - at >= 0;
  }

  private boolean isOpen() {
    return !closed && (directory.isHeld() || isDue(openAt) && open());
  }

  private boolean open() {
    try {
      directory.open().forEach(segments::add);
      problems.last = null;
      dropOld();
      checkDisk();
      long room = free - RESERVED_BYTES + segments.bytes;
      if (room < settings.maxBytes()) {
        problems.warn(
            "spill directory %s: its disk has room for %d MiB, not for the %d MiB of spill.bytes"
                .formatted(
                    settings.directory(), Math.max(0, room) >> 20, settings.maxBytes() >> 20));
      }
    } catch (IOException e) {
      openAt = platform.nanoTime() + REOPEN_NANOS;
      problems.failed("cannot be used, nothing is kept there: ", e);
    }
    return directory.isHeld();
  }

  private boolean makeRoom(int length) throws IOException {
    boolean room = hasRoom(length);
    if (!room) {
      segments.free(); // nothing gives way for what is delivered already
      room = hasRoom(length);
    }
    if (!room && settings.evicts()) {
      segments.evictOldest();
      room = hasRoom(length);
    }
    return room;
  }

  private boolean hasRoom(int length) throws IOException {
    if (writtenSinceCheck >= CHECKED_BYTES || platform.nanoTime() - checkedAt >= SECOND) {
      checkDisk();
    }
    return segments.bytes + length <= settings.maxBytes()
        && free - writtenSinceCheck - length >= RESERVED_BYTES;
  }

  private void checkDisk() throws IOException {
    free = disk.usableSpace(settings.directory());
    writtenSinceCheck = 0;
    checkedAt = platform.nanoTime();
  }

  /** Returns the segment that is written to, which has room for {@code length} bytes. */
  private SpillSegment newest(int length) throws IOException {
    long now = platform.nanoTime();
    SpillSegment last = segments.all.peekLast();
    if (last != null && last.output != null) {
      boolean fits = last.end == 0 || last.end + length <= settings.segmentBytes();
      if (fits && now - last.output.begunNanos() < settings.segmentNanos()) {
        return last;
      }
      segments.complete(last);
    }
    SegmentAppender output = log.begin(producerId, now, settings.fsync() == Fsync.CHUNK);
    SpillSegment begun = new SpillSegment(output.path(), output.key(), 0, now);
    begun.output = output;
    segments.add(begun);
    return begun;
  }

  /**
   * Abandons the output after a failure: removes the part of a chunk that was written, so that the
   * next chunk begins again. Returns whether it was removed.
   */
  private boolean abandonOutput() {
    SpillSegment last = segments.all.peekLast();
    boolean gone = last == null || last.output == null || last.output.abandon();
    if (last != null) {
      last.output = null;
    }
    return gone;
  }

  @Override
  public int nextBytes() {
    if (!isOpen() || !isDue(readAt)) {
      return 0;
    }
    try {
      int next = segments.nextBytes();
      readFailures = 0;
      return next;
    } catch (IOException e) {
      readFailed(e);
      return 0;
    }
  }

  @Override
  public Stored next(byte[] buffer) {
    return segments.next(buffer);
  }

  private void readFailed(IOException failure) {
    readAt = platform.nanoTime() + SECOND;
    String which = segments.unread().path.toString();
    problems.failed("cannot be read, will try again: cannot read " + which + ": ", failure);
    if (++readFailures >= MAX_READ_FAILURES) {
      readFailures = 0;
      segments.giveUpUnread();
    }
  }

  @Override
  public void done(Stored stored, DropCause lost) {
    segments.done((Taken) stored.ticket(), lost);
  }

  @Override
  public void requeue(Stored stored, boolean uncertain) {
    segments.requeue((Taken) stored.ticket(), uncertain);
  }

  @Override
  public void maintain() {
    if (isOpen()) {
      segments.free();
      if (isDue(maintainedAt)) {
        maintainedAt = platform.nanoTime() + SECOND;
        checkFiles();
        notePosition();
        dropOld();
      }
    }
  }

  private void dropOld() {
    if (settings.maxAge() != null) {
      long from = platform.nanoTime() - settings.maxAge().toNanos();
      segments.giveUpAll(
          segment -> segment.writtenAt - from <= 0 && segments.isCountable(segment),
          "older than spill.age",
          DropCause.EVICTED);
    }
  }

  /** Counts what other programs removed, and closes a directory that was replaced. */
  private void checkFiles() {
    segments.giveUpAll(this::isGone, "that somebody else has removed", DropCause.WRITE_REJECTED);
    try {
      if (!directory.isIntact()) {
        directory.close();
      }
    } catch (IOException e) {
      problems.failed("cannot be looked at: ", e);
    }
  }

  /** Returns whether the segment is gone since the last call. */
  private boolean isGone(SpillSegment segment) {
    try {
      boolean gone = !segment.gone && !directory.isThere(segment.path, segment.key);
      segment.gone |= gone;
      return gone;
    } catch (IOException e) {
      problems.failed("cannot be looked at: ", e);
      return false; // nobody knows
    }
  }

  private void notePosition() {
    SpillSegment oldest = segments.all.peek();
    try {
      if (directory.isHeld()) {
        directory.note(oldest);
        if (oldest != null) {
          losses.countPassed(oldest);
        }
      }
    } catch (IOException e) {
      problems.failed("does not take the position, a restart would send more again: ", e);
    }
  }

  @Override
  public SpillStatus status() {
    return new SpillStatus(segments.undelivered, segments.damaged, losses.adopted, problems.last);
  }

  @Override
  public void close() {
    if (directory.isHeld()) {
      segments.free();
      checkFiles();
      notePosition();
      segments.close();
      try {
        directory.close();
      } catch (IOException e) {
        problems.failed("could not be left: ", e);
      }
    }
    closed = true;
  }
}
