package dev.sluice.collectors.spill;

import dev.sluice.api.platform.Access;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Disk.Entry;
import dev.sluice.api.platform.Platform;
import dev.sluice.support.platform.AtomicFile;
import dev.sluice.support.segment.SegmentLog;
import dev.sluice.support.segment.SegmentName;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The spill directory: its owner, its files, and the position, a small file that names a segment
 * and how much of it was delivered, so that a restart does not send that again. Guarded by the
 * spill.
 */
final class SpillDirectory {
  /** Maximum number of quarantined segments; older ones are deleted. */
  static final int MAX_QUARANTINED = 8;

  private static final int MAX_TEXT_BYTES = 4 << 10;

  /** Pattern of a sink: the part before its hosts, the hosts, and the rest. */
  private static final Pattern HOSTS = Pattern.compile("(\\w+://)([^/]+)(.*)");

  private final Path path;
  private final Path lockFile;
  private final AtomicFile marker;
  private final AtomicFile position;
  private final String sink;
  private final Platform platform;
  private final Disk disk;
  private final SegmentLog log;
  private final Consumer<String> told;
  private Closeable lock;
  private Object key;
  private String written = "";

  SpillDirectory(SpillSettings settings, Platform platform, SegmentLog log, Consumer<String> told) {
    this.platform = platform;
    this.disk = platform.disk();
    this.path = settings.directory();
    this.log = log;
    this.sink = settings.sink();
    this.lockFile = path.resolve("spill.lock");
    this.marker = file(SegmentName.SPILL_MARKER);
    this.position = file("spill.position");
    this.told = told;
  }

  private AtomicFile file(String name) {
    return new AtomicFile(disk, path.resolve(name), Access.OWNER);
  }

  boolean isHeld() {
    return lock != null;
  }

  /**
   * Locks the directory for this program and its sink.
   *
   * @return the segments that earlier producers left, in the order in which they are to be sent
   * @throws IOException also if something else than a spill for that sink uses the directory, or
   *     somebody else may write to it
   */
  List<SpillSegment> open() throws IOException {
    disk.createDirectories(path, Access.OWNER);
    String doubt = disk.doubt(path);
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
        write(marker, sink + "\n", true); // chunks without it are refused
      }
      log.limitQuarantined(MAX_QUARANTINED);
      List<SpillSegment> left = adopt();
      key = disk.entry(lockFile).key();
      lock = taken;
      return left;
    } finally {
      if (lock == null) {
        taken.close();
      }
    }
  }

  /**
   * Returns whether the directory is marked for this sink; a directory without chunks may be marked
   * again.
   */
  private boolean isMarked() throws IOException {
    String of = read(marker).strip();
    boolean same = isSame(of, sink);
    if (!same && log.hasChunks()) {
      throw new IOException(
          of.isEmpty()
              ? "it has chunks and is no spill directory; if it is one, of before 0.1.0, write '"
                  + sink
                  + "' into "
                  + marker.path()
              : "its chunks are for %s, not for %s; use it with that sink, or correct %s"
                  .formatted(of, sink, marker.path()));
    }
    return same;
  }

  /** Returns whether two sinks are the same, apart from some of several hosts. */
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

  /** Returns whether the locked directory is still the one with its name. */
  boolean isIntact() throws IOException {
    return isThere(lockFile, key);
  }

  /** Returns whether a file with this key has the name. */
  boolean isThere(Path file, Object fileKey) throws IOException {
    try {
      return Objects.equals(disk.entry(file).key(), fileKey);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Returns the text of a small file; empty if there is none, or if the name belongs to something
   * else.
   */
  private static String read(AtomicFile file) throws IOException {
    try {
      Entry about = file.disk().entry(file.path());
      boolean small = about.isFile() && about.bytes() <= MAX_TEXT_BYTES;
      return small ? new String(file.read(MAX_TEXT_BYTES), StandardCharsets.UTF_8) : "";
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  private static void write(AtomicFile file, String text, boolean force) throws IOException {
    file.replace(text.getBytes(StandardCharsets.UTF_8), force);
  }

  private List<SpillSegment> adopt() throws IOException {
    List<SpillSegment> found = new ArrayList<>();
    long now = platform.nanoTime();
    long epochNanos = platform.epochNanos();
    for (Entry entry : log.segments()) {
      String doubt =
          entry.isFile() ? disk.doubt(entry.path()) : entry.path() + " is no regular file";
      if (doubt == null) {
        long age = epochNanos - TimeUnit.MILLISECONDS.toNanos(entry.modifiedMillis());
        found.add(new SpillSegment(entry.path(), entry.key(), entry.bytes(), now - age));
      } else {
        told.accept("spill: a segment is not sent and stays, " + doubt);
      }
    }
    Map<Long, Long> oldest = new HashMap<>();
    found.forEach(one -> oldest.merge(producer(one), one.writtenAt, Math::min));
    found.sort(
        Comparator.comparing((SpillSegment one) -> oldest.get(producer(one)))
            .thenComparing(SpillSegment::name, SegmentName.ORDER));
    written = read(position);
    for (SpillSegment segment : found) {
      segment.done = delivered(segment);
      segment.taken = segment.done;
    }
    return found;
  }

  private static long producer(SpillSegment segment) {
    return SegmentName.parse(segment.name()).orElseThrow().producerId();
  }

  /**
   * Returns the delivered bytes of a segment by the position file; an invalid position counts as
   * none.
   */
  private long delivered(SpillSegment segment) {
    String name = segment.name() + " ";
    try {
      long bytes =
          written.startsWith(name) ? Long.parseLong(written.substring(name.length()).strip()) : 0;
      return bytes >= 0 && bytes <= segment.end ? bytes : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Saves how much of the oldest segment was delivered; null if there is none. */
  void note(SpillSegment oldest) throws IOException {
    String text = oldest == null ? "" : oldest.name() + " " + oldest.done + "\n";
    if (text.equals(written) || oldest != null && oldest.done == 0) {
      return;
    }
    if (oldest == null) {
      disk.delete(position.path());
    } else {
      write(position, text, false);
    }
    written = text;
  }

  /** Unlocks the directory for other programs. */
  void close() throws IOException {
    Closeable held = lock;
    lock = null;
    if (held != null) {
      held.close();
    }
  }
}
