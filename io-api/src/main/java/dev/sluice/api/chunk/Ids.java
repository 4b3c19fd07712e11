package dev.sluice.api.chunk;

import java.util.HexFormat;

/**
 * Conversion of ids of producers and traces to the text that tools print, and back: one form,
 * whatever the sign of the number. For any thread.
 */
public final class Ids {
  private Ids() {}

  /** Returns an id as 16 lower-case hexadecimal digits. */
  public static String print(long id) {
    return HexFormat.of().toHexDigits(id);
  }

  /**
   * Returns the id that a text names, with or without leading zeros, in either case.
   *
   * @throws IllegalArgumentException if it is not 1 to 16 hexadecimal digits
   */
  public static long parse(String text) {
    if (!text.matches("[0-9a-fA-F]{1,16}")) {
      throw new IllegalArgumentException(
          "an id is at most 16 hexadecimal digits, was '" + text + "'");
    }
    return HexFormat.fromHexDigitsToLong(text);
  }
}
