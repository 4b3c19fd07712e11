package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.Completion;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.segment.SegmentAppender;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Raw writer that appends chunks to files that contain nothing but concatenated chunks: to the
 * segments of a directory ({@link dev.sluice.support.segment.SegmentName}), or to one file if the
 * path ends in {@code .slu}. Directory and file are created with the first chunk.
 *
 * <p>A chunk is acknowledged before {@link #write} returns: it was handed to the operating system,
 * or forced to the device with {@code fsync=chunk}. After a failed write nothing of the chunk
 * stays, or {@link #leftTraces} says that the disk could not take it back, or that it was there
 * whole and was not forced, so that a reader may have it; the segment is closed and the next call
 * begins another one; so the writer works again as soon as the disk does. A segment that was
 * deleted, replaced or changed by somebody else is noticed at most {@value #CHECK_MILLIS} ms later
 * by the next write, which goes to a new one.
 *
 * <p>A directory may be shared by any number of programs, for nobody writes to the segment of
 * another. A single file is locked while it is written to, and only appended to: a second writer,
 * in this program or another, gets an {@link IOException} from each write until the first has
 * closed it. A single file that was deleted, replaced or changed all the same fails the next write;
 * the one after that takes the lock again, or is refused.
 *
 * <p>With {@code retain=n} the directory holds at most n segments: when one is begun the oldest go,
 * by the time of their last write, whichever producer they are of. Age is looked at when a chunk
 * comes. Chunks of several producers go to a segment each, of which {@value #MAX_OPEN} are open.
 */
public final class FileRawWriter implements RawWriter {
  /** Maximum time in ms until the absence of a file is detected. */
  private static final long CHECK_MILLIS = 100;

  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(CHECK_MILLIS);

  private static final int MAX_OPEN = 8;

  private static final String CHANGED = " was deleted or changed by somebody else";

  private final FileSettings settings;
  private final SegmentSource source;
  private final Platform platform;
  private final ReentrantLock lock = new ReentrantLock();

  /** Open segments by the key of their source; the one written to last is the last. */
  private final Map<Long, SegmentAppender> open = new LinkedHashMap<>(4, 0.75f, true);

  private boolean leftTraces;
  private volatile boolean closed;

  FileRawWriter(FileSettings settings, Platform platform) {
    this.settings = settings;
    this.source =
        settings.isSingleFile()
            ? new SingleFile(settings, platform.disk())
            : new SegmentDirectory(settings, platform.disk());
    this.platform = platform;
  }

  /** Creates a writer with all defaults: segments of 64 MiB, none deleted, nothing forced. */
  public static FileRawWriter create(Path path) {
    return new FileRawWriter(FileSettings.of(path), SystemPlatform.get());
  }

  @Override
  public int maxChunkBytes() {
    return ChunkLayout.MAX_CHUNK_BYTES;
  }

  @Override
  public void write(Chunk chunk, Completion completion) throws IOException {
    lock.lock();
    leftTraces = false;
    try {
      if (closed) {
        throw new IOException("the writer is closed");
      }
      append(chunk);
    } catch (IOException e) {
      throw new IOException("cannot write to " + settings.path() + ": " + reason(e), e);
    } finally {
      closeIfAsked();
      lock.unlock();
    }
    completion.completed(chunk, Completion.Outcome.ACKNOWLEDGED, null);
  }

  @Override
  public boolean leftTraces() {
    return leftTraces;
  }

  private void append(Chunk chunk) throws IOException {
    long now = platform.nanoTime();
    long key = source.key(chunk);
    SegmentAppender segment = reusable(key, chunk, now);
    if (segment == null) {
      segment = source.open(chunk, now);
      open.put(key, segment);
      leaveOneTooMany();
    }
    boolean appended = false;
    try {
      segment.append(chunk, settings.fsync() == FileSettings.Fsync.CHUNK);
      appended = true;
    } finally {
      if (!appended) {
        leftTraces = !open.remove(key).abandon() || segment.wasWhole();
      }
    }
  }

  /** Returns the open segment for a chunk, or null if it needs another one. */
  private SegmentAppender reusable(long key, Chunk chunk, long now) throws IOException {
    SegmentAppender segment = open.get(key);
    if (segment == null) {
      return null;
    }
    if (!segment.isIntact(now, CHECK_NANOS)) {
      open.remove(key).close(false);
      String what = segment.path() + CHANGED;
      if (settings.isSingleFile()) {
        throw new IOException(what);
      }
      SegmentSource.log().log(Level.WARNING, what + "; beginning another file");
      return null;
    }
    if (!source.takes(segment, chunk, now)) {
      leave(key);
      return null;
    }
    return segment;
  }

  private void leaveOneTooMany() throws IOException {
    if (open.size() > MAX_OPEN) {
      leaveEldest();
    }
  }

  private void leave(long key) throws IOException {
    SegmentAppender segment = open.remove(key);
    boolean intact = segment.isIntact(platform.nanoTime(), 0);
    segment.close(settings.fsync() != FileSettings.Fsync.NEVER);
    if (!intact) {
      SegmentSource.log().log(
          Level.WARNING, segment.path() + CHANGED + "; what it had may be gone");
    }
  }

  /** Does nothing: written bytes are with the operating system. */
  @Override
  public void flush() {}

  @Override
  public void close(Duration timeout) {
    closed = true;
    boolean locked = false;
    try {
      locked = lock.tryLock(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      locked = lock.tryLock();
    }
    if (locked) {
      try {
        closeIfAsked();
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Closes the writer if {@code close} was called; called with the lock, so that a writing thread
   * that outlasts {@code close} does it.
   */
  private void closeIfAsked() {
    while (closed && !open.isEmpty()) {
      try {
        leaveEldest();
      } catch (IOException e) {
        SegmentSource.log().log(
            Level.WARNING, "cannot complete a segment in " + settings.path() + ": " + reason(e));
      }
    }
  }

  /** Closes the segment that was not written to for longest. */
  private void leaveEldest() throws IOException {
    leave(open.keySet().iterator().next());
  }

  /**
   * Returns the reason of an I/O error; the file's name alone, as in a {@link FileSystemException},
   * is not a reason.
   */
  private static String reason(IOException e) {
    boolean nameOnly = e instanceof FileSystemException f && f.getReason() == null;
    return nameOnly
        ? e.getClass().getSimpleName().replace("Exception", "") + ": " + e.getMessage()
        : e.getMessage();
  }
}
