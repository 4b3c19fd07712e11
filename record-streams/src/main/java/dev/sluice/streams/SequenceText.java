package dev.sluice.streams;

import dev.sluice.streams.SequenceBitmap.RunConsumer;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.function.LongConsumer;

/** The text of a {@link SequenceSet}. */
final class SequenceText {
  /** Maximum number of ranges that are written for a page; with more, its bits are shorter. */
  static final int PAGE_RUNS = 40;

  private static final int DIGIT_BITS = 4;
  private static final int PAGE_DIGITS = SequenceBitmap.PAGE / DIGIT_BITS;

  private SequenceText() {}

  /** Writes ranges and pages in ascending order. */
  static final class Writer {
    private final StringBuilder text = new StringBuilder();
    private final SequenceBitmap.Joiner runs = new SequenceBitmap.Joiner(this::range);

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

    void page(long start, BitSet bits) {
      runs.finish();
      item().append(start).append(':');
      for (int digit = 0; digit < PAGE_DIGITS; digit++) {
        int value = 0;
        for (int bit = 0; bit < DIGIT_BITS; bit++) {
          value = value << 1 | (bits.get(digit * DIGIT_BITS + bit) ? 1 : 0);
        }
        text.append(Character.forDigit(value, 16));
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
   * Reads a text and passes its ranges on.
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
    if (start % SequenceBitmap.PAGE != 0
        || item.length() != colon + 1 + PAGE_DIGITS
        || start + SequenceBitmap.PAGE - 1 <= after) {
      throw new IllegalArgumentException(
          "'" + item.substring(0, colon) + "' is no page of sequences here");
    }
    for (int bit = 0; bit < SequenceBitmap.PAGE; bit++) {
      int digit = HexFormat.fromHexDigit(item.charAt(colon + 1 + bit / DIGIT_BITS));
      if ((digit << bit % DIGIT_BITS & 8) != 0) {
        runs.run(start + bit, start + bit);
      }
    }
    return start + SequenceBitmap.PAGE - 1;
  }

  private static long number(String digits) {
    if (digits.isEmpty() || !Character.isDigit(digits.charAt(0))) {
      throw new IllegalArgumentException("'" + digits + "' is no sequence");
    }
    return Long.parseLong(digits);
  }
}
