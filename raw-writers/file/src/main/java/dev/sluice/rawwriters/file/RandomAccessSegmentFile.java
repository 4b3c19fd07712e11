package dev.sluice.rawwriters.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;

/**
 * A {@link RandomAccessFile}, because an interrupt closes a {@code FileChannel} in the middle of a
 * chunk.
 */
final class RandomAccessSegmentFile implements SegmentFile {
  private final Path path;
  private final RandomAccessFile file;

  RandomAccessSegmentFile(Path path) throws IOException {
    this.path = path;
    this.file = new RandomAccessFile(path.toFile(), "rw");
    file.seek(file.length());
  }

  @Override
  public void lock() throws IOException {
    boolean locked = false;
    try {
      locked = file.getChannel().tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // held by this very program
    }
    if (!locked) {
      throw new IOException(path + " is being written by somebody else");
    }
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public void append(byte[] bytes, int from, int length) throws IOException {
    file.write(bytes, from, length);
  }

  @Override
  public void truncate(long length) throws IOException {
    file.setLength(length);
  }

  @Override
  public void force() throws IOException {
    file.getFD().sync();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
