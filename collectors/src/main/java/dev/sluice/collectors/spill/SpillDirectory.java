package dev.sluice.collectors.spill;

import dev.sluice.support.binding.SegmentName;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
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
  /** What the name of a segment that is set aside ends with. */
  static final String DAMAGED = ".damaged";

  /** Segments of earlier producers that were set aside and stay; older ones are deleted. */
  static final int MOST_DAMAGED = 8;

  private final Path path;
  private final Path position;
  private final SpillDisk disk;
  private Closeable lock;
  private String written = "";

  SpillDirectory(Path path, SpillDisk disk) {
    this.path = path;
    this.position = path.resolve("spill.position");
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
    Closeable taken = disk.lock(path.resolve("spill.lock"));
    if (taken == null) {
      throw new IOException("directory is used by another program or collector");
    }
    try {
      deleteOldDamage(now);
      List<Segment> left = adopt(now);
      lock = taken;
      return left;
    } finally {
      if (lock == null) {
        taken.close();
      }
    }
  }

  private void deleteOldDamage(long now) throws IOException {
    List<Segment> damaged = disk.segments(path, DAMAGED, now);
    damaged.sort(Comparator.comparingLong(segment -> segment.writtenAt));
    for (int i = 0; i < damaged.size() - MOST_DAMAGED; i++) {
      disk.delete(damaged.get(i).path);
    }
  }

  private List<Segment> adopt(long now) throws IOException {
    List<Segment> found = disk.segments(path, "", now);
    Map<Long, Long> oldest = new HashMap<>();
    found.forEach(one -> oldest.merge(producer(one), one.writtenAt, Math::min));
    found.sort(
        Comparator.comparing((Segment one) -> oldest.get(producer(one)))
            .thenComparing(Segment::name, SegmentName.ORDER));
    written = disk.read(position);
    for (Segment segment : found) {
      segment.done = delivered(segment);
      segment.taken = segment.done;
    }
    return found;
  }

  private static long producer(Segment segment) {
    return SegmentName.parse(segment.name()).orElseThrow().producerId();
  }

  /** What the position says about a segment; one that makes no sense says nothing. */
  private long delivered(Segment segment) {
    String name = segment.name() + " ";
    try {
      long bytes =
          written.startsWith(name) ? Long.parseLong(written.substring(name.length()).strip()) : 0;
      return bytes >= 0 && bytes <= segment.end ? bytes : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Notes how much of the oldest segment was delivered; null: there is none. */
  void note(Segment oldest) throws IOException {
    String text = oldest == null ? "" : oldest.name() + " " + oldest.done + "\n";
    if (text.equals(written) || oldest != null && oldest.done == 0) {
      return;
    }
    if (oldest == null) {
      disk.delete(position);
    } else {
      Path temporary = path.resolve("spill.position.new");
      disk.write(temporary, text);
      disk.rename(temporary, position);
    }
    written = text;
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
