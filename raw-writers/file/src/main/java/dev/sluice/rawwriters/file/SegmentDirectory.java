package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.platform.Disk;
import dev.sluice.rawwriters.file.FileSettings.Fsync;
import dev.sluice.support.segment.SegmentAppender;
import dev.sluice.support.segment.SegmentLog;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;

/** A directory of segments: one for each producer, and a new one if it is large or old enough. */
final class SegmentDirectory implements SegmentSource {
  private final FileSettings settings;
  private final SegmentLog log;

  SegmentDirectory(FileSettings settings, Disk disk) {
    this.settings = settings;
    this.log = SegmentLog.shared(disk, settings.path(), settings.access());
  }

  @Override
  public long key(Chunk chunk) {
    return chunk.accounting().producerId();
  }

  @Override
  public SegmentAppender open(Chunk first, long nowNanos) throws IOException {
    SegmentAppender begun = log.begin(key(first), nowNanos, settings.fsync() != Fsync.NEVER);
    deleteOldest(begun.path());
    return begun;
  }

  @Override
  public boolean takes(SegmentAppender segment, Chunk chunk, long nowNanos) {
    boolean fits = segment.end() == 0 || segment.end() + chunk.length() <= settings.rotateBytes();
    boolean young =
        settings.rotateAge() == null
            || nowNanos - segment.begunNanos() < settings.rotateAge().toNanos();
    return fits && young;
  }

  /**
   * Deletes the segments with the oldest last write, of all producers alike; never the one just
   * begun.
   */
  private void deleteOldest(Path begun) {
    if (settings.retain() == 0) {
      return;
    }
    try {
      log.deleteOldest(settings.retain(), begun);
    } catch (IOException e) {
      SegmentSource.log().log(
          Level.WARNING,
          "cannot delete old segments in " + settings.path() + ": " + e.getMessage());
    }
  }
}
