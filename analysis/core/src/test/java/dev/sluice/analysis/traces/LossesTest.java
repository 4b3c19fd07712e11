package dev.sluice.analysis.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LossesTest {
  private final Losses losses = new Losses(1, id -> {});

  private static Accounting chunk(long first, long sequence) {
    return new Accounting.Builder(1)
        .sequence(sequence)
        .replacing(sequence - first)
        .times(first * 10, sequence * 10 + 9)
        .build();
  }

  /** Of a producer whose chunks 0 and 6 came; those between them are given up. */
  private void giveUp() {
    losses.chunk(chunk(0, 0));
    losses.chunk(chunk(6, 6));
    losses.next(true);
    assertThat(missing()).containsExactly(1, 2, 3, 4, 5);
  }

  private long[] missing() {
    return LongStream.range(0, 12).filter(one -> losses.isGivenUp(one, one)).toArray();
  }

  @Test
  void a_late_range_ends_the_loss_of_all_its_chunks() {
    giveUp();
    losses.chunk(chunk(2, 4));
    assertThat(missing()).containsExactly(1, 5);
    losses.chunk(chunk(1, 5));
    assertThat(missing()).isEmpty();
    assertThat(losses.any(Long.MIN_VALUE, Long.MAX_VALUE)).isFalse();
  }

  @Test
  void a_late_range_that_goes_beyond_the_newest_chunk_ends_the_loss_of_those_before() {
    giveUp();
    losses.chunk(chunk(4, 8));
    assertThat(missing()).containsExactly(1, 2, 3);
    losses.chunk(chunk(1, 9));
    assertThat(missing()).isEmpty();
    assertThat(losses.any(Long.MIN_VALUE, Long.MAX_VALUE)).isFalse();
  }

  @Test
  void a_late_chunk_without_records_leaves_the_others_missing() {
    giveUp();
    losses.chunk(new Accounting.Builder(1).sequence(1).build());
    assertThat(missing()).containsExactly(2, 3, 4, 5);
    assertThat(losses.any(30, 40)).isTrue();
  }

  @Test
  void what_is_missing_behind_a_late_chunk_may_be_as_old_as_before() {
    losses.chunk(chunk(0, 0));
    losses.chunk(new Accounting.Builder(1).sequence(6).times(20, 69).build());
    losses.next(true);
    losses.chunk(new Accounting.Builder(1).sequence(1).times(40, 41).build());
    assertThat(missing()).containsExactly(2, 3, 4, 5);
    assertThat(losses.any(25, 30)).isTrue();
  }

  @Test
  void of_more_losses_than_are_kept_apart_only_the_joined_ones_stay_if_their_chunks_come() {
    losses.chunk(chunk(0, 0));
    int last = 2 * Losses.MOST + 20;
    for (int i = 2; i <= last; i += 2) {
      losses.chunk(chunk(i, i));
      losses.next(true);
    }
    assertThat(losses.any(10, 19)).isTrue();
    for (int i = 1; i < last; i += 2) {
      losses.chunk(chunk(i, i));
    }
    assertThat(losses.any(10, 19)).isTrue();
    assertThat(losses.any(1000, Long.MAX_VALUE)).isFalse();
  }
}
