package dev.sluice.collectors.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.collectors.ring.DropCounters;
import dev.sluice.collectors.spill.ChunkStore;
import org.junit.jupiter.api.Test;

/** Which chunk gives way, which is the next, and what a store that fails costs. */
class BacklogTest extends DeliveryCase {
  private static final String FULL = "for a test";

  private void fail() {
    store.failure = new IllegalStateException(FULL);
  }

  /** The pool of these tests has room for so many buffers. */
  private static final int ROOM = 16;

  private void openFor(boolean stores, boolean waits, boolean evicts) {
    open(stores, Long.MAX_VALUE);
    backlog = new Backlog(stores ? store : null, waits, evicts, ledger, producer);
    outbox = new Outbox(writer, ledger, backlog, threads, chunking, "", Long.MAX_VALUE, producer);
  }

  private SealedChunk next() {
    return backlog.next(outbox, true);
  }

  /** A chunk that the store has. */
  private void stored(int chunks) {
    add(chunks);
    backlog.spillAll();
  }

  @Test
  void nothing_gives_way_where_chunks_wait_and_there_is_no_store() {
    openFor(false, true, false);
    add(ROOM);
    assertThat(backlog.makeRoom(BUFFER)).isFalse();
    assertThat(ledger.waiting()).isEqualTo(ROOM);
  }

  @Test
  void oldest_chunks_give_way_until_there_is_room() {
    openFor(false, false, true);
    add(ROOM);
    assertThat(backlog.makeRoom(2 * BUFFER)).isTrue();
    assertThat(ledger.waiting()).isEqualTo(ROOM - 2);
    assertThat(ledger.report(ROOM * ROWS, 0).dropped().of(DropCause.EVICTED)).isEqualTo(2 * ROWS);
    assertThat(next().sequence).isEqualTo(2);
  }

  @Test
  void nothing_gives_way_where_nothing_waits() {
    openFor(false, false, true);
    add(ROOM);
    for (int i = 0; i < ROOM; i++) {
      outbox.step();
    }
    assertThat(backlog.makeRoom(BUFFER)).isFalse();
    assertThat(ledger.dropped()).isZero();
  }

  @Test
  void more_than_a_thousand_small_chunks_do_not_wait() {
    BufferPool large = new BufferPool(64 << 20);
    Ledger many = new Ledger(producer, large, new DropCounters());
    backlog = new Backlog(null, true, false, many, producer);
    for (int i = 0; i < 1024; i++) {
      assertThat(backlog.makeRoom(BUFFER)).isTrue();
      Chunk chunk = chunk();
      many.add(new SealedChunk(null, chunk, large.take(chunk.length()), null), CloseReason.AGE);
    }
    assertThat(backlog.makeRoom(BUFFER)).isFalse();
  }

  @Test
  void oldest_chunks_go_to_the_store_until_there_is_room() {
    openFor(true, false, false);
    add(ROOM);
    assertThat(backlog.makeRoom(BUFFER)).isTrue();
    assertThat(store.kept).as("one for the new chunk, one to read the next into").hasSize(2);
    assertThat(ledger.waiting()).isEqualTo(ROOM - 2);
  }

  @Test
  void chunk_that_the_store_does_not_take_is_dropped_for_its_reason_or_waits() {
    openFor(true, false, false);
    store.refusal = DropCause.WRITE_REJECTED;
    add(ROOM);
    backlog.spillAll();
    assertThat(ledger.waiting()).as("nothing new needs room").isEqualTo(ROOM);
    assertThat(backlog.makeRoom(BUFFER)).isTrue();
    assertThat(ledger.report(ROOM * ROWS, 0).dropped().of(DropCause.WRITE_REJECTED))
        .isEqualTo(ROWS);
    backlog = new Backlog(store, true, false, ledger, producer);
    add(1);
    assertThat(backlog.makeRoom(BUFFER)).as("it waits").isFalse();
    assertThat(ledger.waiting()).isEqualTo(ROOM);
  }

  @Test
  void store_without_chunks_in_memory_makes_no_room() {
    openFor(true, false, false);
    add(ROOM);
    for (int i = 0; i < ROOM; i++) {
      outbox.step();
    }
    assertThat(backlog.makeRoom(BUFFER)).isFalse();
    assertThat(store.kept).isEmpty();
  }

  @Test
  void what_an_earlier_program_left_comes_before_a_chunk_that_waits_at_the_first_look() {
    withStore();
    store.kept.add(new ChunkStore.Stored(chunk().copy(), false, false, null));
    add(1);
    SealedChunk first = next();
    assertThat(first.stored).isNotNull();
    outbox.completed(first, Outcome.ACKNOWLEDGED, null);
    assertThat(next().stored).isNull();
  }

  @Test
  void chunk_that_may_have_been_kept_all_the_same_is_not_counted_as_dropped() {
    openFor(true, false, false);
    store.refusal = DropCause.SPILL_FULL;
    store.leftTraces = true;
    add(1);
    backlog.spillAll();
    assertThat(ledger.waiting()).isEqualTo(1);
    backlog.drop(next(), DropCause.CLOSED);
    assertThat(ledger.report(ROWS, 0).unconfirmed()).isEqualTo(ROWS);
  }

  @Test
  void what_the_store_took_leaves_no_traces_of_a_refusal() {
    openFor(true, false, false);
    store.leftTraces = true;
    stored(1);
    assertThat(next().mayHaveArrived()).isFalse();
  }

  @Test
  void store_that_cannot_take_a_chunk_is_logged_until_it_can() {
    openFor(true, false, false);
    add(1);
    fail();
    backlog.spillAll();
    assertThat(log.all())
        .containsExactly("WARNING producer test: a chunk could not be spilled: " + FULL);
    assertThat(ledger.waiting()).isEqualTo(1);
    store.failure = null;
    backlog.spillAll();
    clock.skip(SECOND.multipliedBy(61));
    fail();
    add(1);
    backlog.spillAll();
    assertThat(log.all()).as("it had recovered").hasSize(2);
  }

  @Test
  void chunks_of_the_store_come_before_those_in_memory_unless_they_are_not_wanted() {
    openFor(true, false, false);
    assertThat(backlog.isEmpty()).isTrue();
    stored(1);
    assertThat(backlog.isEmpty()).as("the store has one").isFalse();
    add(1);
    SealedChunk memory = backlog.next(outbox, false);
    assertThat(memory.stored).isNull();
    SealedChunk first = next();
    assertThat(first.stored).isNotNull();
    assertThat(first.sequence).isZero();
    assertThat(backlog.isEmpty()).isTrue();
    backlog.settled(memory);
    assertThat(store.done).as("of what the store does not have").isEmpty();
    assertThat(next()).isNull();
  }

  @Test
  void chunk_of_the_store_waits_for_room_in_memory() {
    openFor(true, false, false);
    stored(1);
    add(ROOM);
    assertThat(next()).isNull();
    backlog.drop(ledger.take(), DropCause.CLOSED);
    assertThat(next().stored).isNotNull();
  }

  @Test
  void chunk_in_memory_goes_first_where_all_is_full_and_nobody_drops() {
    openFor(true, true, false);
    stored(1);
    add(ROOM);
    SealedChunk first = next();
    assertThat(first.stored).isNull();
    ledger.beginSending(first);
    assertThat(next()).as("when that is settled there may be room").isNull();
    ledger.complete(first, Outcome.ACKNOWLEDGED, false);
    assertThat(next().stored).isNotNull();
  }

  @Test
  void chunk_that_cannot_be_read_is_logged_and_leaves_its_buffer() {
    openFor(true, false, false);
    stored(1);
    fail();
    assertThat(next()).isNull();
    assertThat(log.all())
        .containsExactly("WARNING producer test: a spilled chunk could not be read: " + FULL);
    store.failure = null;
    long before = pool.allocatedBytes();
    for (int i = 0; i < ROOM; i++) {
      pool.take(BUFFER);
    }
    assertThat(pool.allocatedBytes()).isGreaterThanOrEqualTo(before).isEqualTo(ROOM * BUFFER);
  }

  @Test
  void chunk_that_nobody_will_send_is_dropped_or_kept_again() {
    openFor(true, false, false);
    stored(2);
    SealedChunk first = next();
    assertThat(ledger.inFlight()).isZero();
    backlog.keep(first, DropCause.CLOSED);
    assertThat(store.kept).hasSize(2);
    assertThat(ledger.hasUnsent()).isFalse();
    SealedChunk again = next();
    assertThat(again.sequence).isEqualTo(first.sequence);
    backlog.drop(again, DropCause.WRITE_REJECTED);
    assertThat(store.done).containsExactly(DropCause.WRITE_REJECTED);
    backlog.drop(again, DropCause.WRITE_REJECTED);
    assertThat(store.done).as("once").hasSize(1);
  }

  @Test
  void chunk_that_may_have_arrived_is_kept_as_such() {
    openFor(true, false, false);
    stored(1);
    SealedChunk chunk = next();
    ledger.beginSending(chunk);
    ledger.complete(chunk, Outcome.UNCONFIRMED, true);
    backlog.keep(ledger.takeReturned(), DropCause.CLOSED);
    assertThat(store.kept.get(0).uncertain()).isTrue();
  }

  @Test
  void chunk_that_is_not_kept_for_want_of_a_store_is_dropped() {
    openFor(false, false, false);
    add(1);
    backlog.keep(next(), DropCause.CLOSED);
    assertThat(ledger.report(ROWS, 0).dropped().of(DropCause.CLOSED)).isEqualTo(ROWS);
  }

  @Test
  void store_that_fails_while_it_is_looked_after_told_or_closed_is_logged() {
    openFor(true, false, false);
    stored(1);
    SealedChunk chunk = next();
    fail();
    backlog.maintain();
    assertThat(log.all())
        .containsExactly("WARNING producer test: the spill directory fails: " + FULL);
    clock.skip(SECOND.multipliedBy(61));
    backlog.drop(chunk, DropCause.CLOSED);
    assertThat(log.all()).as("the same failure goes on").hasSize(1);
  }

  @Test
  void store_that_cannot_be_told_or_closed_is_logged() {
    openFor(true, false, false);
    stored(1);
    SealedChunk chunk = next();
    fail();
    backlog.drop(chunk, DropCause.CLOSED);
    assertThat(log.all())
        .containsExactly("WARNING producer test: a spilled chunk could not be removed: " + FULL);
  }

  @Test
  void store_that_cannot_be_closed_is_logged() {
    openFor(true, false, false);
    fail();
    backlog.close();
    assertThat(log.all())
        .containsExactly("WARNING producer test: the spill directory could not be closed: " + FULL);
  }

  @Test
  void what_waits_at_the_end_is_kept_and_told_and_nothing_goes_to_a_closed_store() {
    openFor(true, false, false);
    add(2);
    backlog.close();
    assertThat(store.kept).hasSize(2);
    assertThat(log.all()).hasSize(1);
    assertThat(log.all().get(0))
        .contains("chunks are left for the next program with this spill directory, bytes: ")
        .endsWith(" " + store.status().bytes());
    assertThat(backlog.isEmpty()).as("for this program").isTrue();
    add(1);
    backlog.spillAll();
    assertThat(store.kept).hasSize(2);
  }

  @Test
  void nothing_is_told_of_an_empty_store_at_the_end() {
    openFor(true, false, false);
    backlog.close();
    assertThat(store.closed).isTrue();
    assertThat(log.all()).isEmpty();
  }

  @Test
  void what_waits_at_the_end_without_a_store_is_dropped_as_closed() {
    openFor(false, false, false);
    add(2);
    backlog.close();
    assertThat(ledger.report(2 * ROWS, 0).dropped().of(DropCause.CLOSED)).isEqualTo(2 * ROWS);
  }

  @Test
  void without_a_store_there_is_nothing_to_spill_or_to_tell_of_it() {
    openFor(false, false, false);
    add(1);
    backlog.spillAll();
    backlog.maintain();
    assertThat(ledger.waiting()).isEqualTo(1);
    assertThat(backlog.spill().bytes()).isZero();
  }

  @Test
  void what_lies_in_the_store_is_told() {
    openFor(true, false, false);
    stored(1);
    assertThat(backlog.spill().bytes()).isEqualTo(store.status().bytes()).isPositive();
  }

  @Test
  void chunk_that_is_read_and_of_no_use_goes_back_and_leaves_its_buffer() {
    openFor(true, false, false);
    stored(1);
    store.empty = true;
    assertThat(next()).isNull();
    assertThat(log.all()).hasSize(1);
    assertThat(store.kept).hasSize(1);
    for (int i = 0; i < ROOM; i++) {
      pool.take(BUFFER);
    }
    assertThat(pool.allocatedBytes()).isEqualTo(ROOM * BUFFER);
  }

  @Test
  void chunk_that_is_read_and_of_use_does_not_go_back() {
    openFor(true, false, false);
    stored(1);
    assertThat(next().rows).isEqualTo(ROWS);
    assertThat(store.kept).isEmpty();
    pool.take(BUFFER);
    assertThat(pool.allocatedBytes()).as("its buffer is its own").isEqualTo(2 * BUFFER);
  }

  @Test
  void store_that_breaks_its_word_leaves_no_lock() {
    openFor(true, false, false);
    add(1);
    store.refusal = DropCause.SPILL_FULL;
    store.tracesFailure = new IllegalStateException(FULL);
    assertThatThrownBy(() -> backlog.spillAll()).isSameAs(store.tracesFailure);
    SealedChunk held = backlog.next(outbox, false);
    assertThatThrownBy(() -> backlog.keep(held, DropCause.CLOSED)).isSameAs(store.tracesFailure);
    backlog.drop(held, DropCause.CLOSED);
  }

  @Test
  void chunk_that_no_array_can_hold_leaves_no_lock() {
    openFor(true, false, false);
    stored(1);
    store.told = Integer.MAX_VALUE;
    backlog.maintain();
    assertThatThrownBy(this::next).isInstanceOf(NegativeArraySizeException.class);
  }
}
