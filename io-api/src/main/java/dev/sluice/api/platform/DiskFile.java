package dev.sluice.api.platform;

import java.io.Closeable;
import java.io.IOException;

/**
 * An open file of a {@link Disk}. No interrupt ends an operation, so that no write is left half
 * done. For one thread at a time.
 */
public interface DiskFile extends Closeable {
  /**
   * Reads at most {@code length} bytes to {@code into[from..]}, from the end of the last read.
   *
   * @return how many, at least 1 unless {@code length} is 0; or -1 at the end
   */
  int read(byte[] into, int from, int length) throws IOException;

  /** Moves to the byte at which the next read starts. */
  void seek(long position) throws IOException;

  /**
   * Writes after the last byte, wherever that is by then. After a failure any part of the bytes may
   * be there.
   */
  void append(byte[] bytes, int from, int length) throws IOException;

  /** Returns the number of bytes in the file. */
  long length() throws IOException;

  /** Sets the file's length: cuts off what lies beyond, or adds zeros. */
  void setLength(long length) throws IOException;

  /** Forces what was written to the device. */
  void force() throws IOException;

  /**
   * Locks the file for this program alone until it is closed, or renews the lock: a POSIX process
   * loses its locks on a file whenever any part of it closes that file.
   *
   * @return false if somebody else has it, be it another part of this program
   */
  boolean lock() throws IOException;
}
