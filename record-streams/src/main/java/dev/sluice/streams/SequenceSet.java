package dev.sluice.streams;

import java.util.Arrays;

/**
 * A set of sequence numbers as sorted ranges; in order of arrival it is one range. Out of order it
 * grows to at most {@link #MAX_RANGES}; beyond, the lowest gap is given up: its numbers stay
 * missing for good and count as known, so that one that comes after all is left out.
 */
final class SequenceSet {
  /** Most ranges; 16 KiB. */
  static final int MAX_RANGES = 1024;

  private long[] first = new long[2];
  private long[] last = new long[2];
  private int ranges;
  private long added;

  boolean contains(long sequence) {
    int range = rangeAtOrBelow(sequence);
    return range >= 0 && sequence <= last[range];
  }

  /** Adds a number that is not in it. */
  void add(long sequence) {
    added++;
    int below = rangeAtOrBelow(sequence);
    boolean joinsBelow = below >= 0 && last[below] + 1 == sequence;
    boolean joinsAbove = below + 1 < ranges && first[below + 1] - 1 == sequence;
    if (joinsBelow && joinsAbove) {
      last[below] = last[below + 1];
      remove(below + 1);
    } else if (joinsBelow) {
      last[below] = sequence;
    } else if (joinsAbove) {
      first[below + 1] = sequence;
    } else {
      insert(below + 1, sequence, sequence);
    }
  }

  /** How many numbers up to the highest are missing. */
  long missing() {
    return ranges == 0 ? 0 : last[ranges - 1] - (added - 1);
  }

  private int rangeAtOrBelow(long sequence) {
    if (ranges > 0 && sequence >= first[ranges - 1]) {
      return ranges - 1;
    }
    int index = Arrays.binarySearch(first, 0, ranges, sequence);
    return index >= 0 ? index : -index - 2;
  }

  private void insert(int at, long from, long to) {
    if (ranges == first.length) {
      first = Arrays.copyOf(first, 2 * ranges);
      last = Arrays.copyOf(last, 2 * ranges);
    }
    System.arraycopy(first, at, first, at + 1, ranges - at);
    System.arraycopy(last, at, last, at + 1, ranges - at);
    first[at] = from;
    last[at] = to;
    ranges++;
    if (ranges > MAX_RANGES) {
      first[1] = first[0];
      remove(0);
    }
  }

  private void remove(int at) {
    ranges--;
    System.arraycopy(first, at + 1, first, at, ranges - at);
    System.arraycopy(last, at + 1, last, at, ranges - at);
  }

  /** The ranges: {@code 0-99,105,107-200}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ranges; i++) {
      text.append(i == 0 ? "" : ",").append(first[i]);
      if (last[i] != first[i]) {
        text.append('-').append(last[i]);
      }
    }
    return text.toString();
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static SequenceSet parse(String text) {
    SequenceSet set = new SequenceSet();
    long least = 0;
    for (String range : text.split(",", -1)) {
      int dash = range.indexOf('-');
      long from = Long.parseLong(dash < 0 ? range : range.substring(0, dash));
      long to = dash < 0 ? from : Long.parseLong(range.substring(dash + 1));
      if (from < least || to < from || to == Long.MAX_VALUE || set.ranges == MAX_RANGES) {
        throw new IllegalArgumentException("'" + range + "' is no range of sequences here");
      }
      set.insert(set.ranges, from, to);
      set.added += to - from + 1;
      least = to + 1;
    }
    return set;
  }
}
