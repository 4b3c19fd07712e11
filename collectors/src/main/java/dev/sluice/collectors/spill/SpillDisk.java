package dev.sluice.collectors.spill;

import dev.sluice.api.chunk.ChunkScanner;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Every operation on files that the spill needs; tests inject faults here. What is created is the
 * owner's alone. An interrupt ends no operation, so that it leaves no half of a chunk.
 */
interface SpillDisk {
  /** Creates the directory unless there is one. */
  void createDirectory(Path directory) throws IOException;

  /** Takes a file for this program alone, until it is closed; null if another one has it. */
  Closeable lock(Path file) throws IOException;

  /** The segments of a directory, in no order. */
  List<Found> segments(Path directory) throws IOException;

  /** Bytes that may still be written to the directory's disk. */
  long usableSpace(Path directory) throws IOException;

  /** Begins a new file. */
  Output create(Path file) throws IOException;

  /** Opens a file for reading from a position on. */
  Input open(Path file, long position) throws IOException;

  /** The text of a small file; empty if there is none. */
  String read(Path file) throws IOException;

  /** Writes a small file, whatever it had before. */
  void write(Path file, String text) throws IOException;

  /** Renames a file at once, over another if need be. */
  void rename(Path from, Path to) throws IOException;

  /** Deletes a file if it is there. */
  void delete(Path file) throws IOException;

  /**
   * A segment that was found.
   *
   * @param path the file
   * @param bytes its size
   * @param ageNanos how long ago it was last written to
   */
  record Found(Path path, long bytes, long ageNanos) {}

  /** A file being written. */
  interface Output extends Closeable {
    /** Adds bytes; after a failure any part of them may be there. */
    void append(byte[] bytes, int from, int length) throws IOException;

    /** Cuts off what lies beyond a length. */
    void truncate(long length) throws IOException;
  }

  /** A file being read. */
  interface Input extends ChunkScanner.Source, Closeable {}
}
