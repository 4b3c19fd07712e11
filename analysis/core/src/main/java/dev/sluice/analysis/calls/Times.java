package dev.sluice.analysis.calls;

import dev.sluice.analysis.StateCodec;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Histogram of times in nanoseconds. Up to {@value #MAX_UNBINNED} times are kept as they are. More
 * are counted in bins, of which {@value #BINS} double a time, so that each figure of one time is at
 * most 0.8 % wrong; what it holds depends on the times alone, not on their order. For one thread.
 */
public final class Times {
  private static final int BITS = 7;

  /** Number of bins in which a time doubles; a time below is a bin of its own. */
  public static final int BINS = 1 << BITS;

  private static final int MAX_UNBINNED = 16;

  /** Longer times are counted as this one: 104 days. */
  private static final long MAX_NANOS = 1L << 53;

  /** Arrays of counts begin and end at a multiple of this number of bins. */
  private static final int STEP = 32;

  /** Empty bins around a time that no call took. */
  private static final int GAP = BINS / 16;

  /** Layout of HdrHistogram's V2 encoding. */
  private static final int HEADER_BYTES = 40;

  private static final int DIGITS_AT = 12;
  private static final int HIGHEST_AT = 24;
  private static final int MAX_DIGITS = 3;

  private static final int MAX_WIDTH = 3;
  private static final long[] NONE = {};

  private static final VarHandle SHORTS = view(short[].class);
  private static final VarHandle INTS = view(int[].class);
  private static final VarHandle LONGS = view(long[].class);

  private long count;
  private long[] unbinned = NONE;
  private int first;

  /** Counts of the bins from the first on, in 2 to the power of {@code width} bytes each. */
  private byte[] counts = {};

  private int width;

  /** Takes bins. */
  private interface Taker {
    void take(int bin, long times);
  }

  private static VarHandle view(Class<?> type) {
    return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the sum of two numbers that are not negative, at most {@code Long.MAX_VALUE}. */
  public static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Returns twice the logarithm to base 2 of a time, rounded down. */
  public static int halfOctave(long nanos) {
    return halfOctave((double) Math.max(1, nanos));
  }

  private static int halfOctave(double nanos) {
    int octave = Math.getExponent(nanos);
    return 2 * octave + (nanos >= Math.scalb(Math.sqrt(2), octave) ? 1 : 0);
  }

  /** Returns how many times as long something takes whose {@link #logarithms} are that larger. */
  public static double factor(double logarithms) {
    return Math.pow(2, logarithms / BINS);
  }

  /** Returns the bin of a time. */
  public static int binOf(double nanos) {
    return binOf((long) Math.max(0, nanos));
  }

  private static int binOf(long nanos) {
    long time = Math.min(nanos, MAX_NANOS);
    if (time < BINS) {
      return (int) time;
    }
    int octave = 63 - Long.numberOfLeadingZeros(time);
    return (octave - BITS + 1 << BITS) + (int) (time >>> octave - BITS & BINS - 1);
  }

  private static long lower(int bin) {
    return bin < BINS ? bin : (long) (BINS + bin % BINS) << bin / BINS - 1;
  }

  /** Longest time of a bin. */
  private static long upper(int bin) {
    return lower(bin + 1) - 1;
  }

  private static double middle(int bin) {
    return (lower(bin) + upper(bin)) / 2.0;
  }

  /** Counts a time as often as given. */
  public void add(long nanos, long times) {
    long before = count;
    count = sum(count, times);
    if (count <= MAX_UNBINNED) {
      if (count > unbinned.length) {
        int room = (int) Math.max(count, Math.min(MAX_UNBINNED, 4 * before));
        unbinned = Arrays.copyOf(unbinned, room);
      }
      Arrays.fill(unbinned, (int) before, (int) count, nanos);
      return;
    }
    bin(before);
    bin(nanos, times);
  }

  /** Puts the given number of times, if they are not in bins yet, into bins. */
  private void bin(long some) {
    long[] all = unbinned;
    unbinned = NONE;
    for (int i = 0; i < Math.min(all.length, some); i++) {
      bin(all[i], 1);
    }
  }

  private void bin(long nanos, long times) {
    int bin = binOf(nanos);
    reserve(bin, bin + 1);
    increase(bin - first, times);
  }

  /** Makes room for the bins from one until before another. */
  private void reserve(int from, int until) {
    first = counts.length == 0 ? from : first;
    int end = first + (counts.length >> width);
    if (from >= first && until <= end) {
      return;
    }
    int start = Math.min(from, first) & -STEP;
    int stop = Math.max(until + STEP - 1 & -STEP, end);
    byte[] more = new byte[stop - start << width];
    System.arraycopy(counts, 0, more, first - start << width, counts.length);
    counts = more;
    first = start;
  }

  private void increase(int place, long times) {
    long value = sum(get(place), times);
    while (width < MAX_WIDTH && value >>> (Byte.SIZE << width) != 0) {
      widen();
    }
    set(place, value);
  }

  private void widen() {
    long[] all = new long[counts.length >> width];
    Arrays.setAll(all, this::get);
    width++;
    counts = new byte[all.length << width];
    for (int i = 0; i < all.length; i++) {
      set(i, all[i]);
    }
  }

  private long get(int place) {
    return switch (width) {
      case 0 -> counts[place] & 0xff;
      case 1 -> (short) SHORTS.get(counts, place << 1) & 0xffff;
      case 2 -> (int) INTS.get(counts, place << 2) & 0xffff_ffffL;
      default -> (long) LONGS.get(counts, place << 3);
    };
  }

  private void set(int place, long value) {
    switch (width) {
      case 0 -> counts[place] = (byte) value;
      case 1 -> SHORTS.set(counts, place << 1, (short) value);
      case 2 -> INTS.set(counts, place << 2, (int) value);
      default -> LONGS.set(counts, place << 3, value);
    }
  }

  /** Passes each bin that has a time, the shortest times first if they are in bins. */
  private void each(Taker taker) {
    if (count <= MAX_UNBINNED) {
      for (int i = 0; i < count; i++) {
        taker.take(binOf(unbinned[i]), 1);
      }
      return;
    }
    for (int i = 0, size = counts.length >> width; i < size; i++) {
      long times = get(i);
      if (times > 0) {
        taker.take(first + i, times);
      }
    }
  }

  /** Adds all times of another histogram. */
  public void add(Times other) {
    if (other.count <= MAX_UNBINNED) {
      for (int i = 0; i < other.count; i++) {
        add(other.unbinned[i], 1);
      }
      return;
    }
    bin(count);
    count = sum(count, other.count);
    reserve(other.first, other.first + (other.counts.length >> other.width));
    other.each((bin, times) -> increase(bin - first, times));
  }

  /**
   * Adds times that a program counted.
   *
   * @param bytes in HdrHistogram's V2 encoding, with two digits in the same bins as here; ignored
   *     if null, of another form, or a histogram that takes much memory
   * @param min the shortest, which times within a wide bin are at least
   * @param max the longest
   */
  public void add(byte[] bytes, long min, long max) {
    if (bytes == null || bytes.length < HEADER_BYTES) {
      return;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int digits = buffer.getInt(DIGITS_AT);
    if (digits < 0 || digits > MAX_DIGITS || buffer.getLong(HIGHEST_AT) > MAX_NANOS) {
      return;
    }
    Histogram decoded;
    try {
      decoded = Histogram.decodeFromByteBuffer(buffer, 0);
    } catch (RuntimeException e) {
      return; // whatever the bytes of a record are, other records count
    }
    for (HistogramIterationValue one : decoded.recordedValues()) {
      long middle = decoded.medianEquivalentValue(one.getValueIteratedTo());
      add(Math.max(min, Math.min(max, middle)), one.getCountAtValueIteratedTo());
    }
  }

  /** Writes or reads all times. */
  public void state(StateCodec codec) throws IOException {
    count = codec.number(count);
    unbinned = codec.numbers(unbinned, (int) Math.min(count, unbinned.length));
    first = codec.count(first, binOf(MAX_NANOS));
    width = codec.count(width, MAX_WIDTH);
    counts = codec.bytes(counts, counts.length);
    int expected = count > MAX_UNBINNED ? 0 : (int) count;
    if (codec.isReading() && (unbinned.length != expected || upTo(Integer.MAX_VALUE) != count)) {
      throw new IOException("the state has other times than it says");
    }
  }

  /** Returns how many times are here. */
  public long count() {
    return count;
  }

  /**
   * Returns the time that a part of all did not exceed: at most 0.8 % wrong, and exact of at most
   * {@value #MAX_UNBINNED} times. It is the shortest for parts below 0, infinite for those above 1,
   * and NaN if there is none.
   */
  public double quantile(double part) {
    if (count == 0) {
      return Double.NaN;
    }
    if (part > 1) {
      return Double.POSITIVE_INFINITY;
    }
    double rank = Math.max(0, part * count);
    if (count <= MAX_UNBINNED) {
      long[] sorted = Arrays.copyOf(unbinned, (int) count);
      Arrays.sort(sorted);
      return sorted[Math.max(0, (int) Math.ceil(rank) - 1)];
    }
    long before = 0;
    int place = 0;
    int last = (counts.length >> width) - 1;
    while (place < last && (get(place) == 0 || before + get(place) < rank)) {
      before += get(place++);
    }
    double within = Math.min(1, (rank - before) / get(place));
    long from = lower(first + place);
    return from + within * (upper(first + place) - from);
  }

  /** Passes each time, at most 0.4 % wrong, and how often it is here. */
  public void forEach(BiConsumer<Long, Long> taker) {
    each((bin, times) -> taker.accept((long) middle(bin), times));
  }

  /**
   * Calls that took a time or longer.
   *
   * @param least that time, nanoseconds: the one asked for or up to half an octave more
   * @param calls how many of them there are
   * @param nanos their time together, at most 0.4 % wrong
   * @param isExact whether no call took about {@code least}, so that it may be rounded
   */
  public record Tail(double least, long calls, double nanos, boolean isExact) {}

  /**
   * Returns the calls that took the given time or longer, if possible from a time of no call on.
   */
  public Tail tail(double nanos) {
    int from = binOf(nanos) + 1;
    int start =
        IntStream.rangeClosed(from, from + BINS / 2).filter(this::isGap).findFirst().orElse(from);
    long[] found = new long[1];
    double[] time = new double[1];
    each(
        (bin, times) -> {
          if (bin >= start) {
            found[0] += times;
            time[0] += times * middle(bin);
          }
        });
    return new Tail(lower(start), found[0], time[0], isGap(start));
  }

  private boolean isGap(int bin) {
    return upTo(bin + GAP / 2 - 1) == upTo(bin - GAP / 2 - 1);
  }

  /** Returns how many times are in that bin or below. */
  public long upTo(int bin) {
    long[] found = new long[1];
    each((at, times) -> found[0] = sum(found[0], at <= bin ? times : 0));
    return found[0];
  }

  /** Returns the sum of the bins' numbers: a sum of logarithms, {@value #BINS} to a doubling. */
  public double logarithms() {
    double[] all = new double[1];
    each((bin, times) -> all[0] += (double) bin * times);
    return all[0];
  }

  /**
   * Returns how many times are in each {@linkplain #halfOctave half octave}: the first that has
   * some, then the counts. It is empty if there is no time.
   */
  public long[] halfOctaves() {
    int[] ends = {Integer.MAX_VALUE, -1};
    each(
        (bin, times) -> {
          ends[0] = Math.min(ends[0], halfOctave(middle(bin)));
          ends[1] = Math.max(ends[1], halfOctave(middle(bin)));
        });
    if (count == 0) {
      return new long[0];
    }
    long[] counts = new long[ends[1] - ends[0] + 2];
    counts[0] = ends[0];
    each((bin, times) -> counts[1 + halfOctave(middle(bin)) - ends[0]] += times);
    return counts;
  }
}
