package dev.sluice.analysis.statistics;

import dev.sluice.analysis.StateCodec;
import dev.sluice.analysis.traces.Aggregate;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.PackedHistogram;

/**
 * How long executions took, in nanoseconds. A sum that would be larger than a {@code long} stays at
 * its maximum. For one thread.
 */
public final class Durations {
  /** Significant decimal digits of quantiles: an error of at most 1 %. */
  private static final int DIGITS = 2;

  /** Longer times are counted as this one in quantiles: 104 days. */
  private static final long LONGEST = 1L << 53;

  /** Layout of HdrHistogram's V2 encoding. */
  private static final int HEADER_BYTES = 40;

  private static final int DIGITS_AT = 12;
  private static final int HIGHEST_AT = 24;
  private static final int MOST_DIGITS = 3;

  /** So many times are kept as they are: most of very many operations have few calls. */
  private static final int FEW = 16;

  private final boolean packed;
  private long[] few = {};
  private int fewCount;
  private Histogram latencies; // null as long as there are few
  private long calls;
  private long failed;
  private long total;
  private long min = Long.MAX_VALUE;
  private long max;

  /**
   * Of no execution.
   *
   * @param packed whether quantiles take little memory and more time
   */
  public Durations(boolean packed) {
    this.packed = packed;
  }

  /** An execution took that long, at least 0. */
  public void add(long nanos, boolean hasFailed) {
    calls++;
    failed += hasFailed ? 1 : 0;
    total = sum(total, nanos);
    min = Math.min(min, nanos);
    max = Math.max(max, nanos);
    long counted = Math.min(nanos, LONGEST);
    if (latencies == null && fewCount < FEW) {
      if (fewCount == few.length) {
        few = Arrays.copyOf(few, Math.max(1, fewCount * 4));
      }
      few[fewCount++] = counted;
    } else {
      latencies().recordValue(counted);
    }
  }

  /**
   * Adds executions that a program counted; without a histogram, or one of ours, to no quantile.
   */
  public void add(Aggregate aggregate) {
    calls = sum(calls, aggregate.calls());
    failed = sum(failed, aggregate.failed());
    total = sum(total, aggregate.total());
    min = Math.min(min, aggregate.min());
    max = Math.max(max, aggregate.max());
    Histogram decoded = decoded(aggregate.histogram(), LONGEST);
    if (decoded != null) {
      latencies().add(decoded);
    }
  }

  /** Null if the bytes are no histogram, or one that would take much memory. */
  private static Histogram decoded(byte[] bytes, long mostHighest) {
    if (bytes == null || bytes.length < HEADER_BYTES) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int digits = buffer.getInt(DIGITS_AT);
    long highest = buffer.getLong(HIGHEST_AT);
    if (digits < 0 || digits > MOST_DIGITS || highest > mostHighest) {
      return null;
    }
    try {
      return Histogram.decodeFromByteBuffer(buffer, 0);
    } catch (RuntimeException e) {
      return null; // whatever the bytes of a record are, the others count
    }
  }

  /** Writes or reads them. */
  public void state(StateCodec codec) throws IOException {
    calls = codec.number(calls);
    failed = codec.number(failed);
    total = codec.number(total);
    min = codec.number(min);
    max = codec.number(max);
    few = codec.numbers(few, fewCount);
    fewCount = codec.count(fewCount, Math.min(FEW, few.length));
    if (codec.flag(latencies != null)) {
      byte[] bytes = codec.isReading() ? null : encoded();
      bytes = codec.bytes(bytes, bytes == null ? 0 : bytes.length);
      if (codec.isReading()) {
        // What grows by itself has some room above the longest.
        Histogram decoded = decoded(bytes, 4 * LONGEST);
        if (decoded == null) {
          throw new IOException("the state has a histogram that cannot be read");
        }
        latencies().add(decoded);
      }
    }
  }

  private byte[] encoded() {
    ByteBuffer buffer = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    return Arrays.copyOf(buffer.array(), latencies.encodeIntoByteBuffer(buffer));
  }

  /** Adds what another partition has. */
  public void merge(Durations other) {
    calls += other.calls;
    failed += other.failed;
    total = sum(total, other.total);
    min = Math.min(min, other.min);
    max = Math.max(max, other.max);
    if (latencies == null && other.latencies == null && fewCount + other.fewCount <= FEW) {
      few = Arrays.copyOf(few, Math.max(few.length, fewCount + other.fewCount));
      System.arraycopy(other.few, 0, few, fewCount, other.fewCount);
      fewCount += other.fewCount;
    } else if (other.latencies == null) {
      for (int i = 0; i < other.fewCount; i++) {
        latencies().recordValue(other.few[i]);
      }
    } else {
      latencies().add(other.latencies);
    }
  }

  /** The sum of two numbers that are not negative, at most {@code Long.MAX_VALUE}. */
  public static long sum(long one, long other) {
    long sum = one + other;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Executions that ended. */
  public long calls() {
    return calls;
  }

  /** Those of them that ended with an exception. */
  public long failed() {
    return failed;
  }

  /** The time of all. */
  public long total() {
    return total;
  }

  /** The shortest; 0 if there was none. */
  public long min() {
    return calls == 0 ? 0 : min;
  }

  /** The longest. */
  public long max() {
    return max;
  }

  /** The mean; 0 if there was none. */
  public double mean() {
    return calls == 0 ? 0 : (double) total / calls;
  }

  /** How many executions {@link #quantile} knows of. */
  public long inQuantiles() {
    return latencies == null ? fewCount : latencies.getTotalCount();
  }

  /**
   * The time that a part of all {@link #inQuantiles}, 0 to 1, did not exceed; 1 % too long at most.
   */
  public long quantile(double part) {
    if (latencies != null) {
      // A bucket is wider than what its few values span, as in histograms that a program made.
      return Math.max(min, Math.min(latencies.getValueAtPercentile(100 * part), max));
    }
    if (fewCount == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(few, fewCount);
    Arrays.sort(sorted);
    return sorted[Math.max(0, (int) Math.ceil(part * fewCount) - 1)];
  }

  /** Tells each time of those {@link #inQuantiles}, 1 % too long at most, and how often it is. */
  public void forEach(BiConsumer<Long, Long> taker) {
    for (HistogramIterationValue value : latencies().recordedValues()) {
      taker.accept(value.getValueIteratedTo(), value.getCountAtValueIteratedTo());
    }
  }

  /** All times, not to be changed. */
  public Histogram latencies() {
    if (latencies == null) {
      latencies = packed ? new PackedHistogram(LONGEST, DIGITS) : new Histogram(DIGITS);
      for (int i = 0; i < fewCount; i++) {
        latencies.recordValue(few[i]);
      }
      few = new long[0];
      fewCount = 0;
    }
    return latencies;
  }
}
