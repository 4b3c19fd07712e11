package dev.sluice.rawwriters.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What a segment needs of a file; tests inject faults here. An interrupt does not end an operation,
 * so that it cannot leave half a chunk.
 */
interface SegmentFile extends Closeable {
  /** Opens an existing file or creates one; positioned at its end. */
  @FunctionalInterface
  interface Opener {
    SegmentFile open(Path path) throws IOException;
  }

  /**
   * Takes the file for this writer alone, or takes it again: a POSIX process loses its locks on a
   * file whenever any part of it closes that file. Fails if somebody else has it.
   */
  void lock() throws IOException;

  /** Bytes in the file. */
  long length() throws IOException;

  /** Writes behind the last byte; after a failure any part may have been written. */
  void append(byte[] bytes, int from, int length) throws IOException;

  /** Cuts off what lies beyond, or adds zeros. */
  void setLength(long length) throws IOException;

  /** Forces everything to the device. */
  void force() throws IOException;
}
