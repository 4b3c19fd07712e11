package dev.sluice.api.chunk;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Dropped records by cause. Immutable. */
public final class DropCounts {
  /** Nothing dropped. */
  public static final DropCounts NONE = new DropCounts(new long[DropCause.COUNT]);

  private final long[] counts;

  private DropCounts(long[] counts) {
    this.counts = counts;
  }

  /** A copy of counts indexed by {@link DropCause#ordinal()}. */
  public static DropCounts of(long[] counts) {
    return new DropCounts(Arrays.copyOf(counts, DropCause.COUNT));
  }

  /** Records dropped for that cause. */
  public long of(DropCause cause) {
    return counts[cause.ordinal()];
  }

  /** All dropped records; {@code Long.MAX_VALUE} if they are more than that. */
  public long total() {
    long total = 0;
    for (long count : counts) {
      total = sum(total, count);
    }
    return total;
  }

  /** The sum of two numbers that are not negative, {@code Long.MAX_VALUE} at most. */
  public static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** For each cause the larger number of both. */
  public DropCounts max(DropCounts other) {
    if (equals(other)) {
      return this;
    }
    long[] most = counts.clone();
    for (int i = 0; i < most.length; i++) {
      most[i] = Math.max(most[i], other.counts[i]);
    }
    return new DropCounts(most);
  }

  /** The causes that occurred, by label, in the order of {@link DropCause}. */
  public Map<String, Long> byLabel() {
    Map<String, Long> map = new LinkedHashMap<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] != 0) {
        map.put(DropCause.at(i).label(), counts[i]);
      }
    }
    return map;
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
