package dev.sluice.collectors.ring;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts refused records by cause; any thread. Counts lie in lanes of 128 bytes chosen by thread,
 * so that threads that are refused at the same time do not wait for one another. Unlike a {@code
 * LongAdder} it never allocates.
 */
public final class DropCounters {
  private static final int LANES = 16;
  private static final int LANE_LONGS = 16;

  private final AtomicLongArray counts = new AtomicLongArray(LANES * LANE_LONGS);

  /** Whether any record was refused: adding up zeros is most of what an idle pump would do. */
  private volatile boolean any;

  public void add(DropCause cause, long records) {
    if (!any) {
      any = true; // first, so that whoever sees the count sees this
    }
    int lane = (int) Thread.currentThread().getId() & LANES - 1;
    counts.getAndAdd(lane * LANE_LONGS + cause.ordinal(), records);
  }

  public long total() {
    long total = 0;
    int length = any ? counts.length() : 0;
    for (int i = 0; i < length; i++) {
      total += counts.get(i);
    }
    return total;
  }

  public DropCounts snapshot() {
    long[] sums = new long[DropCause.COUNT];
    for (int lane = 0; lane < LANES; lane++) {
      for (int cause = 0; cause < sums.length; cause++) {
        sums[cause] += counts.get(lane * LANE_LONGS + cause);
      }
    }
    return DropCounts.of(sums);
  }
}
