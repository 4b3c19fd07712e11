package dev.sluice.rawwriters.file;

import java.io.IOException;
import java.nio.file.Path;

/** A real file on a disk that a test may fill, break and repair. */
final class FaultyFile implements SegmentFile {
  /** The state of the disk, shared by its files. */
  static final class Disk implements SegmentFile.Opener {
    long freeBytes = Long.MAX_VALUE;
    boolean truncateFails;
    boolean forceFails;
    int forced;

    @Override
    public SegmentFile open(Path path) throws IOException {
      return new FaultyFile(new RandomAccessSegmentFile(path), this);
    }
  }

  private final SegmentFile file;
  private final Disk disk;

  private FaultyFile(SegmentFile file, Disk disk) {
    this.file = file;
    this.disk = disk;
  }

  @Override
  public void lock() throws IOException {
    file.lock();
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public void append(byte[] bytes, int from, int length) throws IOException {
    int fits = (int) Math.min(length, disk.freeBytes);
    file.append(bytes, from, fits);
    disk.freeBytes -= fits;
    if (fits < length) {
      throw new IOException("No space left on device");
    }
  }

  @Override
  public void setLength(long length) throws IOException {
    if (disk.truncateFails) {
      throw new IOException("Input/output error");
    }
    disk.freeBytes += file.length() - length;
    file.setLength(length);
  }

  @Override
  public void force() throws IOException {
    disk.forced++;
    if (disk.forceFails) {
      throw new IOException("Input/output error");
    }
    file.force();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
