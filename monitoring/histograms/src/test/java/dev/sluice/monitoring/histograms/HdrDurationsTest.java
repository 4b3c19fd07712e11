package dev.sluice.monitoring.histograms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.monitoring.probe.DurationHistogram;
import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HdrDurationsTest {
  private final HdrProvider provider = new HdrProvider();

  private static Histogram decode(DurationHistogram histogram) {
    ByteBuffer bytes = ByteBuffer.allocate(histogram.maxEncodedBytes());
    histogram.encode(bytes);
    return Histogram.decodeFromByteBuffer(bytes.flip(), 0);
  }

  @ParameterizedTest
  @CsvSource({"1, 3072", "2, 19000"})
  void memory_is_as_stated_in_the_settings(int digits, int bytes) {
    assertThat(provider.bytes(digits)).isBetween(1024, bytes);
  }

  @ParameterizedTest
  @CsvSource({"1, 16", "2, 128"})
  void durations_are_told_apart_that_differ_by_a_small_part(int digits, int part) {
    Histogram histogram = decode(provider.create(digits));
    for (long nanos = 1000; nanos < HdrProvider.MAX_NANOS; nanos *= 3) {
      assertThat(histogram.sizeOfEquivalentValueRange(nanos)).isLessThanOrEqualTo(nanos / part);
    }
  }

  @Test
  void durations_beyond_the_range_are_counted_at_its_ends() {
    DurationHistogram histogram = provider.create(1);
    histogram.add(-1);
    histogram.add(Long.MAX_VALUE);
    Histogram decoded = decode(histogram);
    assertThat(decoded.getTotalCount()).isEqualTo(2);
    assertThat(decoded.getCountAtValue(0)).isEqualTo(1);
    assertThat(decoded.getCountAtValue(HdrProvider.MAX_NANOS)).isEqualTo(1);
  }

  @Test
  void cleared_histogram_is_empty() {
    DurationHistogram histogram = provider.create(2);
    histogram.add(5);
    histogram.clear();
    assertThat(decode(histogram).getTotalCount()).isZero();
  }

  @Test
  void sum_of_two_has_the_counts_of_both() {
    DurationHistogram first = provider.create(1);
    DurationHistogram second = provider.create(1);
    first.add(100);
    second.add(100);
    second.add(1_000_000);
    first.addAll(second);
    assertThat(decode(first).getCountAtValue(100)).isEqualTo(2);
    assertThat(decode(first).getTotalCount()).isEqualTo(3);
  }
}
