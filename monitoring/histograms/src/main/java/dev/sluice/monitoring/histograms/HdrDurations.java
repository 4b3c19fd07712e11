package dev.sluice.monitoring.histograms;

import dev.sluice.monitoring.probe.DurationHistogram;
import java.nio.ByteBuffer;
import org.HdrHistogram.IntCountsHistogram;

/** Histogram with counts of 32 bits; it is emptied long before a count overflows. */
final class HdrDurations implements DurationHistogram {
  private final IntCountsHistogram counts;

  HdrDurations(int digits) {
    counts = new IntCountsHistogram(HdrProvider.MAX_NANOS, digits);
  }

  @Override
  public void add(long nanos) {
    counts.recordValue(Math.max(0, Math.min(nanos, HdrProvider.MAX_NANOS)));
  }

  @Override
  public void addAll(DurationHistogram other) {
    counts.add(((HdrDurations) other).counts);
  }

  @Override
  public void clear() {
    counts.reset();
  }

  @Override
  public int encode(ByteBuffer target) {
    return counts.encodeIntoByteBuffer(target);
  }

  @Override
  public int maxEncodedBytes() {
    return counts.getNeededByteBufferCapacity();
  }

  /** Returns the number of bytes of memory, including the objects around the counts. */
  int bytes() {
    return counts.getEstimatedFootprintInBytes();
  }
}
