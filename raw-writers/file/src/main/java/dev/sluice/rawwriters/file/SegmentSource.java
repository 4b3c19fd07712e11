package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Loggers;
import dev.sluice.support.segment.SegmentAppender;
import java.io.IOException;

/** Chooses the file of each chunk. */
interface SegmentSource {
  /** Returns a key; chunks with equal keys go to the same segment. */
  long key(Chunk chunk);

  /** Returns a new segment for this chunk and later ones. */
  SegmentAppender open(Chunk first, long nowNanos) throws IOException;

  /** Returns whether a chunk may go to this segment, too. */
  boolean takes(SegmentAppender segment, Chunk chunk, long nowNanos);

  /**
   * Returns the logger, which is looked up when there is something to log: until then the
   * platform's logging is not touched.
   */
  static System.Logger log() {
    return Loggers.get("dev.sluice.rawwriters.file");
  }
}
