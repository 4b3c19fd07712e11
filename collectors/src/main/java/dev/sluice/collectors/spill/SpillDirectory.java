package dev.sluice.collectors.spill;

import dev.sluice.support.segment.SegmentLog;
import dev.sluice.support.segment.SegmentName;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The directory: who has it, what was found in it, and the position, a small file that names a
 * segment and how much of it was delivered, so that a restart does not send that again. Guarded by
 * the spill.
 */
final class SpillDirectory {
  /** What the name of a segment that is set aside ends with. */
  static final String DAMAGED = ".damaged";

  /** Segments that were set aside and stay; older ones are deleted. */
  static final int MOST_DAMAGED = 8;

  /** A sink: what stands before its hosts, the hosts, and the rest. */
  private static final Pattern HOSTS = Pattern.compile("(\\w+://)([^/]+)(.*)");

  private final Path path;
  private final Path lockFile;
  private final Path marker;
  private final Path position;
  private final String sink;
  private final SpillDisk disk;
  private final Consumer<String> told;
  private Closeable lock;
  private Object key;
  private String written = "";

  SpillDirectory(SpillSettings settings, SpillDisk disk, Consumer<String> told) {
    this.path = settings.directory();
    this.sink = settings.sink();
    this.lockFile = path.resolve("spill.lock");
    this.marker = path.resolve(SegmentLog.SPILL_MARKER);
    this.position = path.resolve("spill.position");
    this.disk = disk;
    this.told = told;
  }

  boolean isHeld() {
    return lock != null;
  }

  /**
   * Takes the directory for this program and its sink.
   *
   * @param now what the clock of the spill tells
   * @return the segments that earlier producers left, in the order in which they are to be sent
   * @throws IOException also if something else than a spill for that sink uses the directory, or
   *     somebody else may write to it
   */
  List<Segment> open(long now) throws IOException {
    disk.createDirectory(path);
    String doubt = disk.doubt(path.toRealPath(), path.toRealPath());
    if (doubt != null) {
      throw new IOException(doubt + "; name one below it, which is made for its owner alone");
    }
    boolean marked = isMarked();
    Closeable taken = disk.lock(lockFile);
    if (taken == null) {
      throw new IOException("directory is used by another program or collector");
    }
    try {
      if (!marked && !isMarked()) {
        disk.write(marker, sink + "\n");
      }
      deleteOldDamage(path, disk, MOST_DAMAGED);
      List<Segment> left = adopt(now);
      key = disk.key(lockFile);
      lock = taken;
      return left;
    } finally {
      if (lock == null) {
        taken.close();
      }
    }
  }

  /** Whether the directory is marked for this sink; without chunks it may be marked anew. */
  private boolean isMarked() throws IOException {
    String of = disk.read(marker).strip();
    boolean same = isSame(of, sink);
    if (!same && disk.hasChunks(path)) {
      throw new IOException(
          of.isEmpty()
              ? "it has chunks and is no spill directory; if it is one, of before 0.1.0, write '"
                  + sink
                  + "' into "
                  + marker
              : "its chunks are for %s, not for %s; use it with that sink, or correct %s"
                  .formatted(of, sink, marker));
    }
    return same;
  }

  /** Whether two sinks are one: all alike but for some of several hosts. */
  static boolean isSame(String one, String other) {
    Matcher a = HOSTS.matcher(one);
    Matcher b = HOSTS.matcher(other);
    boolean comparable = a.matches() && b.matches();
    return one.equals(other)
        || comparable
            && a.group(1).equals(b.group(1))
            && a.group(3).equals(b.group(3))
            && !Collections.disjoint(
                List.of(a.group(2).split(",")), List.of(b.group(2).split(",")));
  }

  /** Whether the directory that was taken is still the one of that name. */
  boolean isIntact() throws IOException {
    return disk.isThere(lockFile, key);
  }

  /** Sets a segment aside for users; the oldest of many give way. */
  static void setAside(Segment segment, SpillDisk disk) throws IOException {
    deleteOldDamage(segment.path.getParent(), disk, MOST_DAMAGED - 1);
    disk.rename(segment.path, segment.path.resolveSibling(segment.name() + DAMAGED));
  }

  private static void deleteOldDamage(Path path, SpillDisk disk, int most) throws IOException {
    List<Segment> damaged = disk.segments(path, DAMAGED, 0);
    damaged.sort(Comparator.comparingLong(segment -> segment.writtenAt));
    for (int i = 0; i < damaged.size() - most; i++) {
      disk.delete(damaged.get(i).path);
    }
  }

  private List<Segment> adopt(long now) throws IOException {
    List<Segment> found = new ArrayList<>();
    for (Segment segment : disk.segments(path, "", now)) {
      String doubt = disk.doubt(segment.path, path);
      if (doubt == null) {
        found.add(segment);
      } else {
        told.accept("spill: a segment is not sent and stays, " + doubt);
      }
    }
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
