package dev.sluice.streams;

import java.util.Arrays;

/**
 * A sorted set of numbers as pages of {@value #PAGE}: of a page that is full, only its number is
 * kept, and of neighbours that are full one range; of any other page a bit for each number. So
 * numbers that come in any order take a bit each.
 *
 * <p>At most {@link #MAX_PARTIAL} pages have bits, a reach of 2 Mi numbers and 320 KiB, fewer if
 * the {@link Budget} that all sets share is used up, and at most {@link #MAX_SEGMENTS} pages or
 * ranges, 64 KiB. Beyond, the lowest are given up: nothing is known of their numbers any more.
 */
final class SequencePages {
  /** Numbers of a page; 256 bytes. */
  static final int PAGE = 2048;

  static final int MAX_PARTIAL = 1024;
  static final int MAX_SEGMENTS = 2048;

  private static final int SHIFT = 11;
  private static final long[] NO_PAGES = {};
  private static final long[][] NO_BITS = {};

  /** Sorted: the first and the last page of a range of full ones, or a page and its bits. */
  private long[] first = NO_PAGES;

  private long[] last = NO_PAGES;
  private long[][] bits = NO_BITS;
  private int segments;
  private int partial;
  private final Budget budget;

  /** How many pages with bits all sets may have in common; each may have one in any case. */
  static final class Budget {
    private int free;

    Budget(int pages) {
      free = pages;
    }
  }

  /** Takes the numbers from one to another, both included. */
  interface RunConsumer {
    void run(long from, long to);
  }

  SequencePages(Budget budget) {
    this.budget = budget;
  }

  boolean isEmpty() {
    return segments == 0;
  }

  boolean contains(long number) {
    int at = atOrBehind(number >>> SHIFT);
    return at < segments
        && first[at] <= number >>> SHIFT
        && (bits[at] == null || isSet(bits[at], number));
  }

  /** Adds numbers; the result is the highest number that was given up for them, or -1. */
  long addRun(long from, long to) {
    long firstPage = from >>> SHIFT;
    long lastPage = to >>> SHIFT;
    if (firstPage == lastPage) {
      addToPage(firstPage, from, to);
    } else {
      addToPage(firstPage, from, endOf(firstPage));
      addToPage(lastPage, startOf(lastPage), to);
      if (firstPage + 1 < lastPage) {
        fill(firstPage + 1, lastPage - 1);
      }
    }
    return giveUp();
  }

  private void addToPage(long page, long from, long to) {
    int at = atOrBehind(page);
    if (at == segments || first[at] > page) {
      insert(at, page, page, new long[PAGE / Long.SIZE]);
    } else if (bits[at] == null) {
      return;
    }
    for (int i = (int) (from - startOf(page)); i <= (int) (to - startOf(page)); i++) {
      bits[at][i >>> 6] |= 1L << i;
    }
    if (isFull(bits[at])) {
      fill(page, page);
    }
  }

  /** Makes all of these pages full, and one range of them and those beside them. */
  private void fill(long from, long to) {
    int at = atOrBehind(from);
    long start = from;
    long end = to;
    at = at > 0 && bits[at - 1] == null && last[at - 1] == from - 1 ? at - 1 : at;
    while (at < segments && (first[at] <= to || first[at] == to + 1 && bits[at] == null)) {
      start = Math.min(start, first[at]);
      end = Math.max(end, last[at]);
      remove(at);
    }
    insert(at, start, end, null);
  }

  /**
   * Forgets the numbers up to {@code number} and those that follow without a gap; the result is the
   * last of them.
   */
  long absorbBehind(long number) {
    long end = number;
    while (segments > 0 && (endOf(last[0]) <= end || startOf(first[0]) - 1 <= end)) {
      if (bits[0] == null) {
        end = Math.max(end, endOf(last[0]));
      } else {
        while (end < endOf(last[0]) && isSet(bits[0], end + 1)) {
          end++;
        }
        if (end < endOf(last[0])) {
          return end;
        }
      }
      remove(0);
    }
    return end;
  }

  private long giveUp() {
    long highest = -1;
    while (segments > MAX_SEGMENTS || partial > MAX_PARTIAL || partial > 1 && budget.free < 0) {
      int at = 0;
      while (segments <= MAX_SEGMENTS && bits[at] == null) {
        at++;
      }
      highest = Math.max(highest, endOf(last[at]));
      remove(at);
    }
    return highest;
  }

  /** Hands the numbers above one over. */
  void forEachRun(long above, RunConsumer consumer) {
    Joiner joiner = new Joiner(consumer);
    for (int i = 0; i < segments; i++) {
      forEachRun(i, above, joiner);
    }
    joiner.finish();
  }

  private void forEachRun(int segment, long above, RunConsumer consumer) {
    long start = startOf(first[segment]);
    if (bits[segment] == null) {
      consumer.run(start, endOf(last[segment]));
      return;
    }
    for (int i = (int) Math.max(0, above - start + 1); i < PAGE; i++) {
      if (isSet(bits[segment], i)) {
        int from = i;
        while (i + 1 < PAGE && isSet(bits[segment], i + 1)) {
          i++;
        }
        consumer.run(start + from, start + i);
      }
    }
  }

  /** Writes the numbers above one as text, pages of many ranges as bits. */
  void write(long above, SequenceText.Writer text) {
    for (int i = 0; i < segments; i++) {
      int[] runs = {0};
      forEachRun(i, above, (from, to) -> runs[0]++);
      if (runs[0] > SequenceText.PAGE_RUNS) {
        text.page(startOf(first[i]), bits[i]);
      } else {
        forEachRun(i, above, text::run);
      }
    }
  }

  void clear() {
    while (segments > 0) {
      remove(segments - 1);
    }
  }

  /** The first segment that ends at or behind a page. */
  private int atOrBehind(long page) {
    int at = Arrays.binarySearch(last, 0, segments, page);
    return at >= 0 ? at : -at - 1;
  }

  private void insert(int at, long from, long to, long[] pageBits) {
    if (segments == first.length) {
      int length = Math.max(2, 2 * segments);
      first = Arrays.copyOf(first, length);
      last = Arrays.copyOf(last, length);
      bits = Arrays.copyOf(bits, length);
    }
    System.arraycopy(first, at, first, at + 1, segments - at);
    System.arraycopy(last, at, last, at + 1, segments - at);
    System.arraycopy(bits, at, bits, at + 1, segments - at);
    first[at] = from;
    last[at] = to;
    bits[at] = pageBits;
    segments++;
    count(pageBits, 1);
  }

  private void remove(int at) {
    count(bits[at], -1);
    segments--;
    System.arraycopy(first, at + 1, first, at, segments - at);
    System.arraycopy(last, at + 1, last, at, segments - at);
    System.arraycopy(bits, at + 1, bits, at, segments - at);
    bits[segments] = null;
  }

  private void count(long[] pageBits, int change) {
    if (pageBits != null) {
      partial += change;
      budget.free -= change;
    }
  }

  private static boolean isSet(long[] pageBits, long number) {
    int bit = (int) number & PAGE - 1;
    return (pageBits[bit >>> 6] & 1L << bit) != 0;
  }

  private static boolean isFull(long[] pageBits) {
    long all = -1;
    for (long word : pageBits) {
      all &= word;
    }
    return all == -1;
  }

  private static long startOf(long page) {
    return page << SHIFT;
  }

  private static long endOf(long page) {
    return (page << SHIFT) + PAGE - 1;
  }

  /** Joins runs that touch each other, at the end of a page. */
  static final class Joiner implements RunConsumer {
    private final RunConsumer next;
    private long from = -1;
    private long to;

    Joiner(RunConsumer next) {
      this.next = next;
    }

    @Override
    public void run(long runFrom, long runTo) {
      if (from < 0 || runFrom != to + 1) {
        finish();
        from = runFrom;
      }
      to = runTo;
    }

    void finish() {
      if (from >= 0) {
        next.run(from, to);
        from = -1;
      }
    }
  }
}
