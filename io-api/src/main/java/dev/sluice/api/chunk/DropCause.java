package dev.sluice.api.chunk;

import java.util.Locale;

/**
 * Cause of a record's loss. The ordinal is the number in a chunk's accounting and never changes;
 * there is room for {@value #MAX} causes.
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
  /**
   * The record could not be written into a row or encoded: its own code threw, or the stack of its
   * thread or the heap was full.
   */
  ENCODE_ERROR,
  /** The raw writer refused the record's chunk or failed to deliver it. */
  WRITE_REJECTED,
  /** The spill directory had no room. */
  SPILL_FULL,
  /** The record came after {@code close}, or {@code close} ran out of time. */
  CLOSED;

  /** Maximum number of causes that the format has room for. */
  public static final int MAX = 64;

  private static final DropCause[] VALUES = values();

  /** Number of causes that this version knows; a chunk may count drops of others. */
  public static final int COUNT = VALUES.length;

  /** Returns the name of this cause in reports and JSON: lower case with underscores. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the name of the cause with this number: {@code cause_9} for an unknown number. */
  public static String label(int number) {
    return number < COUNT ? VALUES[number].label() : "cause_" + number;
  }
}
