package dev.sluice.collectors.spill;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Place and limits of the chunks that are kept on disk.
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
  /** Default maximum number of bytes of all segments. */
  public static final long DEFAULT_BYTES = 1L << 30;

  /** Minimum of the maximum number of bytes of all segments: the largest chunk must fit. */
  public static final long MIN_BYTES = 16 << 20;

  private static final long MAX_SEGMENT_BYTES = 8 << 20;

  /** Time at which bytes are forced to the device. */
  public enum Fsync {
    /** Bytes are forced when the operating system does it by itself. */
    NEVER,
    /** Bytes are forced before a chunk counts as spilled. */
    CHUNK
  }

  /** Creates settings for a sink without a name; nothing is forced. */
  public SpillSettings(Path directory, long maxBytes, Duration maxAge, boolean evicts) {
    this(directory, maxBytes, maxAge, evicts, Fsync.NEVER, "unknown");
  }

  /**
   * Returns the maximum size of a segment in bytes: small, so that little is sent again after a
   * restart, and little is dropped at a time.
   */
  long segmentBytes() {
    return Math.min(MAX_SEGMENT_BYTES, maxBytes / 16);
  }

  /**
   * Returns the maximum time in nanoseconds that a segment is written to; a segment is dropped as a
   * whole.
   */
  long segmentNanos() {
    return maxAge == null ? Long.MAX_VALUE : Math.max(1, maxAge.toNanos() / 16);
  }
}
