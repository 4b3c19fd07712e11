package dev.sluice.rawwriters.file;

import dev.sluice.api.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/** An open file that holds nothing but whole chunks whenever no append is under way. */
final class Segment {
  private final Path path;
  private final SegmentFile file;
  private final Object fileKey;
  private final long openedNanos;
  private final boolean locked;
  private long end;
  private long checkedNanos;

  /** Of a file just opened; {@code locked} says that it is this writer's alone. */
  Segment(Path path, SegmentFile file, long openedNanos, boolean locked) throws IOException {
    this.locked = locked;
    this.path = path;
    this.file = file;
    this.fileKey = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    this.openedNanos = openedNanos;
    this.checkedNanos = openedNanos;
    this.end = file.length();
  }

  Path path() {
    return path;
  }

  long openedNanos() {
    return openedNanos;
  }

  /** Bytes of all chunks in it. */
  long end() {
    return end;
  }

  /**
   * Adds a chunk whole or not at all; after a failure the segment must be left by {@link #abandon}.
   */
  void append(Chunk chunk, boolean force) throws IOException {
    file.append(chunk.array(), chunk.offset(), chunk.length());
    if (force) {
      file.force();
    }
    end += chunk.length();
  }

  /**
   * Whether the path still leads to this file, nobody else changed it, and it is still locked;
   * looked at now and then.
   */
  boolean isIntact(long nowNanos, long intervalNanos) {
    if (nowNanos - checkedNanos < intervalNanos) {
      return true;
    }
    checkedNanos = nowNanos;
    try {
      if (locked) {
        file.lock();
      }
      BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
      return Objects.equals(now.fileKey(), fileKey) && now.size() == end;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Takes back what a failed append of a chunk may have left and closes; an empty file goes. What
   * somebody else has added stays.
   */
  void abandon(Chunk failed) {
    try (SegmentFile closing = file) {
      if (closing.length() > end + failed.length()) {
        return;
      }
      closing.setLength(end);
      if (end == 0 && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // Half a chunk stays at the end of this segment; readers find the next one behind it.
    }
  }

  void close(boolean force) throws IOException {
    try (SegmentFile closing = file) {
      if (force) {
        closing.force();
      }
    }
  }
}
