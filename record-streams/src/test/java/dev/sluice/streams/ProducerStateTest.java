package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.DropCounts;
import org.junit.jupiter.api.Test;

class ProducerStateTest {
  private final ProducerState state =
      new ProducerState(new SequenceBitmap.Budget(ProducerTable.MAX_PAGES));

  private static Accounting.Builder of(long sequence) {
    return new Accounting.Builder(0xab).sequence(sequence);
  }

  /** The chunks from one to another, made one. */
  private static Accounting range(long first, long last) {
    Accounting range = of(last).replacing(last - first).build();
    assertThat(range.firstSequence()).isEqualTo(first);
    return range;
  }

  @Test
  void a_range_is_known_if_all_its_chunks_came() {
    for (long sequence = 2; sequence < 5; sequence++) {
      state.delivered(of(sequence).build(), 1, 0);
    }

    assertThat(state.isKnown(range(2, 4))).isTrue();
    assertThat(state.isKnown(range(3, 4))).isTrue();
    assertThat(state.isKnown(range(1, 4))).as("all but the first").isFalse();
    assertThat(state.isKnown(range(2, 5))).as("all but the last").isFalse();
    assertThat(state.isKnown(range(5, 9))).isFalse();
  }

  @Test
  void a_chunk_is_known_if_it_came() {
    state.delivered(of(3).build(), 1, 0);

    assertThat(state.isKnown(of(3).build())).isTrue();
    assertThat(state.isKnown(of(2).build())).isFalse();
    assertThat(state.isKnown(of(4).build())).isFalse();
  }

  @Test
  void a_part_is_kept_until_its_chunk_was_delivered() {
    Positions.Begun begun = new Positions.Begun(1, "99", 2, 0);
    state.noteBegun(begun);
    state.delivered(of(0).build(), 1, 0);
    assertThat(state.begun()).isSameAs(begun);

    state.delivered(of(1).build(), 3, 0);
    assertThat(state.begun()).isNull();
  }

  @Test
  void of_one_sequence_what_came_last_tells_name_and_end() {
    state.delivered(of(7).name("first").build(), 0, 0);
    state.repeated(of(7).name("second").end(true).build());

    assertThat(state.audit().name()).isEqualTo("second");
    assertThat(state.audit().ended()).isTrue();
  }

  @Test
  void totals_that_rise_with_the_sequence_are_no_conflict_in_whatever_order_they_come() {
    state.delivered(of(1).emitted(5).dropped(DropCounts.of(new long[] {2})).build(), 3, 0);
    state.delivered(of(2).emitted(5).dropped(DropCounts.of(new long[] {2})).build(), 0, 0);
    state.delivered(of(0).emitted(5).dropped(DropCounts.of(new long[] {2})).build(), 0, 0);

    assertThat(state.audit().conflicts()).isZero();
  }
}
