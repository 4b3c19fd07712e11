package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.config.Loggers;
import dev.sluice.support.segment.SegmentAppender;
import java.io.IOException;

/** Which file chunks go to. */
interface SegmentSource {
  /** Chunks with the same key go to the same segment. */
  long key(Chunk chunk);

  /** The segment to begin with this chunk. */
  SegmentAppender open(Chunk first, long nowNanos) throws IOException;

  /** Whether a chunk may go to this segment, too. */
  boolean takes(SegmentAppender segment, Chunk chunk, long nowNanos);

  /** Looked up when there is something to log: until then the platform's logging is not touched. */
  static System.Logger log() {
    return Loggers.get("dev.sluice.rawwriters.file");
  }
}
