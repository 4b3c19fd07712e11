package dev.sluice.collectors.spill;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where sealed chunks are kept, and how many.
 *
 * @param directory where segments lie; one program at a time uses it
 * @param maxBytes bytes that all segments have at most
 * @param maxAge chunks that are older are dropped, or null for any age
 * @param evicts whether old chunks give way to new ones when it is full
 * @param fsync when bytes are forced to the device
 * @param sink where the chunks are to go, one line without secrets; the directory is for it alone
 */
public record SpillSettings(
    Path directory, long maxBytes, Duration maxAge, boolean evicts, Fsync fsync, String sink) {
  /** Bytes of all segments unless configured otherwise. */
  public static final long DEFAULT_BYTES = 1L << 30;

  /** Fewest bytes of all segments: the largest chunk must fit. */
  public static final long MIN_BYTES = 16 << 20;

  private static final long MAX_SEGMENT_BYTES = 8 << 20;

  /** When bytes are forced to the device. */
  public enum Fsync {
    /** When the operating system likes to. */
    NEVER,
    /** Before a chunk counts as spilled. */
    CHUNK
  }

  /** The same for a sink of no name, and nothing forced. */
  public SpillSettings(Path directory, long maxBytes, Duration maxAge, boolean evicts) {
    this(directory, maxBytes, maxAge, evicts, Fsync.NEVER, "unknown");
  }

  /** Segments so small that little is sent again after a restart, and little gives way at once. */
  long segmentBytes() {
    return Math.min(MAX_SEGMENT_BYTES, maxBytes / 16);
  }

  /** How long a segment is written to at most, in nanoseconds: it is dropped as a whole. */
  long segmentNanos() {
    return maxAge == null ? Long.MAX_VALUE : Math.max(1, maxAge.toNanos() / 16);
  }
}
