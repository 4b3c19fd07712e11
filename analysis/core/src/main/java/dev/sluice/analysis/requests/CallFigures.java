package dev.sluice.analysis.requests;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.calls.Times;
import dev.sluice.analysis.statistics.Durations;
import dev.sluice.analysis.traces.Aggregate;
import java.io.IOException;
import java.util.Arrays;

/**
 * Calls of one operation, or requests of one kind. Times are nanoseconds; counts and sums are
 * exact, a sum beyond {@code Long.MAX_VALUE} stays there. For one thread.
 */
public final class CallFigures {
  /** Two to that power of bins double a time. */
  private static final int BITS = 5;

  private static final int BINS = 1 << BITS;
  private static final long LONGEST = 1L << 53;

  private long calls;
  private long failed;
  private long sum;
  private long total;
  private long self;
  private long min = Long.MAX_VALUE;
  private long max;
  private long binned;
  private int first;
  private int[] bins = {};

  void add(long nanos, boolean outermost, long own, boolean hasFailed) {
    count(nanos, own, hasFailed);
    total = outermost ? Times.sum(total, nanos) : total;
    count(nanos, 1);
  }

  /** The same without quantiles, for little memory. */
  void count(long nanos, long own, boolean hasFailed) {
    calls++;
    failed += hasFailed ? 1 : 0;
    sum = Times.sum(sum, nanos);
    self = Times.sum(self, own);
    min = Math.min(min, nanos);
    max = Math.max(max, nanos);
  }

  void add(Aggregate aggregate) {
    calls = Times.sum(calls, aggregate.calls());
    failed = Times.sum(failed, aggregate.failed());
    sum = Times.sum(sum, aggregate.total());
    min = Math.min(min, aggregate.min());
    max = Math.max(max, aggregate.max());
    Durations durations = new Durations();
    durations.add(aggregate);
    durations
        .times()
        .forEach(
            (nanos, times) ->
                count(Math.max(aggregate.min(), Math.min(aggregate.max(), nanos)), times));
  }

  void add(CallFigures other) {
    calls = Times.sum(calls, other.calls);
    failed = Times.sum(failed, other.failed);
    sum = Times.sum(sum, other.sum);
    total = Times.sum(total, other.total);
    self = Times.sum(self, other.self);
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    for (int i = 0; i < other.bins.length; i++) {
      if (other.bins[i] > 0) {
        count(lower(other.first + i), other.bins[i]);
      }
    }
  }

  void state(StateCodec codec) throws IOException {
    calls = codec.number(calls);
    failed = codec.number(failed);
    sum = codec.number(sum);
    total = codec.number(total);
    self = codec.number(self);
    min = codec.number(min);
    max = codec.number(max);
    binned = codec.number(binned);
    first = codec.number(first);
    bins = codec.numbers(bins, bins.length);
  }

  private void count(long nanos, long times) {
    int bin = bin(Math.min(nanos, LONGEST));
    if (bins.length == 0) {
      first = bin;
      bins = new int[1];
    } else if (bin < first) {
      int[] more = new int[first + bins.length - bin];
      System.arraycopy(bins, 0, more, first - bin, bins.length);
      first = bin;
      bins = more;
    } else if (bin - first >= bins.length) {
      bins = Arrays.copyOf(bins, bin - first + 1);
    }
    bins[bin - first] = (int) Math.min(Integer.MAX_VALUE, bins[bin - first] + times);
    binned += times;
  }

  private static int bin(long nanos) {
    if (nanos < BINS) {
      return (int) nanos;
    }
    int octave = 63 - Long.numberOfLeadingZeros(nanos);
    return (octave - BITS + 1 << BITS) + (int) (nanos >>> octave - BITS & BINS - 1);
  }

  private static long lower(int bin) {
    return bin < BINS ? bin : (long) (BINS + bin % BINS) << bin / BINS - 1;
  }

  /** Calls that ended. */
  public long calls() {
    return calls;
  }

  /** Those of them that ended with an exception. */
  public long failed() {
    return failed;
  }

  /** Time of all calls; in a recursion, each of its calls counts. */
  public long sum() {
    return sum;
  }

  /** Time of all calls; in a recursion, the outermost call counts. */
  public long total() {
    return total;
  }

  /** Time of all calls without what they called. */
  public long self() {
    return self;
  }

  /** The mean of a call; NaN if there is none. */
  public double mean() {
    return calls == 0 ? Double.NaN : (double) sum / calls;
  }

  /** The shortest; {@code Long.MAX_VALUE} if there is none. */
  public long min() {
    return min;
  }

  /** The longest. */
  public long max() {
    return max;
  }

  /** Calls whose times {@link #quantile} knows. */
  public long inQuantiles() {
    return binned;
  }

  /**
   * The time that a part of the calls did not exceed, at most 3.2 % wrong; the shortest for parts
   * below 0, infinite for those above 1, NaN if no time is known.
   */
  public double quantile(double part) {
    if (binned == 0 || part > 1) {
      return binned == 0 ? Double.NaN : Double.POSITIVE_INFINITY;
    }
    double rank = part * binned;
    long before = 0;
    int i = 0;
    while (i < bins.length - 1 && before + bins[i] < rank) {
      before += bins[i++];
    }
    double within = Math.max(0, Math.min(1, (rank - before) / Math.max(1, bins[i])));
    long from = lower(first + i);
    return Math.max(min, Math.min(max, from + within * (lower(first + i + 1) - from)));
  }

  /**
   * The calls that took a time or longer.
   *
   * @param least that time, nanoseconds: the one asked for or up to half an octave more
   * @param calls how many of them there are
   * @param nanos their time together, at most 1.6 % wrong
   * @param isExact whether no call took about {@code least}, so that it may be rounded
   */
  public record Tail(double least, long calls, double nanos, boolean isExact) {}

  /**
   * Returns the calls that took the given time or longer, if possible from a time of no call on.
   */
  public Tail tail(double nanos) {
    int from = bin((long) Math.max(0, Math.min(nanos, LONGEST))) + 1 - first;
    int gap = from;
    while (gap < from + BINS / 2 && count(gap) + count(gap - 1) > 0) {
      gap++;
    }
    boolean isExact = count(gap) + count(gap - 1) == 0;
    int start = isExact ? gap : from;
    long found = 0;
    double time = 0;
    for (int i = Math.max(0, start); i < bins.length; i++) {
      double middle = (lower(first + i) + lower(first + i + 1)) / 2.0;
      time += bins[i] * Math.max(min, Math.min(max, middle));
      found += bins[i];
    }
    return new Tail(lower(first + start), found, Math.min(time, sum), isExact);
  }

  private int count(int place) {
    return place < 0 || place >= bins.length ? 0 : bins[place];
  }

  /** Calls by half octave, see {@link #halfOctave}: the first that has some, then the counts. */
  public long[] halfOctaves() {
    if (bins.length == 0) {
      return new long[] {0};
    }
    int lowest = halfOctave(lower(first));
    int highest = halfOctave(lower(first + bins.length - 1));
    long[] counts = new long[highest - lowest + 2];
    counts[0] = lowest;
    for (int i = 0; i < bins.length; i++) {
      counts[1 + halfOctave(lower(first + i)) - lowest] += bins[i];
    }
    return counts;
  }

  /** Twice the logarithm to base 2 of a time, rounded down. */
  public static int halfOctave(long nanos) {
    if (nanos < 2) {
      return 0;
    }
    int octave = 63 - Long.numberOfLeadingZeros(nanos);
    return 2 * octave + (nanos >= Math.scalb(Math.sqrt(2), octave) ? 1 : 0);
  }

  /** The bin of a time. */
  int binOf(double nanos) {
    return bin((long) nanos);
  }

  /** Calls that are in that bin or below. */
  long upTo(int bin) {
    long count = 0;
    for (int i = 0; i < bins.length && first + i <= bin; i++) {
      count += bins[i];
    }
    return count;
  }

  /** The sum of the bins' numbers: a sum of logarithms, {@value #BINS} to a doubling. */
  double logarithms() {
    double all = 0;
    for (int i = 0; i < bins.length; i++) {
      all += (double) bins[i] * (first + i);
    }
    return all;
  }

  /** How much longer something takes whose {@link #logarithms} are larger by that. */
  static double factor(double logarithms) {
    return Math.pow(2, logarithms / BINS);
  }
}
