package dev.sluice.api.record;

import java.util.Objects;

/**
 * A constant string, registered once with a collector, which takes 4 bytes in a row. Immutable. A
 * symbol is valid for the collector that returned it and no other.
 */
public final class Symbol {
  /** Most symbols a collector holds at a time; ids are 1 to this. */
  public static final int MAX_SYMBOLS = 65_536;

  /** The id of a symbol that found the table full: rows carry its text inline. */
  public static final int INLINE = -1;

  private final String value;
  private final int id;

  /** For collectors: a symbol with an id of 1 to {@value #MAX_SYMBOLS}, or {@link #INLINE}. */
  public Symbol(String value, int id) {
    this.value = Objects.requireNonNull(value, "value");
    this.id = id;
  }

  /** The text. */
  public String value() {
    return value;
  }

  /** The id in a row, or {@link #INLINE}. */
  public int id() {
    return id;
  }

  @Override
  public String toString() {
    return value;
  }
}
