package dev.sluice.monitoring.probe;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Sampler that takes a share of the traces. Each thread walks the unit interval in steps of the
 * golden ratio and takes a trace where it lands below the rate (a Weyl sequence): of any n traces
 * in a row it takes n times the rate, give or take three; of each second, third or twelfth, give or
 * take ten. So work that repeats itself is sampled fairly, unlike by taking every k-th trace, and
 * exactly, unlike by throwing dice.
 *
 * <p>The starting points of threads follow a sequence of the same kind, which helps threads with
 * few traces. After that, threads share nothing.
 */
final class RateSampler implements TraceSampler {
  /** 2^64 divided by the golden ratio. */
  private static final long STEP = 0x9e37_79b9_7f4a_7c15L;

  /** 2^64 times the fraction of the square root of 2. */
  private static final long THREAD_STEP = 0x6a09_e667_f3bc_c908L;

  private static final double TWO_TO_63 = 0x1p63;

  private final long threshold;
  private final AtomicLong begin = new AtomicLong();

  /**
   * Position of each thread in an array, not a class of this library: pooled threads keep it, and
   * would keep the class loader alive.
   */
  private final ThreadLocal<long[]> places =
      ThreadLocal.withInitial(() -> new long[] {begin.getAndAdd(THREAD_STEP)});

  /** Creates a sampler with a rate between 0 and 1, both exclusive. */
  RateSampler(double rate) {
    // Comparing what is shifted by half the interval as signed is comparing it as unsigned.
    threshold = (long) (rate * 2 * TWO_TO_63 - TWO_TO_63);
  }

  @Override
  public boolean sample(long records) {
    long[] mine = places.get();
    mine[0] += STEP;
    return mine[0] + Long.MIN_VALUE < threshold;
  }
}
