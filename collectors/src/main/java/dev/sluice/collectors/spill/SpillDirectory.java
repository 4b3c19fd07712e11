package dev.sluice.collectors.spill;

import dev.sluice.api.binding.SegmentName;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The directory: who has it, what was found in it, and the position, a small file that names a
 * segment and how much of it was delivered, so that a restart does not send that again. Guarded by
 * the spill.
 */
final class SpillDirectory {
  private static final String LOCK = "spill.lock";
  private static final String POSITION = "spill.position";

  private final Path path;
  private final SpillDisk disk;
  private Closeable lock;
  private String written = "";

  SpillDirectory(Path path, SpillDisk disk) {
    this.path = path;
    this.disk = disk;
  }

  boolean isHeld() {
    return lock != null;
  }

  /**
   * Takes the directory for this program.
   *
   * @param now what the clock of the spill tells
   * @return the segments that earlier producers left, in the order in which they are to be sent
   */
  List<Segment> open(long now) throws IOException {
    disk.createDirectory(path);
    Closeable taken = disk.lock(path.resolve(LOCK));
    if (taken == null) {
      throw new IOException("directory is used by another program or collector");
    }
    try {
      List<Segment> left = adopt(now);
      lock = taken;
      return left;
    } finally {
      if (lock == null) {
        taken.close();
      }
    }
  }

  private List<Segment> adopt(long now) throws IOException {
    List<SpillDisk.Found> found = new ArrayList<>(disk.segments(path));
    Map<Long, Long> ages = new HashMap<>();
    for (SpillDisk.Found one : found) {
      ages.merge(producer(one), one.ageNanos(), Math::max);
    }
    found.sort(
        Comparator.comparing((SpillDisk.Found one) -> -ages.get(producer(one)))
            .thenComparing(one -> one.path().getFileName().toString(), SegmentName.ORDER));
    written = disk.read(path.resolve(POSITION));
    String position = written;
    List<Segment> segments = new ArrayList<>();
    for (SpillDisk.Found one : found) {
      long at = now - one.ageNanos();
      Segment segment = new Segment(one.path(), one.bytes(), at, at);
      segment.done = delivered(position, one);
      segment.taken = segment.done;
      segments.add(segment);
    }
    return segments;
  }

  private static long producer(SpillDisk.Found found) {
    return SegmentName.parse(found.path().getFileName().toString()).orElseThrow().producerId();
  }

  /** What the position says about a segment; one that makes no sense says nothing. */
  private static long delivered(String position, SpillDisk.Found found) {
    String name = found.path().getFileName() + " ";
    if (!position.startsWith(name)) {
      return 0;
    }
    try {
      long bytes = Long.parseLong(position.substring(name.length()).strip());
      return bytes >= 0 && bytes <= found.bytes() ? bytes : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Notes how much of the oldest segment was delivered; null: there is none. */
  void note(Segment oldest) throws IOException {
    if (oldest == null) {
      if (!written.isEmpty()) {
        disk.delete(path.resolve(POSITION));
        written = "";
      }
      return;
    }
    String position = oldest.path.getFileName() + " " + oldest.done + "\n";
    if (oldest.done == 0 || position.equals(written)) {
      return;
    }
    Path temporary = path.resolve(POSITION + ".new");
    disk.write(temporary, position);
    disk.rename(temporary, path.resolve(POSITION));
    written = position;
  }

  Path segment(long producerId, long number) {
    return path.resolve(new SegmentName(producerId, number).fileName());
  }

  /** Lets other programs have it. */
  void close() throws IOException {
    Closeable held = lock;
    lock = null;
    if (held != null) {
      held.close();
    }
  }
}
