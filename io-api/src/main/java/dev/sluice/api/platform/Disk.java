package dev.sluice.api.platform;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Files and directories. Every part of Sluice that writes files, or reads files of chunks, uses
 * this interface, so that a failing disk can be simulated. No interrupt ends an operation.
 * Thread-safe.
 *
 * <p>An {@link Access} that is null leaves to the process who may read what is created.
 */
public interface Disk {
  /** Creates a directory and its parents, unless there is one, or a link to one. */
  void createDirectories(Path directory, Access access) throws IOException;

  /**
   * Returns the entries of a directory, in no order; an entry that vanishes meanwhile is left out.
   *
   * @param glob what the names match, as in {@code *.slu}
   * @throws java.nio.file.NoSuchFileException if there is no such directory
   */
  List<Entry> list(Path directory, String glob) throws IOException;

  /**
   * Returns the entry with this path, or the one that a link with this path leads to.
   *
   * @throws java.nio.file.NoSuchFileException if there is nothing
   */
  Entry entry(Path path) throws IOException;

  /**
   * Creates a file for reading and writing.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one; it stays as it is
   */
  DiskFile create(Path file, Access access) throws IOException;

  /**
   * Opens a file. A pipe or a device can be read from its start to its end, without {@link
   * DiskFile#seek}.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  DiskFile open(Path file, boolean toWrite) throws IOException;

  /**
   * Locks a file for this program alone, and for one part of it, until the lock is closed. The file
   * is created if there is none, for its owner alone.
   *
   * @return null if somebody else has it
   * @throws IOException also if it is no regular file
   */
  Closeable lock(Path file) throws IOException;

  /** Renames a file atomically and replaces what is there. */
  void move(Path from, Path to) throws IOException;

  /**
   * Deletes a file or a link, if it is there.
   *
   * @throws IOException also if it is a directory
   */
  void delete(Path file) throws IOException;

  /** Makes the names in a directory durable, if the system can. */
  void force(Path directory) throws IOException;

  /** Returns the number of bytes that may still be written to the directory's disk. */
  long usableSpace(Path directory) throws IOException;

  /**
   * Returns why another user may have written a file, or may put files into a directory, as in
   * {@code others may write to /tmp}. Null if only the user and the system's administrator can. A
   * link to a file is doubted, too.
   */
  String doubt(Path path) throws IOException;

  /**
   * A file or a directory, in the state in which it was read.
   *
   * @param path its path, the directory that was listed included
   * @param isFile whether it is a regular file, or a link to one
   * @param isDirectory whether it is a directory, or a link to one
   * @param bytes its length
   * @param modifiedMillis when it was last written to, in milliseconds since the epoch
   * @param key what tells it from another one of the name; null if the system does not say
   */
  record Entry(
      Path path, boolean isFile, boolean isDirectory, long bytes, long modifiedMillis, Object key) {
    /** Returns the entry's name in its directory. */
    public String name() {
      return path.getFileName().toString();
    }
  }
}
