package dev.sluice.api.chunk;

import java.util.Arrays;

/**
 * A stretch of bytes that is no valid chunk.
 *
 * @param position where it starts
 * @param length its bytes in all
 * @param reason what is wrong, one line
 * @param bytes its first bytes, at most as many as a chunk may have; a copy may be kept
 */
public record Damage(SourcePosition position, long length, String reason, byte[] bytes) {
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
    return position + ": " + reason + ", " + length + " bytes";
  }
}
