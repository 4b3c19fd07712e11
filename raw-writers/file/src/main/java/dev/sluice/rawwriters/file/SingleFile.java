package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.platform.Disk;
import dev.sluice.rawwriters.file.FileSettings.Fsync;
import dev.sluice.support.segment.SegmentAppender;
import java.io.IOException;

/** One file to which all chunks are appended, by one program at a time. */
record SingleFile(FileSettings settings, Disk disk) implements SegmentSource {
  @Override
  public long key(Chunk chunk) {
    return 0;
  }

  @Override
  public SegmentAppender open(Chunk first, long nowNanos) throws IOException {
    boolean force = settings.fsync() != Fsync.NEVER;
    return SegmentAppender.single(disk, settings.path(), settings.access(), nowNanos, force);
  }

  @Override
  public boolean takes(SegmentAppender segment, Chunk chunk, long nowNanos) {
    return true;
  }
}
