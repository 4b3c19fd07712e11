package dev.sluice.collectors.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.support.platform.SystemPlatform;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which stripe a thread gets, and what the pump does with several. Rows have two words. */
class RingTest {
  private static final int WORDS = 64;
  private static final int SLOTS = 1024;

  private final CollectorThreads threads = new CollectorThreads(SystemPlatform.get());
  private Ring ring = new Ring(WORDS, 1, threads);
  private final RowBatch batch = new RowBatch(WORDS, null);
  private Stripe found;

  private void emit(long... values) {
    for (long value : values) {
      Stripe stripe = ring.stripe();
      int at = stripe.claim(2);
      stripe.put(at + 1, value);
      assertThat(stripe.commit(at, RowLayout.header(2, 0))).isTrue();
    }
  }

  private List<Long> drain(int maxRows) {
    batch.clear();
    assertThat(ring.drain(batch, maxRows, WORDS)).isEqualTo(batch.rows());
    List<Long> values = new ArrayList<>();
    for (int at = 0; at < batch.length(); at += 2) {
      values.add(batch.words[at + 1]);
    }
    return values;
  }

  /** Runs to the end of a thread, which stays the owner of what it found until it is reclaimed. */
  private void inThread(Runnable work) {
    join(new Thread(work));
  }

  private static void join(Thread thread) {
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Stripe stripeOfAnother() {
    inThread(() -> found = ring.stripe());
    return found;
  }

  @Test
  void thread_keeps_the_stripe_it_has_found_and_others_share() {
    assertThat(ring.allocatedBytes()).isEqualTo(WORDS * 8L);
    Stripe own = ring.stripe();
    assertThat(own).isInstanceOf(OwnedStripe.class).isSameAs(ring.stripe());
    assertThat(own.isOwnedBy(Thread.currentThread())).isTrue();
    assertThat(own.isOwnedBy(new Thread())).isFalse();
    Stripe shared = stripeOfAnother();
    assertThat(shared).isInstanceOf(SharedStripe.class);
    assertThat(shared.isOwnedBy(Thread.currentThread())).isFalse();
    assertThat(ring.allocatedBytes()).isEqualTo(2 * WORDS * 8L);
  }

  @Test
  void large_stripes_go_first_and_then_small_ones() {
    ring = new Ring(WORDS, 2, WORDS, 1, 16, 1, threads);
    assertThat(stripeOfAnother().capacity()).isEqualTo(WORDS);
    assertThat(found).isInstanceOf(OwnedStripe.class);
    assertThat(stripeOfAnother().capacity()).isEqualTo(16);
    assertThat(stripeOfAnother()).isInstanceOf(SharedStripe.class);
    assertThat(ring.allocatedBytes()).isEqualTo((3 * WORDS + 16) * 8L);
  }

  @Test
  void stripe_of_a_dead_thread_is_passed_on_when_its_rows_are_drained() {
    inThread(() -> emit(1));
    ring.reclaim();
    assertThat(stripeOfAnother()).as("a row waits").isInstanceOf(SharedStripe.class);
    assertThat(drain(9)).containsExactly(1L);
    assertThat(stripeOfAnother()).as("not reclaimed").isInstanceOf(SharedStripe.class);
    ring.reclaim();
    Stripe own = ring.stripe();
    assertThat(own).isInstanceOf(OwnedStripe.class);
    ring.reclaim();
    assertThat(ring.stripe()).as("its owner lives").isSameAs(own);
    assertThat(stripeOfAnother()).isInstanceOf(SharedStripe.class);
    assertThat(ring.allocatedBytes()).isEqualTo(2 * WORDS * 8L);
  }

  @Test
  void row_of_a_thread_that_died_over_it_is_counted_and_its_stripe_passed_on() {
    inThread(() -> ring.stripe().claim(2));
    ring.reclaim();
    assertThat(drain(9)).isEmpty();
    assertThat(ring.state.refused.snapshot().of(DropCause.ENCODE_ERROR)).isEqualTo(1);
    ring.reclaim();
    assertThat(ring.stripe()).isInstanceOf(OwnedStripe.class);
  }

  @Test
  void threads_with_the_same_place_in_the_table_share_until_it_is_reclaimed() {
    ring = new Ring(WORDS, 2, threads);
    Thread first = new Thread(() -> ring.stripe());
    Thread second = new Thread(() -> found = ring.stripe());
    while ((second.getId() - first.getId()) % SLOTS != 0) {
      second = new Thread(() -> found = ring.stripe());
    }
    Thread third = new Thread(() -> found = ring.stripe());
    while ((third.getId() - first.getId()) % SLOTS != 0) {
      third = new Thread(() -> found = ring.stripe());
    }
    join(first);
    join(second);
    assertThat(found).isInstanceOf(SharedStripe.class);
    ring.reclaim();
    join(third);
    assertThat(found).isInstanceOf(OwnedStripe.class);
  }

  @Test
  void rows_of_before_a_thread_had_its_stripe_come_first() {
    stripeOfAnother();
    drain(1); // the next one begins with the owned stripe
    emit(1);
    ring.reclaim();
    emit(2);
    assertThat(drain(9)).containsExactly(1L);
    assertThat(drain(9)).containsExactly(2L);
  }

  @Test
  void closed_ring_makes_no_stripe_and_refuses_in_all() {
    Stripe own = ring.stripe();
    Stripe shared = stripeOfAnother();
    ring.close();
    assertThat(own.claim(2)).isNegative();
    assertThat(shared.claim(2)).isNegative();
    Ring late = new Ring(WORDS, 1, threads);
    late.close();
    assertThat(late.stripe()).isInstanceOf(SharedStripe.class);
  }

  @Test
  void closing_reaches_stripes_themselves() {
    OwnedStripe own = (OwnedStripe) ring.stripe();
    emit(1);
    SharedStripe shared = (SharedStripe) stripeOfAnother();
    ring.close();
    assertThat(own.opaque(Stripe.LIMIT)).isZero();
    assertThat(shared.opaque(Stripe.TAIL)).isNotEqualTo(shared.position());
  }

  @Test
  void every_drain_begins_with_another_stripe_and_takes_no_more_than_asked_for() {
    emit(20, 21, 22);
    inThread(() -> emit(10, 11, 12));
    assertThat(drain(1)).containsExactly(10L);
    assertThat(drain(1)).containsExactly(20L);
    assertThat(drain(3)).containsExactly(11L, 12L, 21L);
    assertThat(drain(3)).containsExactly(22L);
  }

  @Test
  void row_too_long_for_the_batch_ends_the_drain() {
    emit(20);
    inThread(() -> emit(10, 11));
    assertThat(ring.drain(batch, 9, 3)).isEqualTo(1);
    assertThat(ring.isCut()).isTrue();
    assertThat(ring.waitingRows()).isEqualTo(2);
    assertThat(drain(9)).hasSize(2);
    assertThat(ring.isCut()).isFalse();
  }

  @Test
  void ring_presses_when_more_than_a_quarter_of_one_stripe_waits() {
    ring.stripe();
    inThread(() -> emit(0, 1, 2, 3, 4, 5, 6, 7));
    assertThat(ring.isPressing()).as("a quarter").isFalse();
    inThread(() -> emit(8));
    assertThat(ring.isPressing()).isTrue();
    drain(1);
    assertThat(ring.isPressing()).isFalse();
    emit(0, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(ring.isPressing()).as("the owned one").isTrue();
  }

  @Test
  void row_claimed_in_any_stripe_is_seen_and_cut_off() {
    Stripe own = ring.stripe();
    Stripe shared = stripeOfAnother();
    assertThat(ring.isClaimed()).isFalse();
    int mine = own.claim(2);
    assertThat(ring.isClaimed()).isTrue();
    own.commit(mine, RowLayout.header(2, 0));
    assertThat(ring.isClaimed()).isFalse();
    int others = shared.claim(2);
    assertThat(ring.isClaimed()).isTrue();
    mine = own.claim(2);
    ring.close();
    ring.cut();
    assertThat(own.commit(mine, RowLayout.header(2, 0))).isFalse();
    assertThat(shared.commit(others, RowLayout.header(2, 0))).isFalse();
    assertThat(ring.waitingRows()).isEqualTo(1);
  }

  @Test
  void mark_is_passed_when_all_stripes_are_drained_to_it() {
    emit(20);
    inThread(() -> emit(10));
    long[] mark = ring.ends();
    assertThat(mark).containsExactly(2, 2);
    emit(21);
    assertThat(ring.isDrainedTo(mark)).isFalse();
    assertThat(drain(1)).containsExactly(10L);
    assertThat(ring.isDrainedTo(mark)).isFalse();
    assertThat(drain(1)).containsExactly(20L);
    assertThat(ring.isDrainedTo(mark)).isTrue();
  }

  @Test
  void refused_records_of_several_threads_add_up() {
    for (int i = 0; i < 17; i++) {
      inThread(() -> ring.state.refused.add(DropCause.RING_FULL, 2));
    }
    assertThat(ring.state.refused.total()).isEqualTo(34);
    assertThat(ring.state.refused.snapshot().of(DropCause.RING_FULL)).isEqualTo(34);
    assertThat(ring.state.refused.snapshot().total()).isEqualTo(34);
  }
}
