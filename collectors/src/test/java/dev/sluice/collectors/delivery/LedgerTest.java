package dev.sluice.collectors.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.collectors.ring.DropCounters;
import dev.sluice.collectors.spill.ChunkStore;
import dev.sluice.support.platform.SystemPlatform;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The figures alone: each row is in exactly one place, whatever happens to its chunk. */
class LedgerTest {
  private final BufferPool pool = new BufferPool(1 << 20);
  private final DropCounters refused = new DropCounters();
  private final Ledger ledger =
      new Ledger(new Producer(7, "test", Attributes.NONE, SystemPlatform.get()), pool, refused);
  private long sealed;

  private static Chunk chunk(Accounting accounting, int rows) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + ChunkLayout.CRC_BYTES];
    return ChunkLayout.seal(
        bytes, ChunkLayout.MAX_HEADER_BYTES, ChunkHeader.of(200, 0, rows, accounting));
  }

  private SealedChunk waiting(int rows) {
    SealedChunk entry = inMemory(ledger.next(rows, CloseReason.AGE, false).build(), rows);
    assertThat(ledger.add(entry, CloseReason.AGE)).isTrue();
    sealed += rows;
    return entry;
  }

  private SealedChunk sealed(int rows) {
    SealedChunk entry = waiting(rows);
    assertThat(ledger.take()).isSameAs(entry);
    return entry;
  }

  private SealedChunk inMemory(Accounting accounting, int rows) {
    return new SealedChunk(null, chunk(accounting, rows), pool.take(4096), null);
  }

  private SealedChunk stored(int rows, boolean own) {
    Chunk chunk = chunk(Accounting.of(own ? 7 : 8), rows);
    SealedChunk entry =
        new SealedChunk(null, chunk, pool.take(4096), new ChunkStore.Stored(chunk, own, false, 0));
    ledger.addStored(entry);
    return entry;
  }

  @Test
  void chunk_is_unsent_until_the_writer_has_it_or_it_is_dropped() {
    waiting(1);
    assertThat(ledger.hasUnsent()).isTrue();
    SealedChunk held = ledger.take();
    assertThat(ledger.hasUnsent()).as("taken by the sender").isTrue();
    ledger.beginSending(held);
    assertThat(ledger.hasUnsent()).isFalse();
    ledger.takeBack(held);
    assertThat(ledger.hasUnsent()).isTrue();
    ledger.drop(held, DropCause.CLOSED);
    assertThat(ledger.hasUnsent()).isFalse();
    SealedChunk stored = stored(1, true);
    assertThat(ledger.hasUnsent()).as("handed out by the store").isTrue();
    ledger.drop(stored, DropCause.CLOSED);
    assertThat(ledger.hasUnsent()).isFalse();
  }

  private CollectorReport report() {
    return ledger.report(sealed, 0);
  }

  @AfterEach
  void the_identity_holds() {
    assertThat(report().balanced()).as("%s", report()).isTrue();
  }

  @Test
  void chunk_that_is_completed_twice_or_never_handed_over_is_counted_once() {
    SealedChunk entry = sealed(10);
    assertThat(ledger.complete(entry, Outcome.ACKNOWLEDGED, false)).isFalse();
    assertThat(ledger.beginSending(entry)).isTrue();
    assertThat(ledger.handedOverBytes()).isEqualTo(4096);
    assertThat(ledger.complete(entry, Outcome.ACKNOWLEDGED, false)).isTrue();
    assertThat(ledger.complete(entry, Outcome.FAILED, false)).isFalse();
    assertThat(ledger.takeBack(entry)).isFalse();
    assertThat(ledger.drop(entry, DropCause.CLOSED)).isFalse();
    assertThat(report().acknowledged()).isEqualTo(10);
    assertThat(ledger.handedOverBytes()).isZero();
  }

  @Test
  void later_chunk_that_is_settled_first_does_not_settle_those_before() {
    SealedChunk first = sealed(1);
    SealedChunk second = sealed(2);
    ledger.beginSending(first);
    ledger.beginSending(second);
    ledger.complete(second, Outcome.ACKNOWLEDGED, false);
    assertThat(ledger.isSettledTo(1)).isFalse();
    ledger.complete(first, Outcome.UNCONFIRMED, false);
    assertThat(ledger.isSettledTo(1)).isTrue();
    assertThat(report().unconfirmed()).isEqualTo(1);
  }

  @Test
  void spilled_chunk_is_settled_for_a_flush_and_counted_until_it_arrives() {
    SealedChunk entry = sealed(5);
    ledger.spill(entry);
    assertThat(ledger.isSettledTo(0)).isTrue();
    assertThat(report().spilled()).isEqualTo(5);
    SealedChunk again = stored(5, true);
    ledger.beginSending(again);
    assertThat(report().spilled()).isEqualTo(5);
    ledger.complete(again, Outcome.ACKNOWLEDGED, false);
    assertThat(report().spilled()).isZero();
    assertThat(report().acknowledged()).isEqualTo(5);
  }

  @Test
  void buffers_go_back_when_their_chunks_are_settled() {
    SealedChunk acknowledged = sealed(1);
    SealedChunk spilled = waiting(2);
    SealedChunk evicted = waiting(3);
    ledger.beginSending(acknowledged);
    assertThat(ledger.oldest()).isSameAs(spilled);
    ledger.spill(spilled);
    assertThat(ledger.oldest()).isSameAs(evicted);
    ledger.drop(evicted, DropCause.EVICTED);
    assertThat(ledger.waiting()).isZero();
    ledger.complete(acknowledged, Outcome.ACKNOWLEDGED, false);
    assertThat(acknowledged.chunk).isNull();
    for (int i = 0; i < 3; i++) {
      pool.take(4096);
    }
    assertThat(pool.allocatedBytes()).isEqualTo(3 * 4096);
  }

  @Test
  void chunk_that_comes_back_is_pending_until_the_store_has_it_or_refuses_it() {
    SealedChunk kept = sealed(3);
    SealedChunk refusedByStore = sealed(4);
    ledger.beginSending(kept);
    ledger.beginSending(refusedByStore);
    ledger.complete(kept, Outcome.UNCONFIRMED, true);
    ledger.complete(refusedByStore, Outcome.UNCONFIRMED, true);
    assertThat(report().pending()).isEqualTo(7);
    assertThat(ledger.takeReturned()).isSameAs(kept);
    assertThat(ledger.takeReturned()).isSameAs(refusedByStore);
    assertThat(ledger.takeReturned()).isNull();
    ledger.spill(kept);
    ledger.drop(refusedByStore, DropCause.WRITE_REJECTED);
    assertThat(report().spilled()).isEqualTo(3);
    assertThat(report().unconfirmed()).as("as the writer said").isEqualTo(4);
  }

  @Test
  void chunk_of_an_earlier_producer_changes_no_figure_of_this_one() {
    SealedChunk entry = stored(9, false);
    ledger.beginSending(entry);
    ledger.complete(entry, Outcome.ACKNOWLEDGED, false);
    assertThat(ledger.adopted()).isEqualTo(9);
    assertThat(report().emitted() + report().acknowledged() + report().spilled()).isZero();
  }

  @Test
  void end_settles_what_is_open_by_where_it_is_and_nothing_changes_afterwards() {
    SealedChunk sent = sealed(1);
    SealedChunk held = sealed(2);
    SealedChunk waiting = waiting(3);
    SealedChunk stored = stored(4, true);
    ledger.beginSending(sent);
    sealed += 4; // drained, never sealed
    ledger.finish(sealed);
    assertThat(report().unconfirmed()).isEqualTo(1);
    assertThat(report().dropped().of(DropCause.CLOSED)).isEqualTo(9);
    assertThat(report().pending()).isZero();
    assertThat(ledger.complete(sent, Outcome.ACKNOWLEDGED, false)).isFalse();
    ledger.spill(held);
    assertThat(ledger.drop(waiting, DropCause.EVICTED)).isFalse();
    assertThat(ledger.drop(stored, DropCause.EVICTED)).isFalse();
    assertThat(report().spilled()).isZero();
    assertThat(ledger.take()).isNull();
    assertThat(ledger.add(inMemory(Accounting.of(7), 1), CloseReason.AGE)).isFalse();
  }

  @Test
  void stored_chunk_that_is_lost_stays_spilled_until_the_store_gives_it_up() {
    ledger.spill(sealed(5));
    SealedChunk again = stored(5, true);
    ledger.beginSending(again);
    assertThat(ledger.hasReturned()).isFalse();
    ledger.complete(again, Outcome.FAILED, false);
    assertThat(ledger.hasReturned()).isTrue();
    assertThat(report().spilled()).isEqualTo(5);
    assertThat(ledger.takeReturned().lost).isEqualTo(DropCause.WRITE_REJECTED);
    assertThat(ledger.hasReturned()).isFalse();
    ledger.dropStored(DropCause.WRITE_REJECTED, 5);
    assertThat(report().spilled()).isZero();
    assertThat(report().dropped().of(DropCause.WRITE_REJECTED)).isEqualTo(5);
    assertThat(ledger.dropped()).isEqualTo(5);
    assertThat(ledger.hasUnpublishedDrops()).isTrue();
  }

  @Test
  void what_the_store_gives_up_of_chunks_that_may_have_arrived_is_unconfirmed() {
    ledger.spill(sealed(5));
    ledger.dropStored(null, 5);
    assertThat(report().unconfirmed()).isEqualTo(5);
    assertThat(report().spilled() + report().dropped().total()).isZero();
  }

  @Test
  void chunk_that_the_store_is_taking_at_the_end_may_be_kept() {
    SealedChunk taking = waiting(3);
    SealedChunk refusedBefore = waiting(4);
    assertThat(ledger.beginStoring(taking)).isTrue();
    assertThat(ledger.beginStoring(refusedBefore)).isTrue();
    ledger.endStoring(refusedBefore, false);
    ledger.finish(sealed);
    assertThat(ledger.beginStoring(refusedBefore)).as("it is counted as lost").isFalse();
    ledger.spill(taking);
    assertThat(report().unconfirmed()).isEqualTo(3);
    assertThat(report().dropped().of(DropCause.CLOSED)).isEqualTo(4);
  }

  @Test
  void drops_are_the_sum_of_all_kinds_and_shown_by_the_next_chunk() {
    assertThat(ledger.lastSequence()).isEqualTo(-1);
    refused.add(DropCause.RING_FULL, 1);
    ledger.spoiled(DropCause.ENCODE_ERROR, 2);
    sealed += 2; // drained
    SealedChunk lost = sealed(4);
    assertThat(ledger.lastSequence()).isZero();
    assertThat(ledger.drop(lost, DropCause.EVICTED)).isTrue();
    assertThat(ledger.dropped()).isEqualTo(7);
    assertThat(ledger.hasUnpublishedDrops()).isTrue();
    waiting(1);
    assertThat(ledger.hasUnpublishedDrops()).isFalse();
    assertThat(ledger.next(0, CloseReason.CLOSE, true).build().dropped().total()).isEqualTo(7);
  }

  @Test
  void next_chunk_tells_what_was_emitted_up_to_it_and_its_number() {
    refused.add(DropCause.RING_FULL, 2);
    ledger.spoiled(DropCause.ENCODE_ERROR, 3);
    sealed += 3; // drained
    waiting(10);
    Accounting next = ledger.next(4, CloseReason.BYTES, true).build();
    assertThat(next.emitted()).isEqualTo(2 + 3 + 10 + 4);
    assertThat(next.sequence()).isEqualTo(1);
    assertThat(next.end()).isTrue();
    assertThat(next.producerName()).isEqualTo("test");
    assertThat(next.closeReason()).isEqualTo(CloseReason.BYTES.number());
  }

  @Test
  void report_counts_chunks_and_bytes_and_what_is_still_in_the_ring() {
    long bytes = waiting(1).chunk.length();
    bytes += waiting(2).chunk.length();
    refused.add(DropCause.RING_FULL, 4);
    CollectorReport report = ledger.report(sealed + 5, 6);
    assertThat(report.chunks()).isEqualTo(2);
    assertThat(report.bytes()).isEqualTo(bytes);
    assertThat(report.emitted()).isEqualTo(3 + 5 + 6 + 4);
    assertThat(report.pending()).isEqualTo(3 + 5 + 6);
    assertThat(ledger.closeReasons()).isEqualTo(Map.of(CloseReason.AGE, 2L));
  }

  @Test
  void records_in_memory_and_in_the_store_are_told_apart() {
    SealedChunk first = sealed(3);
    waiting(4);
    assertThat(ledger.inFlight()).isEqualTo(7);
    assertThat(ledger.spilled()).isZero();
    ledger.spill(first);
    assertThat(ledger.inFlight()).isEqualTo(4);
    assertThat(ledger.spilled()).isEqualTo(3);
  }

  @Test
  void chunk_moves_when_the_writer_gets_it_and_when_it_is_completed() {
    SealedChunk chunk = sealed(1);
    assertThat(ledger.moves()).isZero();
    ledger.beginSending(chunk);
    assertThat(ledger.moves()).isEqualTo(1);
    ledger.complete(chunk, Outcome.ACKNOWLEDGED, false);
    assertThat(ledger.moves()).isEqualTo(2);
    ledger.complete(chunk, Outcome.ACKNOWLEDGED, false);
    assertThat(ledger.moves()).isEqualTo(2);
  }

  @Test
  void chunks_before_the_oldest_open_one_are_settled_and_it_is_not() {
    SealedChunk first = sealed(1);
    sealed(1);
    ledger.beginSending(first);
    ledger.complete(first, Outcome.ACKNOWLEDGED, false);
    assertThat(ledger.isSettledTo(0)).isTrue();
    assertThat(ledger.isSettledTo(1)).isFalse();
  }
}
