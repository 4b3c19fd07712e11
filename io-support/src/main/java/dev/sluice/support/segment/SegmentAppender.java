package dev.sluice.support.segment;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.platform.Access;
import dev.sluice.api.platform.Disk;
import dev.sluice.api.platform.Disk.Entry;
import dev.sluice.api.platform.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/** An open file that contains only whole chunks unless an append is running. Not thread-safe. */
public final class SegmentAppender implements Closeable {
  private final Disk disk;
  private final Path path;
  private final DiskFile file;
  private final boolean isNew;
  private final long begunNanos;
  private Object key;
  private long end;
  private long checkedNanos;
  private int attempted; // bytes of the chunk that is being appended
  private boolean isWhole;

  private SegmentAppender(Disk disk, Path path, DiskFile file, boolean isNew, long nowNanos) {
    this.disk = disk;
    this.path = path;
    this.file = file;
    this.isNew = isNew;
    this.begunNanos = nowNanos;
    this.checkedNanos = nowNanos;
  }

  /** Returns an appender for a file that was just created; if that fails, the file is deleted. */
  static SegmentAppender begun(Disk disk, Path path, DiskFile file, long nowNanos)
      throws IOException {
    return new SegmentAppender(disk, path, file, true, nowNanos).readState();
  }

  /**
   * Opens a single file to append to, which one program at a time may do. Bytes that a crash left
   * at its end stay: bytes are never destroyed, and readers find the chunks after them.
   *
   * @param force whether its name is to be durable before it is written to
   * @throws IOException also if somebody else is writing it
   */
  public static SegmentAppender single(
      Disk disk, Path path, Access access, long nowNanos, boolean force) throws IOException {
    createDirectory(disk, path.toAbsolutePath().getParent(), access);
    DiskFile file;
    try {
      file = disk.create(path, access);
    } catch (FileAlreadyExistsException e) {
      file = disk.open(path, true);
    }
    SegmentAppender segment = new SegmentAppender(disk, path, file, false, nowNanos);
    segment.lock();
    segment.readState();
    if (force) {
      segment.forceName();
    }
    return segment;
  }

  /** Creates a directory for files of chunks, unless it exists and belongs to no spill. */
  static void createDirectory(Disk disk, Path directory, Access access) throws IOException {
    disk.createDirectories(directory, access);
    try {
      disk.entry(directory.resolve(SegmentName.SPILL_MARKER));
    } catch (NoSuchFileException e) {
      return;
    }
    throw new IOException(directory + " is a spill directory; name another one");
  }

  /** Saves the key that distinguishes the file from another one, and the file's end. */
  // Here and below no lambda: one that is first used where memory is short fails for ever.
  private SegmentAppender readState() throws IOException {
    boolean learnt = false;
    try {
      key = disk.entry(path).key();
      end = file.length();
      learnt = true;
      return this;
    } finally {
      if (!learnt) {
        abandon();
      }
    }
  }

  private void lock() throws IOException {
    boolean locked = false;
    try {
      locked = file.lock();
    } finally {
      if (!locked) {
        file.close();
      }
    }
    if (!locked) {
      throw new IOException(
          path
              + " is being written by somebody else; give every program a file of its own, or a"
              + " directory, which any number of programs may share");
    }
  }

  /** Makes the file's name durable; if that fails, the file is deleted. */
  void forceName() throws IOException {
    boolean forced = false;
    try {
      disk.force(path.toAbsolutePath().getParent());
      forced = true;
    } finally {
      if (!forced) {
        abandon();
      }
    }
  }

  /** Returns the path of the file. */
  public Path path() {
    return path;
  }

  /** Returns the key that distinguishes the file from another one with its name. */
  public Object key() {
    return key;
  }

  /** Returns the time in nanoseconds at which the file was begun. */
  public long begunNanos() {
    return begunNanos;
  }

  /** Returns the number of bytes of all chunks in the file. */
  public long end() {
    return end;
  }

  /**
   * Adds a chunk as a whole or not at all; after a failure the caller must call {@link #abandon}.
   */
  public void append(Chunk chunk, boolean force) throws IOException {
    attempted = chunk.length();
    isWhole = false;
    file.append(chunk.array(), chunk.offset(), chunk.length());
    isWhole = true;
    if (force) {
      file.force();
    }
    attempted = 0;
    end += chunk.length();
  }

  /**
   * Returns whether the last chunk was in the file as a whole, even if the append failed: a reader
   * that follows the file may have it.
   */
  public boolean wasWhole() {
    return isWhole;
  }

  /**
   * Returns whether the path still leads to this file, no other program changed it, and a single
   * file is still locked.
   *
   * @param intervalNanos how long after it was looked at it is taken for granted
   */
  public boolean isIntact(long nowNanos, long intervalNanos) {
    if (nowNanos - checkedNanos < intervalNanos) {
      return true;
    }
    checkedNanos = nowNanos;
    try {
      if (!isNew && !file.lock()) {
        return false;
      }
      Entry now = disk.entry(path);
      return Objects.equals(now.key(), key) && now.bytes() == end;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Removes the bytes that a failed append may have left, and closes the file; a new file that is
   * empty is deleted. Bytes that another program added stay.
   *
   * @return whether nothing of that append is left; otherwise readers may find its chunk
   */
  public boolean abandon() {
    try {
      try (DiskFile closing = file) {
        if (closing.length() > end + attempted) {
          return false;
        }
        closing.setLength(end);
      }
      if (isNew && end == 0) {
        disk.delete(path); // which Windows does not do to one that is open
      }
      return true;
    } catch (IOException e) {
      return false; // half a chunk stays at the end; readers find the next one behind it
    }
  }

  /** Closes the file. */
  @Override
  public void close() throws IOException {
    close(false);
  }

  /** Closes the file, and before that forces it to the device if {@code force} is set. */
  public void close(boolean force) throws IOException {
    try (DiskFile closing = file) {
      if (force) {
        closing.force();
      }
    }
  }
}
