package dev.sluice.collectors.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowLayout;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What happens at the end of a stripe, at its limits, and while rows leave it. */
class StripeBoundsTest extends StripeCase {
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void room_of_one_row_is_enough_for_one_row(boolean shared) {
    Stripe stripe = stripe(shared);
    for (int i = 0; i < CAPACITY / 8; i++) {
      put(stripe, 8, i);
    }
    assertThat(stripe.drain(batch, 1, CAPACITY)).isEqualTo(1);
    assertThat(put(stripe, 8, 8)).isTrue();
    assertThat(put(stripe, 2, 9)).isFalse();
    assertThat(drain(stripe)).hasSize(CAPACITY / 8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void row_that_just_reaches_the_end_of_the_ring_needs_no_padding(boolean shared) {
    Stripe stripe = stripe(shared);
    for (int i = 0; i < 3; i++) {
      put(stripe, 8, i);
    }
    drain(stripe);
    for (int i = 0; i < CAPACITY / 8; i++) {
      assertThat(put(stripe, 8, i)).as("row %s", i).isTrue();
    }
    assertThat(drain(stripe)).hasSize(CAPACITY / 8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pump_is_woken_when_rows_pass_half_of_the_ring(boolean shared) {
    Stripe stripe = stripe(shared);
    state.pressure.expect();
    for (int i = 0; i < 4; i++) {
      put(stripe, 8, i);
    }
    assertThat(state.pressure.isAwaited()).as("half of it").isTrue();
    put(stripe, 2, 4);
    assertThat(state.pressure.isAwaited()).isFalse();
    drain(stripe);
    state.pressure.expect();
    for (int i = 0; i < 3; i++) {
      put(stripe, 8, i);
    }
    assertThat(state.pressure.isAwaited()).as("half of it, from the middle").isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void first_row_of_all_may_be_given_up(boolean shared) {
    Stripe stripe = stripe(shared);
    int at = stripe.claim(5);
    stripe.givenUp[at & stripe.givenUp.length - 1] = true;
    put(stripe, 3, 2);
    assertThat(drain(stripe)).containsExactly(2L);
    assertThat(state.refused.snapshot().of(DropCause.ENCODE_ERROR)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void oldest_quarter_is_discarded_for_a_row_that_finds_no_room(boolean shared) {
    Stripe stripe = stripe(shared);
    for (int i = 0; i < 6; i++) {
      put(stripe, 8, i);
    }
    stripe.discardOldest(8);
    assertThat(stripe.waitingRows()).as("there is room, with padding").isEqualTo(6);
    stripe.discardOldest(9);
    assertThat(stripe.waitingRows()).isEqualTo(4);
    assertThat(state.refused.snapshot().of(DropCause.EVICTED)).isEqualTo(2);
    assertThat(stripe.consuming.isLocked()).isFalse();
    assertThat(drain(stripe)).containsExactly(2L, 3L, 4L, 5L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void row_that_is_being_written_is_not_discarded(boolean shared) {
    Stripe stripe = stripe(shared);
    int at = stripe.claim(8);
    if (shared) {
      for (int i = 1; i < 8; i++) {
        put(stripe, 8, i);
      }
    }
    stripe.discardOldest(CAPACITY);
    assertThat(state.refused.total()).isZero();
    assertThat(stripe.drained()).isZero();
    assertThat(stripe.commit(at, RowLayout.header(8, 7))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothing_is_discarded_after_the_closing(boolean shared) {
    Stripe stripe = stripe(shared);
    for (int i = 0; i < 8; i++) {
      put(stripe, 8, i);
    }
    close(stripe);
    stripe.discardOldest(8);
    assertThat(stripe.waitingRows()).isEqualTo(8);
  }

  @Test
  void discarded_padding_and_rows_given_up_are_no_evicted_records() {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    for (int i = 0; i < 7; i++) {
      put(stripe, 8, i);
    }
    put(stripe, 4, 7);
    drain(stripe); // 60 of 64 words, so padding comes next
    put(stripe, 5, 8);
    int at = stripe.claim(7);
    stripe.givenUp[at & stripe.givenUp.length - 1] = true;
    put(stripe, 5, 9);
    stripe.discardOldest(CAPACITY);
    assertThat(state.refused.snapshot().of(DropCause.EVICTED)).isEqualTo(1);
    assertThat(state.refused.snapshot().of(DropCause.ENCODE_ERROR)).isEqualTo(1);
    assertThat(drain(stripe)).containsExactly(9L);
  }

  @Test
  void drained_words_of_a_shared_stripe_are_zero() {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    for (int first : new int[] {0, 3, 8, 5}) {
      for (int i = 0; i < first; i++) {
        put(stripe, 8, i);
      }
      drain(stripe);
      for (int i = 0; i < CAPACITY / 8; i++) {
        put(stripe, 8, i);
      }
      drain(stripe);
      assertThat(LongStream.range(BEGIN, END).map(at -> stripe.opaque((int) at))).containsOnly(0L);
    }
  }

  @Test
  void each_line_that_was_drained_from_an_owned_stripe_is_written_to() {
    OwnedStripe stripe = new OwnedStripe(CAPACITY, Stripe.longestRow(CAPACITY), state);
    for (int i = 0; i < 3; i++) {
      put(stripe, 8, i);
    }
    drain(stripe);
    for (int row = 0; row < 3; row++) {
      assertThat(stripe.opaque(BEGIN + 8 * row)).isZero();
    }
    assertThat(stripe.opaque(BEGIN + 24)).isZero();
  }

  @Test
  void later_claim_that_meets_the_closing_is_withdrawn() {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    put(stripe, 3, 1);
    state.closed = true; // and the stripe is not closed yet
    assertThat(put(stripe, 3, 2)).isFalse();
    assertThat(stripe.isClaimed()).isFalse();
    assertThat(drain(stripe)).containsExactly(1L);
    assertThat(stripe.drained()).isEqualTo(stripe.position());
  }

  @Test
  void closed_shared_stripe_refuses_a_thread_that_has_not_seen_the_closing() {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    put(stripe, 3, 1);
    stripe.close(); // and the thread still reads an old state
    assertThat(stripe.claim(3)).isNegative();
    assertThat(stripe.position()).isEqualTo(3);
  }

  @Test
  void locks_of_a_shared_stripe_are_free_after_closing() {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    stripe.claim(3);
    close(stripe);
    assertThat(stripe.isClaimed()).isTrue();
    assertThat(stripe.consuming.isLocked()).isFalse();
    stripe.cut();
    assertThat(stripe.consuming.isLocked()).isFalse();
    stripe.waitingRows();
    assertThat(stripe.consuming.isLocked()).isFalse();
    drain(stripe);
    assertThat(stripe.consuming.isLocked()).isFalse();
  }

  @Test
  void thread_held_up_before_its_first_header_may_be_the_last() {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    put(stripe, 3, 1);
    stripe.release(Stripe.TAIL, stripe.position() + 5);
    close(stripe);
    stripe.cut();
    assertThat(drain(stripe)).containsExactly(1L);
    assertThat(stripe.drained()).isEqualTo(stripe.position());
  }

  @Test
  void row_given_up_before_the_cut_is_counted_once() {
    OwnedStripe stripe = new OwnedStripe(CAPACITY, Stripe.longestRow(CAPACITY), state);
    put(stripe, 3, 1);
    int at = stripe.claim(2);
    close(stripe);
    stripe.cut();
    stripe.cut();
    assertThat(state.refused.snapshot().of(DropCause.ENCODE_ERROR)).isEqualTo(1);
    assertThat(stripe.commit(at, RowLayout.header(2, 7))).isFalse();
    assertThat(state.refused.total()).isEqualTo(1);
  }

  @Test
  void stripe_has_one_owner_at_a_time() {
    OwnedStripe stripe = new OwnedStripe(CAPACITY, Stripe.longestRow(CAPACITY), state);
    assertThat(stripe.isOrphaned()).as("nobody has died").isFalse();
    assertThat(stripe.adopt(Thread.currentThread())).isTrue();
    assertThat(stripe.isOwnedBy(Thread.currentThread())).isTrue();
    assertThat(stripe.adopt(new Thread())).isFalse();
    assertThat(stripe.isOrphaned()).isFalse();
    stripe.disown();
    assertThat(stripe.isOwnedBy(Thread.currentThread())).isFalse();
    assertThat(stripe.adopt(new Thread())).isTrue();
  }

  @Test
  void rows_behind_one_that_is_being_written_do_not_wait_yet() {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    put(stripe, 3, 1);
    stripe.claim(3);
    put(stripe, 3, 2);
    assertThat(stripe.waitingRows()).isEqualTo(1);
  }

  @Test
  void discarded_words_of_a_shared_stripe_are_zero() {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    for (int i = 0; i < 8; i++) {
      put(stripe, 8, i);
    }
    stripe.discardOldest(8);
    assertThat(LongStream.range(BEGIN, BEGIN + 16).map(at -> stripe.opaque((int) at)))
        .containsOnly(0L);
    assertThat(stripe.opaque(BEGIN + 16)).isNotZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void first_claim_opens_half_of_the_ring_for_those_behind_it(boolean shared) {
    Stripe stripe = stripe(shared);
    put(stripe, 8, 0);
    assertThat(stripe.opaque(Stripe.LIMIT)).isEqualTo(CAPACITY / 2);
    for (int i = 1; i < 3; i++) {
      put(stripe, 8, i);
    }
    stripe.setOpaque(Stripe.LIMIT, 0); // a thread that comes late puts an older one there
    state.pressure.expect();
    put(stripe, 8, 3);
    assertThat(state.pressure.isAwaited()).as("half of it is not beyond half of it").isTrue();
    assertThat(stripe.opaque(Stripe.LIMIT)).isEqualTo(CAPACITY / 2);
  }

  @Test
  void owner_is_given_no_more_than_the_rest_of_the_lap() {
    OwnedStripe stripe = new OwnedStripe(CAPACITY, Stripe.longestRow(CAPACITY), state);
    for (int i = 0; i < 4; i++) {
      put(stripe, 8, i);
    }
    drain(stripe);
    put(stripe, 8, 4);
    assertThat(stripe.opaque(Stripe.LIMIT)).isEqualTo(CAPACITY);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void padding_needs_room_as_its_row_does(boolean shared) {
    Stripe late = filledTo(60, 36, stripe(shared));
    assertThat(put(late, 8, 9)).as("72 of 100").isTrue();
    Stripe full = filledTo(60, 4, stripe(shared));
    assertThat(put(full, 8, 9)).as("72 of 68").isFalse();
  }

  /** Puts rows of four words, and drains some of them. */
  private Stripe filledTo(int words, int drained, Stripe stripe) {
    for (int at = 0; at < words; at += 4) {
      assertThat(put(stripe, 4, at)).isTrue();
    }
    batch.clear();
    stripe.drain(batch, drained / 4, CAPACITY);
    return stripe;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void row_that_is_too_long_is_not_claimed_where_others_were(boolean shared) {
    Stripe stripe = stripe(shared);
    put(stripe, 8, 0);
    assertThat(stripe.claim(9)).isNegative();
    assertThat(drain(stripe)).containsExactly(0L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void row_of_an_earlier_lap_is_not_taken_for_one_that_the_cut_left_out(boolean slow) {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    int at = stripe.claim(8);
    long claimed = stripe.opaque(at);
    stripe.commit(at, RowLayout.header(8, 7)); // and its thread has yet to look at the closing
    for (int i = 1; i < CAPACITY / 8; i++) {
      put(stripe, 8, i);
    }
    drain(stripe);
    stripe.setOpaque(Stripe.LIMIT, slow ? 0 : 2 * CAPACITY);
    assertThat(stripe.claim(8)).isEqualTo(at);
    close(stripe);
    stripe.cut();
    assertThat(stripe.settle(at, claimed)).isTrue();
    assertThat(stripe.settle(at, stripe.opaque(at))).isFalse();
  }

  @Test
  void row_that_is_the_last_at_the_cut_is_taken() {
    OwnedStripe stripe = new OwnedStripe(CAPACITY, Stripe.longestRow(CAPACITY), state);
    put(stripe, 3, 1);
    close(stripe);
    stripe.cut();
    assertThat(stripe.settle()).as("its thread looks at the closing late").isTrue();
    assertThat(state.refused.total()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void headers_are_copied_only_where_the_cut_leaves_a_row_out(boolean open) {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    long[] before = stripe.headers;
    put(stripe, 3, 1);
    if (open) {
      stripe.claim(3);
    }
    close(stripe);
    stripe.cut();
    assertThat(stripe.headers == before).isEqualTo(!open);
  }

  @Test
  void more_words_than_a_row_may_have_are_stepped_over_where_nothing_was_written() {
    SharedStripe stripe = new SharedStripe(1 << 18, state);
    put(stripe, 3, 1);
    stripe.release(Stripe.TAIL, stripe.position() + RowLayout.MAX_WORDS + 5);
    int at = stripe.claim(3);
    stripe.put(at + 1, 2);
    stripe.put(at + 2, 2);
    stripe.commit(at, RowLayout.header(3, 7));
    close(stripe);
    stripe.cut();
    assertThat(drain(stripe)).containsExactly(1L, 2L);
    assertThat(stripe.drained()).isEqualTo(stripe.position());
  }
}
