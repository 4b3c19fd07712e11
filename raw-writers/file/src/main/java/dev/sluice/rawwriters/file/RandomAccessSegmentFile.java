package dev.sluice.rawwriters.file;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;

/**
 * A {@link RandomAccessFile} that is locked and cut off, and a {@link FileOutputStream} that
 * appends wherever the end is: two programs may damage nothing of each other even if the lock is
 * gone. Neither is a {@code FileChannel}, because an interrupt closes that in the middle of a
 * chunk.
 */
final class RandomAccessSegmentFile implements SegmentFile {
  /** A byte that no file has, because on Windows nobody else may read what is locked. */
  private static final long LOCKED_BYTE = 1L << 62;

  private final Path path;
  private final RandomAccessFile file;
  private final FileOutputStream appender;

  /** Held on to: the JVM's own table of locks forgets one that nobody refers to. */
  private FileLock lock;

  RandomAccessSegmentFile(Path path) throws IOException {
    this.path = path;
    this.file = new RandomAccessFile(path.toFile(), "rw");
    try {
      this.appender = new FileOutputStream(path.toFile(), true);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public void lock() throws IOException {
    try {
      if (lock != null) {
        lock.release();
        lock = null;
      }
      lock = file.getChannel().tryLock(LOCKED_BYTE, 1, false);
    } catch (OverlappingFileLockException e) {
      // held by this very program, maybe by a class loader that knows nothing of ours
    }
    if (lock == null) {
      throw new IOException(
          path
              + " is being written by somebody else; give every program a file of its own, or a"
              + " directory, which any number of programs may share");
    }
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public void append(byte[] bytes, int from, int length) throws IOException {
    appender.write(bytes, from, length);
  }

  @Override
  public void setLength(long length) throws IOException {
    file.setLength(length);
  }

  @Override
  public void force() throws IOException {
    appender.getFD().sync();
  }

  /** Releases the lock as well. */
  @Override
  public void close() throws IOException {
    try {
      appender.close();
    } finally {
      file.close();
    }
  }
}
