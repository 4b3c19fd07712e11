package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.collectors.spill.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The figures alone: each row is in exactly one place, whatever happens to its chunk. */
class LedgerTest {
  private final DropCounters refused = new DropCounters();
  private final Ledger ledger = new Ledger(7, "test", refused);
  private long sealed;

  private static Chunk chunk(Accounting accounting, int rows) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + ChunkLayout.CRC_BYTES];
    return ChunkLayout.seal(
        bytes, ChunkLayout.MAX_HEADER_BYTES, ChunkHeader.of(200, 0, rows, accounting));
  }

  private Ledger.Entry sealed(int rows) {
    Accounting accounting = ledger.next(rows, CloseReason.AGE, false, 0, new BatchTimes());
    Chunk chunk = chunk(accounting, rows);
    Ledger.Entry entry = new Ledger.Entry(chunk, 4096, null);
    assertThat(ledger.sealed(entry, chunk, CloseReason.AGE)).isTrue();
    sealed += rows;
    return entry;
  }

  private Ledger.Entry stored(int rows, boolean own) {
    Chunk chunk = chunk(Accounting.of(own ? 7 : 8), rows);
    return new Ledger.Entry(chunk, 4096, new Stage.Stored(chunk, own, 0));
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
    Ledger.Entry entry = sealed(10);
    assertThat(ledger.complete(entry, Outcome.ACKNOWLEDGED, false)).isFalse();
    assertThat(ledger.handOver(entry)).isTrue();
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
    Ledger.Entry first = sealed(1);
    Ledger.Entry second = sealed(2);
    ledger.handOver(first);
    ledger.handOver(second);
    ledger.complete(second, Outcome.ACKNOWLEDGED, false);
    assertThat(ledger.isSettledTo(1)).isFalse();
    ledger.complete(first, Outcome.UNCONFIRMED, false);
    assertThat(ledger.isSettledTo(1)).isTrue();
    assertThat(report().unconfirmed()).isEqualTo(1);
  }

  @Test
  void spilled_chunk_is_settled_for_a_flush_and_counted_until_it_arrives() {
    Ledger.Entry entry = sealed(5);
    assertThat(ledger.spill(entry)).isTrue();
    assertThat(ledger.isSettledTo(0)).isTrue();
    assertThat(report().spilled()).isEqualTo(5);
    Ledger.Entry again = stored(5, true);
    ledger.handOver(again);
    assertThat(report().spilled()).isEqualTo(5);
    ledger.complete(again, Outcome.ACKNOWLEDGED, false);
    assertThat(report().spilled()).isZero();
    assertThat(report().acknowledged()).isEqualTo(5);
  }

  @Test
  void chunk_that_comes_back_is_pending_until_the_stage_has_it_or_refuses_it() {
    Ledger.Entry kept = sealed(3);
    Ledger.Entry refusedByStage = sealed(4);
    ledger.handOver(kept);
    ledger.handOver(refusedByStage);
    ledger.complete(kept, Outcome.UNCONFIRMED, true);
    ledger.complete(refusedByStage, Outcome.UNCONFIRMED, true);
    assertThat(report().pending()).isEqualTo(7);
    ledger.spill(kept);
    ledger.drop(refusedByStage, DropCause.WRITE_REJECTED);
    assertThat(report().spilled()).isEqualTo(3);
    assertThat(report().unconfirmed()).as("as the writer said").isEqualTo(4);
  }

  @Test
  void chunk_of_an_earlier_producer_changes_no_figure_of_this_one() {
    Ledger.Entry entry = stored(9, false);
    ledger.handOver(entry);
    ledger.complete(entry, Outcome.ACKNOWLEDGED, false);
    assertThat(ledger.adopted()).isEqualTo(9);
    assertThat(report().emitted() + report().acknowledged() + report().spilled()).isZero();
  }

  @Test
  void end_settles_what_is_open_by_where_it_is_and_nothing_changes_afterwards() {
    Ledger.Entry sent = sealed(1);
    Ledger.Entry waiting = sealed(2);
    ledger.handOver(sent);
    sealed += 4; // drained, never sealed
    ledger.finish(sealed);
    assertThat(report().unconfirmed()).isEqualTo(1);
    assertThat(report().dropped().of(DropCause.CLOSED)).isEqualTo(6);
    assertThat(report().pending()).isZero();
    assertThat(ledger.complete(sent, Outcome.ACKNOWLEDGED, false)).isFalse();
    assertThat(ledger.spill(waiting)).isFalse();
    Chunk late = chunk(Accounting.of(7), 1);
    assertThat(ledger.sealed(new Ledger.Entry(late, 1, null), late, CloseReason.AGE)).isFalse();
  }
}
