package dev.sluice.api.chunk;

import java.util.Arrays;

/**
 * A stretch of bytes that is no valid chunk, or chunks that the source lost before they were read.
 *
 * @param position where it starts; of lost chunks, where the last one was
 * @param length its bytes in all, or {@link #UNKNOWN_LENGTH}
 * @param reason what is wrong, one line
 * @param bytes its first bytes, at most as many as a chunk may have; a copy may be kept
 */
public record Damage(SourcePosition position, long length, String reason, byte[] bytes) {
  /** Value of a length that is unknown because the source lost the bytes. */
  public static final long UNKNOWN_LENGTH = -1;

  @Override
  public boolean equals(Object other) {
    return other instanceof Damage that
        && position.equals(that.position)
        && length == that.length
        && reason.equals(that.reason)
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return position.hashCode();
  }

  @Override
  public String toString() {
    return position + ": " + reason + (length < 0 ? "" : ", " + length + " bytes");
  }
}
