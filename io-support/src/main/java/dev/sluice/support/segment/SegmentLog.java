package dev.sluice.support.segment;

import dev.sluice.api.platform.Access;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Disk.Entry;
import dev.sluice.api.platform.DiskFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The segments of one directory. An existing file is never written to, and a name never used twice
 * even if its file is gone, so that a reader may keep positions by name: numbers rise over all
 * producers. After a failed operation the directory holds whole chunks only. Not thread-safe.
 */
public final class SegmentLog {
  /** End of the name of a quarantined segment. */
  private static final String DAMAGED = ".damaged";

  private final Disk disk;
  private final Path directory;
  private final Access access;
  private final boolean shared;
  private long lastNumber = -1;

  private SegmentLog(Disk disk, Path directory, Access access, boolean shared) {
    this.disk = disk;
    this.directory = directory;
    this.access = access;
    this.shared = shared;
    // A class whose initialiser fails because memory is short can never be used again; so what
    // names the first segment is initialised before the program has had time to use the memory up.
    SegmentName.parse(new SegmentName(0, 0).fileName());
  }

  /**
   * Returns the log of a directory that any number of programs share, each with its own segments;
   * the directory is created with the first segment.
   */
  public static SegmentLog shared(Disk disk, Path directory, Access access) {
    return new SegmentLog(disk, directory, access, true);
  }

  /** Returns the log of an existing spill directory, which belongs to its owner alone. */
  public static SegmentLog owned(Disk disk, Path directory) {
    return new SegmentLog(disk, directory, Access.OWNER, false);
  }

  /** Returns the segments, in {@link SegmentName#ORDER}. */
  public List<Entry> segments() throws IOException {
    return segments("");
  }

  private List<Entry> segments(String suffix) throws IOException {
    // Loops, and no streams: this is part of every program's start or end.
    List<Entry> found = new ArrayList<>();
    for (Entry entry : disk.list(directory, "*" + SegmentName.SUFFIX + suffix)) {
      String name = entry.name().substring(0, entry.name().length() - suffix.length());
      if (SegmentName.parse(name).isPresent()) {
        found.add(entry);
      }
    }
    found.sort(Comparator.comparing(Entry::name, SegmentName.ORDER));
    return found;
  }

  /** Returns whether there is a file of chunks, by whatever name, or a quarantined segment. */
  public boolean hasChunks() throws IOException {
    return !disk.list(directory, "*" + SegmentName.SUFFIX + "*").isEmpty();
  }

  /**
   * Begins a segment under a number that was never used.
   *
   * @param nowNanos what the clock shows, for its age
   * @param force whether its name is to be durable before it is written to
   * @throws IOException also if a spill has a directory that is to be shared: it would send and
   *     delete what is written there
   */
  public SegmentAppender begin(long producerId, long nowNanos, boolean force) throws IOException {
    if (shared) {
      SegmentAppender.createDirectory(disk, directory, access);
    }
    long number = Math.max(highestNumber(producerId), lastNumber);
    while (true) {
      number++;
      Path path = directory.resolve(new SegmentName(producerId, number).fileName());
      DiskFile file;
      try {
        file = disk.create(path, access);
      } catch (FileAlreadyExistsException e) {
        continue;
      }
      lastNumber = number;
      SegmentAppender segment = SegmentAppender.begun(disk, path, file, nowNanos);
      if (force) {
        segment.forceName();
      }
      return segment;
    }
  }

  private long highestNumber(long producerId) throws IOException {
    long highest = -1;
    for (Entry segment : segments()) {
      SegmentName name = SegmentName.parse(segment.name()).orElseThrow();
      if (name.producerId() == producerId) {
        highest = Math.max(highest, name.number());
      }
    }
    return highest;
  }

  /**
   * Deletes the segments with the oldest last write, whatever their producer, until there are
   * {@code most}.
   *
   * @param current one that stays, whatever its time
   */
  public void deleteOldest(int most, Path current) throws IOException {
    List<Entry> others = segments();
    others.removeIf(segment -> segment.path().equals(current));
    deleteOldest(others, most - 1);
  }

  private void deleteOldest(List<Entry> segments, int most) throws IOException {
    segments.sort(Comparator.comparingLong(Entry::modifiedMillis)); // stable
    for (int i = 0; i < segments.size() - most; i++) {
      disk.delete(segments.get(i).path());
    }
  }

  /**
   * Quarantines a segment by renaming it, so that it is not sent; the newest {@code most}
   * quarantined segments stay.
   */
  public void quarantine(Path segment, int most) throws IOException {
    limitQuarantined(most - 1);
    disk.move(segment, segment.resolveSibling(segment.getFileName() + DAMAGED));
  }

  /** Deletes all but the newest quarantined segments. */
  public void limitQuarantined(int most) throws IOException {
    deleteOldest(segments(DAMAGED), most);
  }
}
