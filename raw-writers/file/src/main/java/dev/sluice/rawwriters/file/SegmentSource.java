package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Chunk;
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
}
