package dev.sluice.collectors.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripeTest extends StripeCase {
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void rows_of_every_length_pass_the_end_of_the_ring_in_order(boolean shared) {
    Stripe stripe = stripe(shared);
    long sent = 0;
    long received = 0;
    for (int i = 0; i < 1000; i++) {
      for (int k = 0; k <= i % 5; k++) {
        assertThat(put(stripe, 2 + (i + k) % 7, sent++)).isTrue();
      }
      for (long value : drain(stripe)) {
        assertThat(value).isEqualTo(received++);
      }
    }
    assertThat(received).isEqualTo(sent);
    assertThat(state.refused.total()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void full_ring_refuses_and_takes_rows_again_after_a_drain(boolean shared) {
    Stripe stripe = stripe(shared);
    for (int i = 0; i < CAPACITY / 8; i++) {
      assertThat(put(stripe, 8, i)).isTrue();
    }
    assertThat(put(stripe, 8, 99)).isFalse();
    assertThat(state.refused.total()).as("what that means is for others to say").isZero();
    assertThat(stripe.waitingRows()).isEqualTo(8);
    assertThat(drain(stripe)).hasSize(8);
    assertThat(put(stripe, 8, 100)).isTrue();
    assertThat(drain(stripe)).containsExactly(100L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_row_longer_than_an_eighth_is_never_claimed(boolean shared) {
    assertThat(stripe(shared).claim(9)).isNegative();
    assertThat(stripe(shared).claim(RowLayout.MAX_WORDS)).isNegative();
  }

  @Test
  void a_small_stripe_takes_a_row_of_half_its_length_wherever_it_stands() {
    for (int before = 0; before < CAPACITY; before += 2) {
      OwnedStripe stripe = new OwnedStripe(CAPACITY, CAPACITY / 2, state);
      for (int i = 0; i < before; i += 2) {
        put(stripe, 2, i);
      }
      drain(stripe);
      assertThat(put(stripe, CAPACITY / 2 + 1, 98)).as("too long").isFalse();
      assertThat(put(stripe, CAPACITY / 2, 99)).as("behind %s words", before).isTrue();
      assertThat(drain(stripe)).containsExactly(99L);
    }
    assertThat(state.refused.total()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void an_aborted_row_is_stepped_over_and_counted(boolean shared) {
    Stripe stripe = stripe(shared);
    put(stripe, 3, 1);
    int at = stripe.claim(5);
    stripe.givenUp[at & stripe.givenUp.length - 1] = true;
    put(stripe, 3, 2);
    assertThat(drain(stripe)).containsExactly(1L, 2L);
    assertThat(state.refused.snapshot().of(DropCause.ENCODE_ERROR)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_claimed_row_is_not_passed_before_it_is_committed(boolean shared) {
    Stripe stripe = stripe(shared);
    int at = stripe.claim(2);
    assertThat(drain(stripe)).isEmpty();
    stripe.put(at + 1, 5);
    stripe.commit(at, RowLayout.header(2, 7));
    assertThat(drain(stripe)).containsExactly(5L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_drain_stops_at_the_batch_s_limits(boolean shared) {
    Stripe stripe = stripe(shared);
    for (int i = 0; i < 6; i++) {
      put(stripe, 4, i);
    }
    assertThat(stripe.drain(batch, 2, CAPACITY)).isEqualTo(2);
    assertThat(stripe.isCut()).isFalse();
    assertThat(stripe.drain(batch, 9, 15)).isEqualTo(1);
    assertThat(stripe.isCut()).isTrue();
    batch.clear();
    assertThat(stripe.drain(batch, 9, 1))
        .as("an empty batch takes a row of any length")
        .isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_closed_stripe_refuses_and_gives_what_it_has(boolean shared) {
    Stripe stripe = stripe(shared);
    put(stripe, 3, 1);
    close(stripe);
    assertThat(put(stripe, 3, 2)).isFalse();
    assertThat(drain(stripe)).containsExactly(1L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_row_committed_between_closing_and_cut_is_taken(boolean shared) {
    Stripe stripe = stripe(shared);
    int at = stripe.claim(2);
    close(stripe);
    assertThat(stripe.isClaimed()).isTrue();
    stripe.put(at + 1, 5);
    assertThat(stripe.commit(at, RowLayout.header(2, 7))).isTrue();
    assertThat(stripe.isClaimed()).isFalse();
    stripe.cut();
    assertThat(drain(stripe)).containsExactly(5L);
    assertThat(state.refused.total()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_row_committed_after_the_cut_is_never_drained_and_counted_once(boolean shared) {
    Stripe stripe = stripe(shared);
    put(stripe, 3, 1);
    int at = stripe.claim(2);
    close(stripe);
    stripe.cut();
    assertThat(stripe.commit(at, RowLayout.header(2, 7))).isFalse();
    assertThat(stripe.waitingRows()).isEqualTo(1);
    assertThat(drain(stripe)).containsExactly(1L);
    assertThat(state.refused.total()).isEqualTo(1);
  }

  @Test
  void an_owner_that_has_read_the_old_limit_is_refused_after_the_cut() {
    OwnedStripe stripe = new OwnedStripe(CAPACITY, Stripe.longestRow(CAPACITY), state);
    put(stripe, 3, 1);
    state.closed = true;
    stripe.cut();
    assertThat(put(stripe, 3, 2)).isFalse();
    assertThat(state.refused.snapshot().of(DropCause.CLOSED)).as("by its commit").isEqualTo(1);
    assertThat(stripe.claim(3)).isNegative();
    assertThat(drain(stripe)).containsExactly(1L);
  }

  @Test
  void a_claim_in_the_shared_stripe_that_meets_the_closing_is_withdrawn() {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    state.closed = true; // and the stripe is not closed yet
    assertThat(put(stripe, 3, 1)).isFalse();
    assertThat(stripe.isClaimed()).isFalse();
    assertThat(drain(stripe)).isEmpty();
  }

  @Test
  void a_thread_held_up_before_it_wrote_its_first_header_does_not_hide_rows_behind_it() {
    SharedStripe stripe = new SharedStripe(CAPACITY, state);
    for (int i = 0; i < 7; i++) {
      put(stripe, 8, i);
    }
    drain(stripe);
    stripe.release(
        Stripe.TAIL, stripe.position() + 12); // a claim, and the padding before it, over the end
    put(stripe, 3, 1);
    stripe.release(Stripe.TAIL, stripe.position() + 5);
    put(stripe, 3, 2);
    assertThat(drain(stripe)).isEmpty();
    close(stripe);
    stripe.cut();
    assertThat(drain(stripe)).containsExactly(1L, 2L);
    assertThat(stripe.drained()).isEqualTo(stripe.position());
  }
}
