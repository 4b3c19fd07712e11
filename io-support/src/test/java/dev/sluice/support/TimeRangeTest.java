package dev.sluice.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeRangeTest {
  private static final TimeRange RANGE =
      TimeRange.since(Instant.ofEpochSecond(1, 100)).withUntil(Instant.ofEpochSecond(1, 200));

  private static final long SINCE = 1_000_000_100;
  private static final long LAST = 1_000_000_199;

  private static Accounting chunk(long first, long last) {
    // Its clock goes before the epoch's.
    return new Accounting.Builder(1).clockOffset(1_000).times(first - 1_000, last - 1_000).build();
  }

  @Test
  void a_range_begins_with_its_start_and_ends_before_its_end() {
    assertThat(RANGE).isEqualTo(new TimeRange(SINCE, LAST));
    assertThat(TimeRange.ALL.withSince(Instant.ofEpochSecond(1, 100)).withUntil(at(LAST + 1)))
        .isEqualTo(RANGE);
    assertThat(RANGE.contains(SINCE - 1)).isFalse();
    assertThat(RANGE.contains(SINCE)).isTrue();
    assertThat(RANGE.contains(LAST)).isTrue();
    assertThat(RANGE.contains(LAST + 1)).isFalse();
  }

  private static Instant at(long nanos) {
    return Instant.ofEpochSecond(0, nanos);
  }

  @Test
  void a_chunk_is_excluded_if_it_ends_before_the_range_or_begins_behind_it() {
    assertThat(RANGE.excludes(chunk(0, SINCE - 1))).isTrue();
    assertThat(RANGE.excludes(chunk(0, SINCE))).isFalse();
    assertThat(RANGE.excludes(chunk(LAST, Long.MAX_VALUE))).isFalse();
    assertThat(RANGE.excludes(chunk(LAST + 1, Long.MAX_VALUE))).isTrue();
    assertThat(RANGE.excludes(Accounting.of(1))).as("it tells no time").isFalse();
  }

  @Test
  void a_chunk_is_included_if_it_begins_and_ends_within_the_range() {
    assertThat(RANGE.includes(chunk(SINCE, LAST))).isTrue();
    assertThat(RANGE.includes(chunk(SINCE - 1, LAST))).isFalse();
    assertThat(RANGE.includes(chunk(SINCE, LAST + 1))).isFalse();
    assertThat(RANGE.includes(Accounting.of(1))).as("it tells no time").isFalse();
    assertThat(TimeRange.ALL.includes(Accounting.of(1))).isTrue();
  }

  @Test
  void times_beyond_64_bits_are_the_first_and_the_last() {
    assertThat(TimeRange.since(Instant.MIN).since()).isEqualTo(Long.MIN_VALUE);
    assertThat(TimeRange.since(Instant.MAX).since()).isEqualTo(Long.MAX_VALUE);
    assertThat(TimeRange.ALL.withUntil(Instant.MIN).until()).isEqualTo(Long.MIN_VALUE);
    assertThat(TimeRange.ALL.withUntil(Instant.MAX).until()).isEqualTo(Long.MAX_VALUE - 1);
  }
}
