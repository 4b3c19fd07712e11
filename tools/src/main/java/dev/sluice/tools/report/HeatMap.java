package dev.sluice.tools.report;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.traces.Trace;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Counts traces by when they began and how long they took, in at most {@value #SLOTS} equal slots
 * of time and one level for each power of two of nanoseconds. Slots become twice as long when a
 * trace lies outside of them, so memory does not depend on how many traces there are. For one
 * thread.
 */
final class HeatMap {
  static final int SLOTS = 96;
  static final int LEVELS = 64;
  private static final int FIRST_SHIFT = 23;

  private final long[] counts = new long[SLOTS * LEVELS];
  private int shift = FIRST_SHIFT;

  /** Lowest and highest slot with a trace, in slots since the epoch. */
  private long lowest = Long.MAX_VALUE;

  private long highest = Long.MIN_VALUE;

  void add(Trace trace) {
    long slot = widened(trace.begin());
    counts[index(slot, level(trace.duration()))]++;
  }

  /** The smallest level whose times, all below two to its power, hold that duration. */
  private static int level(long nanos) {
    return 64 - Long.numberOfLeadingZeros(Math.max(0, nanos) >>> 1);
  }

  /** Slots are kept modulo their number: those in use are neighbours. */
  private static int index(long slot, int level) {
    return (int) Math.floorMod(slot, (long) SLOTS) * LEVELS + Math.min(LEVELS - 1, level);
  }

  private long widened(long time) {
    long slot = time >> shift;
    while (Math.max(highest, slot) - Math.min(lowest, slot) >= SLOTS && shift < 62) {
      coarsen(s -> s >> 1, shift + 1);
      slot = time >> shift;
    }
    lowest = Math.min(lowest, slot);
    highest = Math.max(highest, slot);
    return slot;
  }

  private void coarsen(LongUnaryOperator to, int newShift) {
    if (lowest > highest) {
      shift = newShift;
      return;
    }
    long[] old = counts.clone();
    Arrays.fill(counts, 0);
    for (long slot = lowest; slot <= highest; slot++) {
      for (int level = 0; level < LEVELS; level++) {
        counts[index(to.applyAsLong(slot), level)] += old[index(slot, level)];
      }
    }
    lowest = to.applyAsLong(lowest);
    highest = to.applyAsLong(highest);
    shift = newShift;
  }

  void state(StateCodec codec) throws IOException {
    codec.name("heat 1");
    shift = codec.count(shift, Long.SIZE - 1);
    lowest = codec.number(lowest);
    highest = codec.number(highest);
    boolean none = lowest == Long.MAX_VALUE && highest == Long.MIN_VALUE;
    if (!none && (lowest > highest || highest - lowest < 0 || highest - lowest >= SLOTS)) {
      throw new IOException("the state has a heat map that is none");
    }
    for (int i = 0; i < slots(); i++) {
      for (int level = 0; level < LEVELS; level++) {
        int index = index(lowest + i, level);
        counts[index] = codec.number(counts[index]);
      }
    }
  }

  /** Adds what another partition has. */
  void merge(HeatMap other) {
    for (int i = 0; i < other.slots(); i++) {
      for (int level = 0; level < LEVELS; level++) {
        long count = other.count(i, level);
        if (count > 0) {
          counts[index(widened(other.begin(i)), level)] += count;
        }
      }
    }
  }

  int slots() {
    return lowest > highest ? 0 : (int) (highest - lowest + 1);
  }

  /** When a slot begins, in nanoseconds since the epoch. */
  long begin(int slot) {
    return (lowest + slot) << shift;
  }

  long count(int slot, int level) {
    return counts[index(lowest + slot, level)];
  }
}
