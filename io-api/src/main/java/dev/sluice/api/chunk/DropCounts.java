package dev.sluice.api.chunk;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts of dropped records by cause, also by causes that only a later version of this library
 * knows. Immutable.
 */
public final class DropCounts {
  /** Counts of a producer that dropped nothing. */
  public static final DropCounts NONE = of(new long[0]);

  private final long[] counts; // without zeros at its end

  private DropCounts(long[] counts) {
    this.counts = counts;
  }

  /**
   * Returns a copy of counts indexed by {@link DropCause#ordinal()}, at most {@link DropCause#MAX}.
   */
  public static DropCounts of(long[] counts) {
    int length = Math.min(counts.length, DropCause.MAX);
    while (length > 0 && counts[length - 1] == 0) {
      length--;
    }
    return new DropCounts(Arrays.copyOf(counts, length));
  }

  /** Returns the number of records dropped for this cause. */
  public long of(DropCause cause) {
    return of(cause.ordinal());
  }

  /** Returns the number of records dropped for the cause with this number. */
  long of(int cause) {
    return cause < counts.length ? counts[cause] : 0;
  }

  /**
   * Returns a set of causes as bits: bit n is set if records were dropped for the cause with number
   * n.
   */
  long causes() {
    long causes = 0;
    for (int i = 0; i < counts.length; i++) {
      causes |= counts[i] != 0 ? 1L << i : 0;
    }
    return causes;
  }

  /** Returns the number of all dropped records, {@code Long.MAX_VALUE} at most. */
  public long total() {
    long total = 0;
    for (long count : counts) {
      total = sum(total, count);
    }
    return total;
  }

  /** Returns the sum of two numbers that are not negative, {@code Long.MAX_VALUE} at most. */
  public static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Returns the larger of both counts for each cause. */
  public DropCounts max(DropCounts other) {
    long[] most = Arrays.copyOf(counts, Math.max(counts.length, other.counts.length));
    for (int i = 0; i < other.counts.length; i++) {
      most[i] = Math.max(most[i], other.counts[i]);
    }
    return new DropCounts(most);
  }

  /**
   * Returns the difference of this count to another for each cause; 0 where this count is smaller.
   */
  public DropCounts since(DropCounts other) {
    long[] more = counts.clone();
    for (int i = 0; i < more.length; i++) {
      more[i] = Math.max(0, more[i] - other.of(i));
    }
    return of(more);
  }

  /** Returns the causes that occurred, by label, in the order of their numbers. */
  public Map<String, Long> byLabel() {
    Map<String, Long> map = new LinkedHashMap<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 0) {
        map.put(DropCause.label(i), counts[i]);
      }
    }
    return map;
  }

  /**
   * Returns counts from numbers by label, as {@link #byLabel} gives them; unknown labels are left
   * out.
   */
  public static DropCounts ofLabels(Map<String, Long> byLabel) {
    long[] counts = new long[DropCause.MAX];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = byLabel.getOrDefault(DropCause.label(i), 0L);
    }
    return of(counts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DropCounts that && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return byLabel().toString();
  }
}
