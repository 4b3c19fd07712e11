package dev.sluice.streams;

import dev.sluice.streams.SequencePages.RunConsumer;
import java.util.function.LongConsumer;

/** The text of a {@link SequenceSet}. */
final class SequenceText {
  /** With more ranges than this in a page, its bits are shorter. */
  static final int PAGE_RUNS = 40;

  private static final int WORD_DIGITS = 16;
  private static final int PAGE_DIGITS = SequencePages.PAGE / 4;

  private SequenceText() {}

  /** Writes what it is told in ascending order. */
  static final class Writer {
    private final StringBuilder text = new StringBuilder();
    private final SequencePages.Joiner runs = new SequencePages.Joiner(this::range);

    void givenUp(long to) {
      item().append('?').append(to);
    }

    void run(long from, long to) {
      runs.run(from, to);
    }

    private void range(long from, long to) {
      item().append(from);
      if (to != from) {
        text.append('-').append(to);
      }
    }

    void page(long start, long[] bits) {
      runs.finish();
      item().append(start).append(':');
      for (long word : bits) {
        String digits = Long.toHexString(Long.reverse(word));
        text.append("0".repeat(WORD_DIGITS - digits.length())).append(digits);
      }
    }

    private StringBuilder item() {
      return text.append(text.isEmpty() ? "" : ",");
    }

    @Override
    public String toString() {
      runs.finish();
      return text.toString();
    }
  }

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if it is no such text
   */
  static void read(String text, LongConsumer givenUp, RunConsumer runs) {
    String items = text;
    if (text.startsWith("?") && text.indexOf(',') > 0) {
      items = text.substring(text.indexOf(',') + 1);
      givenUp.accept(number(text.substring(1, text.indexOf(','))));
    }
    long last = -1;
    for (String item : items.split(",", -1)) {
      last = item.indexOf(':') < 0 ? range(item, last, runs) : page(item, last, runs);
    }
  }

  private static long range(String item, long after, RunConsumer runs) {
    int dash = item.indexOf('-');
    long from = number(dash < 0 ? item : item.substring(0, dash));
    long to = dash < 0 ? from : number(item.substring(dash + 1));
    if (from <= after || to < from) {
      throw new IllegalArgumentException("'" + item + "' is no range of sequences here");
    }
    runs.run(from, to);
    return to;
  }

  private static long page(String item, long after, RunConsumer runs) {
    int colon = item.indexOf(':');
    long start = number(item.substring(0, colon));
    if (start % SequencePages.PAGE != 0
        || item.length() != colon + 1 + PAGE_DIGITS
        || start + SequencePages.PAGE - 1 <= after) {
      throw new IllegalArgumentException(
          "'" + item.substring(0, colon) + "' is no page of sequences here");
    }
    for (int word = 0; word < PAGE_DIGITS / WORD_DIGITS; word++) {
      int at = colon + 1 + word * WORD_DIGITS;
      long bits = Long.reverse(Long.parseUnsignedLong(item, at, at + WORD_DIGITS, 16));
      for (int bit = 0; bit < Long.SIZE; bit++) {
        if ((bits >>> bit & 1) != 0) {
          long number = start + word * Long.SIZE + bit;
          runs.run(number, number);
        }
      }
    }
    return start + SequencePages.PAGE - 1;
  }

  private static long number(String digits) {
    if (digits.isEmpty() || !Character.isDigit(digits.charAt(0))) {
      throw new IllegalArgumentException("'" + digits + "' is no sequence");
    }
    return Long.parseLong(digits);
  }
}
