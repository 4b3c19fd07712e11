package dev.sluice.api.platform;

import java.io.Closeable;
import java.io.IOException;

/**
 * An open file of a {@link Disk}. No interrupt ends an operation, so that none leaves half of what
 * was to be written. For one thread at a time.
 */
public interface DiskFile extends Closeable {
  /**
   * Reads at most {@code length} bytes to {@code into[from..]}, from where the last read ended.
   *
   * @return how many, at least 1 unless {@code length} is 0; or -1 at the end
   */
  int read(byte[] into, int from, int length) throws IOException;

  /** The next read starts at that byte. */
  void seek(long position) throws IOException;

  /**
   * Writes behind the last byte, wherever that is by then. After a failure any part of the bytes
   * may be there.
   */
  void append(byte[] bytes, int from, int length) throws IOException;

  /** Bytes in the file. */
  long length() throws IOException;

  /** Cuts off what lies beyond, or adds zeros. */
  void setLength(long length) throws IOException;

  /** Forces what was written to the device. */
  void force() throws IOException;

  /**
   * Takes the file for this program alone until it is closed, or takes it again: a POSIX process
   * loses its locks on a file whenever any part of it closes that file.
   *
   * @return false if somebody else has it, be it another part of this program
   */
  boolean lock() throws IOException;
}
