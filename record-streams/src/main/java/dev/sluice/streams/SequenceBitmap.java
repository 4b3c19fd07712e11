package dev.sluice.streams;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * A sorted set of numbers as pages of {@value #PAGE}: of neighbouring pages that are full only
 * their range is kept, of any other page a bit for each number. So numbers that come in any order
 * take a bit each.
 *
 * <p>At most {@link #MAX_PARTIAL} pages have bits, a reach of 2 Mi numbers and 400 KiB, fewer if
 * the {@link Budget} that all sets share is used up, and at most {@link #MAX_SEGMENTS} pages or
 * ranges, 180 KiB. Beyond these bounds the lowest are given up: nothing is known of their numbers
 * any more.
 */
final class SequenceBitmap {
  /** Number of numbers in a page; 256 bytes. */
  static final int PAGE = 2048;

  static final int MAX_PARTIAL = 1024;
  static final int MAX_SEGMENTS = 2048;

  /** Segments by their first page. */
  private final TreeMap<Long, Segment> segments = new TreeMap<>();

  private final Budget budget;
  private int partial;

  /**
   * A run of full pages up to {@code last}; or one page and its numbers, counted from the page's
   * first.
   */
  private record Segment(long last, BitSet bits) {}

  /**
   * Maximum number of pages with bits that all sets may have together; each set may have one in any
   * case.
   */
  static final class Budget {
    private int free;

    Budget(int pages) {
      free = pages;
    }
  }

  /** Receives the numbers from one to another, both included. */
  interface RunConsumer {
    void run(long from, long to);
  }

  SequenceBitmap(Budget budget) {
    this.budget = budget;
  }

  boolean isEmpty() {
    return segments.isEmpty();
  }

  boolean contains(long number) {
    Map.Entry<Long, Segment> found = segments.floorEntry(number / PAGE);
    return found != null
        && found.getValue().last >= number / PAGE
        && (found.getValue().bits == null || found.getValue().bits.get((int) (number % PAGE)));
  }

  /**
   * Returns how many of the numbers from one to another, both included, are in the set; unsigned.
   */
  long covered(long from, long to) {
    Long first = segments.floorKey(from / PAGE);
    long count = 0;
    for (Map.Entry<Long, Segment> each :
        segments.subMap(first == null ? 0 : first, true, to / PAGE, true).entrySet()) {
      long start = startOf(each.getKey());
      long low = Math.max(from, start);
      long high = Math.min(to, endOf(each.getValue().last));
      if (low <= high) {
        BitSet bits = each.getValue().bits;
        count +=
            bits == null
                ? high - low + 1
                : bits.get((int) (low - start), (int) (high - start) + 1).cardinality();
      }
    }
    return count;
  }

  /** Adds numbers; returns the highest number that was forgotten to make room, or -1. */
  long addRun(long from, long to) {
    long firstPage = from / PAGE;
    long lastPage = to / PAGE;
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
    Map.Entry<Long, Segment> found = segments.floorEntry(page);
    BitSet bits;
    if (found == null || found.getValue().last < page) {
      bits = new BitSet(PAGE);
      put(page, page, bits);
    } else if (found.getValue().bits == null) {
      return;
    } else {
      bits = found.getValue().bits;
    }
    bits.set((int) (from % PAGE), (int) (to % PAGE) + 1);
    if (bits.nextClearBit(0) == PAGE) {
      fill(page, page);
    }
  }

  /** Makes all of these pages full, and joins them with the full pages beside them. */
  private void fill(long from, long to) {
    long start = from;
    long end = to;
    Map.Entry<Long, Segment> each = segments.lowerEntry(from);
    if (each == null || each.getValue().bits != null || each.getValue().last < from - 1) {
      each = segments.ceilingEntry(from);
    }
    while (each != null
        && (each.getKey() <= to || each.getKey() == to + 1 && each.getValue().bits == null)) {
      start = Math.min(start, each.getKey());
      end = Math.max(end, each.getValue().last);
      remove(each);
      each = segments.higherEntry(each.getKey());
    }
    put(start, end, null);
  }

  /**
   * Removes the numbers up to {@code number} and those that follow without a gap; returns the last
   * of them.
   */
  long absorbBehind(long number) {
    long end = number;
    for (Map.Entry<Long, Segment> each = segments.firstEntry();
        each != null && startOf(each.getKey()) - 1 <= end;
        each = segments.firstEntry()) {
      long last = endOf(each.getValue().last);
      if (end < last && each.getValue().bits != null) {
        long start = startOf(each.getKey());
        end = start + each.getValue().bits.nextClearBit((int) (end + 1 - start)) - 1;
        if (end < last) {
          if (each.getValue().bits.nextSetBit((int) (end + 1 - start)) < 0) {
            remove(each); // or the set would never be one range
          }
          return end;
        }
      }
      end = Math.max(end, last);
      remove(each);
    }
    return end;
  }

  private long giveUp() {
    long highest = -1;
    while (segments.size() > MAX_SEGMENTS
        || partial > MAX_PARTIAL
        || partial > 1 && budget.free < 0) {
      Map.Entry<Long, Segment> lowest = segments.firstEntry();
      while (segments.size() <= MAX_SEGMENTS && lowest.getValue().bits == null) {
        lowest = segments.higherEntry(lowest.getKey());
      }
      highest = Math.max(highest, endOf(lowest.getValue().last));
      remove(lowest);
    }
    return highest;
  }

  /** Calls the consumer for the numbers above {@code above}. */
  void forEachRun(long above, RunConsumer consumer) {
    Joiner joiner = new Joiner(consumer);
    segments.forEach((first, segment) -> forEachRun(first, segment, above, joiner));
    joiner.finish();
  }

  private static void forEachRun(long first, Segment segment, long above, RunConsumer consumer) {
    long start = startOf(first);
    if (segment.bits == null) {
      consumer.run(start, endOf(segment.last));
      return;
    }
    int from = segment.bits.nextSetBit((int) Math.max(0, above - start + 1));
    while (from >= 0) {
      int to = segment.bits.nextClearBit(from);
      consumer.run(start + from, start + to - 1);
      from = segment.bits.nextSetBit(to);
    }
  }

  /** Writes the numbers above {@code above} as text, pages of many ranges as bits. */
  void write(long above, SequenceText.Writer text) {
    segments.forEach(
        (first, segment) -> {
          int[] runs = {0};
          forEachRun(first, segment, above, (from, to) -> runs[0]++);
          if (runs[0] > SequenceText.PAGE_RUNS) {
            text.page(startOf(first), segment.bits);
          } else {
            forEachRun(first, segment, above, text::run);
          }
        });
  }

  void release() {
    budget.free += partial;
    partial = 0;
  }

  private void put(long first, long last, BitSet bits) {
    segments.put(first, new Segment(last, bits));
    count(bits, 1);
  }

  private void remove(Map.Entry<Long, Segment> segment) {
    segments.remove(segment.getKey());
    count(segment.getValue().bits, -1);
  }

  private void count(BitSet bits, int change) {
    if (bits != null) {
      partial += change;
      budget.free -= change;
    }
  }

  private static long startOf(long page) {
    return page * PAGE;
  }

  private static long endOf(long page) {
    return page * PAGE + PAGE - 1;
  }

  /** Joins runs that touch each other at the end of a page. */
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
