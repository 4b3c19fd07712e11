package dev.sluice.rawreaders.file;

import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.platform.Signal;
import dev.sluice.api.spi.RawReader;
import dev.sluice.support.ChunkFilter;
import dev.sluice.support.platform.SystemPlatform;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Raw reader of the chunks in a file, in the {@code *.slu} of a directory, or in the files that
 * match a glob; a producer's segments are read in the order they were written. Partitions are file
 * names, relative to the directory or the glob's fixed part, and positions bytes from a file's
 * start.
 *
 * <p>With {@code follow} it goes on with what is appended and with new files, which it notices
 * within {@value #INTERVAL_MILLIS} ms, or with large directories in twenty times what listing them
 * takes. A torn tail is then waited for until another chunk begins behind it, in the file or in the
 * producer's next segment. Files that are deleted are read to their end if that was begun, and left
 * out if not.
 *
 * <p>A pipe or a device is read once, from its start to its end; a poll then waits as long as the
 * writer lets it, and fails where {@code 64 MiB} hold no chunk.
 *
 * <p>One file is open at a time; memory is that of one {@link dev.sluice.support.ChunkScanner} and
 * a few hundred bytes a file. A poll hands over about 256 KiB, or one larger chunk.
 */
public final class FileRawReader implements RawReader {
  private static final long INTERVAL_MILLIS = 25;
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(INTERVAL_MILLIS);

  private final FileSet fileSet;
  private final boolean follow;
  private final Instant start;
  private final Platform platform;
  private final Disk disk;
  private final OpenFile open;
  private final Signal wakeups = new Signal();
  private volatile boolean woken;
  private final Set<TailedFile> touched = new HashSet<>();
  private List<TailedFile> files = List.of();
  private int current;
  private long nextListing;

  private FileRawReader(FileSet fileSet, boolean follow, Instant start, Platform platform) {
    this.platform = platform;
    this.disk = platform.disk();
    this.open = new OpenFile(disk);
    this.fileSet = fileSet;
    this.follow = follow;
    this.start = start;
  }

  /**
   * Opens a path or a glob, relative to the working directory.
   *
   * @throws IOException if there is nothing to read, unless files may still come
   */
  public static FileRawReader open(String pathOrGlob, boolean follow) throws IOException {
    return open(pathOrGlob, follow, null, SystemPlatform.get());
  }

  /**
   * Opens a path or a glob and leaves out chunks that end before {@code start}, unless that is
   * null.
   */
  static FileRawReader open(String pathOrGlob, boolean follow, Instant start, Platform platform)
      throws IOException {
    FileSet files = FileSet.of(pathOrGlob, platform.disk());
    FileRawReader reader = new FileRawReader(files, follow, start, platform);
    reader.list();
    if (reader.files.isEmpty() && !follow) {
      throw new IOException(reader.fileSet.nothing());
    }
    return reader;
  }

  @Override
  public int poll(ChunkHandler handler, Duration timeout) throws IOException {
    long deadline = platform.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeout.toMillis());
    PollCounter counter = new PollCounter(ChunkFilter.before(handler, start));
    boolean handled = false;
    try {
      do {
        readFiles(counter);
      } while (counter.count() == 0 && !exhausted() && awaitInterval(deadline));
      if (counter.count() > 0) {
        handler.beforeAcknowledge();
      }
      handled = true;
    } finally {
      settle(handled);
    }
    return counter.count();
  }

  private void readFiles(PollCounter counter) throws IOException {
    if (follow && platform.nanoTime() - nextListing >= 0) {
      list();
    }
    // Files take turns when followed, so that one that grows fast does not keep the others waiting.
    int first = follow ? current + 1 : current;
    for (int i = 0; i < files.size() && !counter.isFull(); i++) {
      current = (first + i) % files.size();
      read(files.get(current), counter);
    }
  }

  private void read(TailedFile file, PollCounter counter) throws IOException {
    if (file.done || file.previous != null && !file.previous.done) {
      return;
    }
    boolean last = !follow || file.superseded || file.isStream;
    if (!last && !hasNews(file)) {
      return;
    }
    touched.add(file);
    if (open.select(file)) {
      open.deliver(counter, last);
    } else {
      file.done = true;
    }
  }

  private boolean hasNews(TailedFile file) {
    try {
      return file.changed(disk);
    } catch (IOException e) {
      return true; // what is wrong shows on reading
    }
  }

  /**
   * Waits until the files are worth another look; returns false if the time is over or another
   * thread woke this one.
   */
  private boolean awaitInterval(long deadline) {
    long nanos = Math.min(deadline - platform.nanoTime(), INTERVAL_NANOS);
    wakeups.expect(); // before the look: who wakes us sets `woken`, and then sees us expecting it
    if (nanos > 0 && !woken) {
      platform.pause(nanos);
    }
    if (woken) {
      woken = false;
      return false;
    }
    return nanos > 0 && !Thread.currentThread().isInterrupted();
  }

  private void settle(boolean handled) throws IOException {
    for (TailedFile file : touched) {
      if (handled) {
        file.acknowledge();
      } else {
        file.rewind();
      }
    }
    touched.clear();
    if (!handled) {
      open.rewind();
    }
  }

  private void list() throws IOException {
    long start = platform.nanoTime();
    Map<Path, TailedFile> known = new HashMap<>();
    files.forEach(file -> known.put(file.path, file));
    List<TailedFile> listed = new ArrayList<>();
    TailedFile previous = null;
    for (Path path : paths()) {
      TailedFile file = known.remove(path);
      if (file == null) {
        file = new TailedFile(path, fileSet.partition(path), isStream(path));
      }
      if (file.follows(previous)) {
        file.previous = previous;
        previous.superseded = true;
      } else {
        file.previous = null;
      }
      listed.add(file);
      previous = file;
    }
    files = listed;
    long took = platform.nanoTime() - start;
    nextListing = start + Math.max(INTERVAL_NANOS, 20 * took);
  }

  private boolean isStream(Path path) throws IOException {
    try {
      return !disk.entry(path).isFile();
    } catch (NoSuchFileException e) {
      return false; // vanished meanwhile
    }
  }

  /**
   * Returns the files to read. The open file keeps its place even if it was deleted: it is read to
   * its end.
   */
  private List<Path> paths() throws IOException {
    List<Path> paths = fileSet.list();
    TailedFile opened = open.file();
    if (opened != null && !paths.contains(opened.path)) {
      opened.superseded = true;
      paths.add(opened.path);
      paths.sort(FileSet.ORDER);
    }
    return paths;
  }

  @Override
  public boolean exhausted() {
    return !follow && files.stream().allMatch(file -> file.done);
  }

  @Override
  public boolean isEndless() {
    return follow;
  }

  @Override
  public void wakeup() {
    woken = true;
    wakeups.raise();
  }

  @Override
  public void close() {
    open.close();
  }
}
