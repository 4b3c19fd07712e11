package dev.sluice.api.record;

import java.util.Objects;

/**
 * A constant string, registered once with a collector, which takes 4 bytes in a row. Immutable. A
 * symbol is valid for the collector that returned it and no other.
 */
public final class Symbol {
  /** Maximum number of symbols that a collector holds at a time; ids are 1 to this. */
  public static final int MAX_SYMBOLS = 65_536;

  /** Id of a symbol for which the table had no room: rows contain its text. */
  public static final int INLINE = -1;

  private final String value;
  private final int id;

  /**
   * Creates a symbol with an id of 1 to {@value #MAX_SYMBOLS}, or {@link #INLINE}; only collectors
   * call it.
   */
  public Symbol(String value, int id) {
    this.value = Objects.requireNonNull(value, "value");
    this.id = id;
  }

  /** Returns the symbol's text. */
  public String value() {
    return value;
  }

  /** Returns the symbol's id in a row, or {@link #INLINE}. */
  public int id() {
    return id;
  }

  @Override
  public String toString() {
    return value;
  }
}
