package dev.sluice.support.platform;

import dev.sluice.api.platform.DiskFile;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;

/**
 * A {@link RandomAccessFile} that is read, locked and cut off, and a {@link FileOutputStream} that
 * appends wherever the end is: two programs may damage nothing of each other even if the lock is
 * gone. Neither is a {@code FileChannel}, because an interrupt closes that in the middle of a
 * chunk.
 */
final class SystemFile implements DiskFile {
  /**
   * Position of the byte that is locked; no file has it, because on Windows other programs cannot
   * read a locked byte.
   */
  private static final long LOCKED_BYTE = 1L << 62;

  private final RandomAccessFile file;
  private final FileOutputStream appender;

  /**
   * Lock of the file; kept in a field because the JVM's own table of locks forgets one that is not
   * referenced.
   */
  private FileLock lock;

  SystemFile(Path path, boolean toWrite) throws IOException {
    this.file = new RandomAccessFile(path.toFile(), toWrite ? "rw" : "r");
    try {
      this.appender = toWrite ? new FileOutputStream(path.toFile(), true) : null;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    return file.read(into, from, length);
  }

  @Override
  public void seek(long position) throws IOException {
    file.seek(position);
  }

  @Override
  public void append(byte[] bytes, int from, int length) throws IOException {
    appender.write(bytes, from, length);
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public void setLength(long length) throws IOException {
    file.setLength(length);
  }

  @Override
  public void force() throws IOException {
    appender.getFD().sync();
  }

  @Override
  public boolean lock() throws IOException {
    try {
      if (lock != null) {
        lock.release();
        lock = null;
      }
      lock = file.getChannel().tryLock(LOCKED_BYTE, 1, false);
    } catch (OverlappingFileLockException e) {
      // held by this very program, maybe by a class loader that knows nothing of ours
    }
    return lock != null;
  }

  /** Closes the file and releases its lock. */
  @Override
  public void close() throws IOException {
    try {
      if (appender != null) {
        appender.close();
      }
    } finally {
      file.close();
    }
  }
}
