package dev.sluice.api.chunk;

import java.util.Locale;

/**
 * Why a record was lost. The ordinal is the bit and the position in a chunk's accounting block and
 * never changes. All bits of the block's one-byte mask are taken: a further cause needs a new
 * version of the format.
 */
public enum DropCause {
  /** The ring had no room and the policy is to drop the newest. */
  RING_FULL,
  /** The ring had no room until the deadline of the blocking policy. */
  BLOCK_DEADLINE,
  /** The record's sealed chunk gave way to newer ones. */
  EVICTED,
  /** The record is larger than a row or a chunk may be. */
  OVERSIZE,
  /** The record could not be written into a row or encoded. */
  ENCODE_ERROR,
  /** The raw writer refused the record's chunk or failed to deliver it. */
  WRITE_REJECTED,
  /** The spill directory had no room. */
  SPILL_FULL,
  /** The record came after close, or close ran out of time. */
  CLOSED;

  private static final DropCause[] VALUES = values();

  /** How many causes there are. */
  public static final int COUNT = checked(VALUES.length);

  private static int checked(int causes) {
    if (causes > Byte.SIZE) {
      throw new IllegalStateException(
          causes
              + " causes of drops, but the mask in a chunk's accounting has "
              + Byte.SIZE
              + " bits");
    }
    return causes;
  }

  /** The cause with that ordinal. */
  static DropCause at(int ordinal) {
    return VALUES[ordinal];
  }

  /** The name in reports and JSON: lower case with underscores. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
