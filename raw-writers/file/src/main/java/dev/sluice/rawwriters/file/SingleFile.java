package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Chunk;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;

/**
 * One file that everything is appended to, by one program at a time. What a crash left at its end
 * stays: bytes are never destroyed, and readers tell of it and find the chunks behind it.
 */
final class SingleFile implements SegmentSource {
  private final FileSettings settings;
  private final SegmentFile.Opener opener;

  SingleFile(FileSettings settings, SegmentFile.Opener opener) {
    this.settings = settings;
    this.opener = opener;
  }

  @Override
  public long key(Chunk chunk) {
    return 0;
  }

  @Override
  public Segment open(Chunk first, long nowNanos) throws IOException {
    Path path = settings.path();
    settings.access().createDirectory(path.toAbsolutePath().getParent());
    try {
      settings.access().createFile(path);
    } catch (FileAlreadyExistsException e) {
      // It is appended to.
    }
    SegmentFile file = opener.open(path);
    try {
      file.lock();
      return new Segment(path, file, nowNanos, true);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public boolean takes(Segment segment, Chunk chunk, long nowNanos) {
    return true;
  }
}
