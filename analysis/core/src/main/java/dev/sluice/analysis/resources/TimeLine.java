package dev.sluice.analysis.resources;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.util.Arrays;

/**
 * Values over time, in at most {@value #MOST} slots of equal length, a power of two of nanoseconds:
 * when a value lies outside of what the slots cover, two neighbours each become one. Memory does
 * not depend on how many values there are, nor on their order. For one thread.
 */
public final class TimeLine {
  /** Most slots. */
  public static final int MOST = 512;

  /** The slots of a new line are 2<sup>27</sup> ns long, 134 ms. */
  private static final int FIRST_SHIFT = 27;

  private int shift = FIRST_SHIFT;
  private long first = Long.MIN_VALUE; // the number of slot 0, a time >> shift
  private int used;
  private long[] counts = new long[16];
  private double[] sums = new double[16];
  private double[] mins = new double[16];
  private double[] maxs = new double[16];

  /** Adds a value; NaN, which stands for one that is not known, is left out. */
  public void add(long time, double value) {
    if (!Double.isNaN(value)) {
      put(time >> shift, 1, value, value, value);
    }
  }

  private void put(long slot, long count, double sum, double min, double max) {
    long at = slot;
    if (used == 0) {
      first = at;
    }
    while (used > 0 && Math.max(at, first + used - 1) - Math.min(at, first) >= MOST) {
      coarsen();
      at >>= 1;
    }
    if (at < first) {
      shiftRight((int) (first - at));
    }
    int index = (int) (at - first);
    room(index + 1);
    for (; used <= index; used++) {
      counts[used] = 0;
    }
    if (counts[index] == 0) {
      sums[index] = 0;
      mins[index] = min;
      maxs[index] = max;
    }
    counts[index] += count;
    sums[index] += sum;
    mins[index] = Math.min(mins[index], min);
    maxs[index] = Math.max(maxs[index], max);
  }

  private void room(int slots) {
    if (slots > counts.length) {
      int more = Math.max(slots, counts.length * 2);
      counts = Arrays.copyOf(counts, more);
      sums = Arrays.copyOf(sums, more);
      mins = Arrays.copyOf(mins, more);
      maxs = Arrays.copyOf(maxs, more);
    }
  }

  private void shiftRight(int by) {
    room(used + by);
    System.arraycopy(counts, 0, counts, by, used);
    System.arraycopy(sums, 0, sums, by, used);
    System.arraycopy(mins, 0, mins, by, used);
    System.arraycopy(maxs, 0, maxs, by, used);
    Arrays.fill(counts, 0, by, 0);
    first -= by;
    used += by;
  }

  /** Makes slots twice as long. */
  private void coarsen() {
    TimeLine coarse = new TimeLine();
    coarse.shift = shift + 1;
    for (int i = 0; i < used; i++) {
      if (counts[i] > 0) {
        coarse.put(first + i >> 1, counts[i], sums[i], mins[i], maxs[i]);
      }
    }
    shift = coarse.shift;
    first = coarse.first;
    used = coarse.used;
    counts = coarse.counts;
    sums = coarse.sums;
    mins = coarse.mins;
    maxs = coarse.maxs;
  }

  void state(StateCodec codec) throws IOException {
    shift = codec.count(shift, Long.SIZE - 1);
    first = codec.number(first);
    counts = codec.numbers(counts, used);
    sums = codec.numbers(sums, used);
    mins = codec.numbers(mins, used);
    maxs = codec.numbers(maxs, used);
    used = codec.count(used, MOST);
    int least = Math.min(Math.min(counts.length, sums.length), Math.min(mins.length, maxs.length));
    if (used > least) {
      throw new IOException("the state has a time line without values");
    }
  }

  /** Adds the values of another line. */
  public void merge(TimeLine other) {
    while (shift < other.shift) {
      coarsen();
    }
    for (int i = 0; i < other.used; i++) {
      if (other.counts[i] > 0) {
        long slot = other.first + i >> shift - other.shift;
        put(slot, other.counts[i], other.sums[i], other.mins[i], other.maxs[i]);
      }
    }
  }

  /** How many values were added. */
  long values() {
    return Arrays.stream(counts, 0, used).sum();
  }

  /** How many slots there are, from the first to the last with a value. */
  public int slots() {
    return used;
  }

  /** Nanoseconds that a slot lasts. */
  public long slotNanos() {
    return 1L << shift;
  }

  /** When a slot begins, in nanoseconds since the epoch. */
  public long begin(int slot) {
    return first + slot << shift;
  }

  /** How many values a slot has; if none, its other figures mean nothing. */
  public long count(int slot) {
    return counts[slot];
  }

  /** The mean of a slot's values. */
  public double mean(int slot) {
    return sums[slot] / counts[slot];
  }

  /** The smallest value of a slot. */
  public double min(int slot) {
    return mins[slot];
  }

  /** The largest value of a slot. */
  public double max(int slot) {
    return maxs[slot];
  }
}
