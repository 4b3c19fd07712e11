package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.support.segment.SegmentName;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A directory of segments: one for every producer, and a new one whenever it is large or old
 * enough. An existing file is never written to, and a name never used twice even if the file is
 * gone, so that a reader may keep positions by name: numbers rise over all producers of this
 * writer.
 */
final class SegmentDirectory implements SegmentSource {
  private final FileSettings settings;
  private final SegmentFile.Opener opener;
  private long lastNumber = -1;

  SegmentDirectory(FileSettings settings, SegmentFile.Opener opener) {
    this.settings = settings;
    this.opener = opener;
    // A class whose initialiser fails because memory is short can never be used again; so what
    // names the first segment is initialised before the program has had time to use the memory up.
    SegmentName.parse(new SegmentName(0, 0).fileName());
  }

  @Override
  public long key(Chunk chunk) {
    return chunk.accounting().producerId();
  }

  @Override
  public Segment open(Chunk first, long nowNanos) throws IOException {
    settings.access().createDirectory(settings.path());
    Path path = createFile(key(first));
    SegmentFile file = opener.open(path);
    try {
      Segment segment = new Segment(path, file, nowNanos, false);
      if (settings.fsync() != FileSettings.Fsync.NEVER) {
        Directories.force(settings.path());
      }
      deleteOldest(path);
      return segment;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  @Override
  public boolean takes(Segment segment, Chunk chunk, long nowNanos) {
    boolean fits = segment.end() == 0 || segment.end() + chunk.length() <= settings.rotateBytes();
    boolean young =
        settings.rotateAge() == null
            || nowNanos - segment.openedNanos() < settings.rotateAge().toNanos();
    return fits && young;
  }

  private Path createFile(long producerId) throws IOException {
    long number = Math.max(highestNumber(producerId), lastNumber);
    while (true) {
      number++;
      Path path = settings.path().resolve(new SegmentName(producerId, number).fileName());
      try {
        settings.access().createFile(path);
      } catch (FileAlreadyExistsException e) {
        continue;
      }
      lastNumber = number;
      return path;
    }
  }

  private long highestNumber(long producerId) throws IOException {
    // A loop, and no stream: this is part of every program's start or end.
    long highest = -1;
    for (Path path : Directories.segments(settings.path())) {
      SegmentName name = SegmentName.parse(path.getFileName().toString()).orElseThrow();
      if (name.producerId() == producerId) {
        highest = Math.max(highest, name.number());
      }
    }
    return highest;
  }

  /** By the time of the last write, of all producers alike; never the one just begun. */
  private void deleteOldest(Path current) {
    if (settings.retain() == 0) {
      return;
    }
    try {
      List<Map.Entry<FileTime, Path>> others = new ArrayList<>();
      for (Path path : Directories.segments(settings.path())) {
        if (!path.equals(current)) {
          others.add(Map.entry(Files.getLastModifiedTime(path), path));
        }
      }
      others.sort(
          Map.Entry.<FileTime, Path>comparingByKey()
              .thenComparing(e -> e.getValue().getFileName().toString(), SegmentName.ORDER));
      for (int i = 0; i <= others.size() - settings.retain(); i++) {
        Files.deleteIfExists(others.get(i).getValue());
      }
    } catch (IOException e) {
      FileRawWriter.log().log(
          Level.WARNING,
          "cannot delete old segments in " + settings.path() + ": " + e.getMessage());
    }
  }
}
