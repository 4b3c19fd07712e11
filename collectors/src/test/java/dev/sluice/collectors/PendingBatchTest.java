package dev.sluice.collectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of 2, 3, 4 and 5 words, each of the type of its place. */
class PendingBatchTest {
  private static final int ROWS = 4;

  private final RowBatch batch = new RowBatch(2 + 3 + 4 + 5, null);
  private final PendingBatch pending = new PendingBatch(batch);

  PendingBatchTest() {
    for (int row = 0; row < ROWS; row++) {
      long[] words = new long[row + 2];
      words[0] = RowLayout.header(words.length, row);
      words[1] = 100 + row;
      batch.append(words, 0, words.length, 1);
    }
  }

  private List<Integer> types() {
    List<Integer> types = new ArrayList<>();
    for (int at = 0; at < batch.length(); at += RowLayout.words(batch.words[at])) {
      types.add(RowLayout.typeId(batch.words[at]));
    }
    assertThat(types).hasSize(batch.rows());
    return types;
  }

  @Test
  void as_many_rows_are_shown_as_the_chunk_may_have_and_the_others_stay() {
    pending.begin(3);
    assertThat(types()).containsExactly(0, 1, 2);
    pending.end();
    assertThat(types()).containsExactly(3);
    pending.begin(1);
    assertThat(types()).containsExactly(3);
    pending.end();
    assertThat(types()).isEmpty();
  }

  @Test
  void all_rows_are_shown_that_a_chunk_just_has_room_for() {
    pending.begin(ROWS);
    assertThat(types()).containsExactly(0, 1, 2, 3);
    pending.show(2);
    assertThat(types()).containsExactly(0, 1);
    assertThat(pending.typeId(1)).isEqualTo(1);
  }

  @Test
  void row_that_is_taken_out_leaves_its_neighbours() {
    pending.begin(3);
    pending.remove(1);
    assertThat(types()).containsExactly(0, 2);
    pending.remove(0);
    assertThat(types()).containsExactly(2);
    pending.end();
    assertThat(types()).containsExactly(3);
  }

  @Test
  void times_are_the_smallest_and_the_largest_of_the_rows_that_have_one() {
    pending.begin(ROWS);
    Accounting.Builder accounting = new Accounting.Builder(1);
    pending.addTimes(accounting, new int[] {0, 1, 1, 0});
    assertThat(accounting.build().firstTime()).isEqualTo(101);
    assertThat(accounting.build().lastTime()).isEqualTo(102);
  }

  @Test
  void rows_without_a_time_tell_none_and_a_single_one_tells_its_own() {
    pending.begin(ROWS);
    Accounting.Builder none = new Accounting.Builder(1);
    pending.addTimes(none, new int[ROWS]);
    assertThat(none.build().hasTime()).isFalse();
    Accounting.Builder single = new Accounting.Builder(1);
    pending.addTimes(single, new int[] {0, 0, 0, 1});
    assertThat(single.build().hasTime()).isTrue();
    assertThat(single.build().firstTime()).isEqualTo(103);
  }
}
