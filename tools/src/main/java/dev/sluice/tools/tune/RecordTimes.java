package dev.sluice.tools.tune;

import java.util.HashMap;
import java.util.Map;

/** How many records came when, in bounded memory: the more time, the coarser. For one thread. */
final class RecordTimes {
  private static final int MAX_COUNTS = 1 << 14;

  private Map<Long, long[]> counts = new HashMap<>();
  private long width = 1 << 10;
  private long key = Long.MIN_VALUE;
  private long[] count;
  private long records;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  /** Notes a record that came at a time in nanoseconds, in any order. */
  void add(long nanos) {
    if (counts.size() > MAX_COUNTS) {
      widen();
    }
    long now = Math.floorDiv(nanos, width);
    if (now != key) {
      key = now;
      count = counts.computeIfAbsent(now, any -> new long[1]);
    }
    count[0]++;
    records++;
    first = Math.min(first, nanos);
    last = Math.max(last, nanos);
  }

  private void widen() {
    width *= 2;
    key = Long.MIN_VALUE;
    Map<Long, long[]> wider = new HashMap<>();
    counts.forEach((at, some) -> wider.computeIfAbsent(at >> 1, any -> new long[1])[0] += some[0]);
    counts = wider;
  }

  /**
   * Returns the records in equal parts of the time, each with at least the given number on average.
   */
  long[] parts(int most, int records) {
    long[] parts = new long[(int) Math.max(1, Math.min(most, this.records / records))];
    counts.forEach(
        (at, some) -> {
          double place = Math.max(0, at * width - first) / (nanos() + 1.0);
          parts[(int) (place * parts.length)] += some[0];
        });
    return parts;
  }

  long nanos() {
    return last - first;
  }

  long first() {
    return first;
  }
}
