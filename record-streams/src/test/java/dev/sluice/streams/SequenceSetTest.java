package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceSetTest {
  private static final int PAGE = SequenceBitmap.PAGE;

  private final SequenceBitmap.Budget budget = new SequenceBitmap.Budget(ProducerTable.MAX_PAGES);

  @ParameterizedTest
  @ValueSource(ints = {400, 3 * PAGE, 40 * PAGE})
  void it_is_a_set_whatever_the_order(int reach) {
    Random random = new Random(3);
    for (int round = 0; round < 10; round++) {
      SequenceSet set = new SequenceSet(budget);
      BitSet model = new BitSet();
      for (int i = 0; i < 300; i++) {
        int from = random.nextInt(reach);
        int run = random.nextInt(10) == 0 ? random.nextInt(2 * PAGE) : 1;
        for (int number = from; number < from + run; number++) {
          model.set(number);
          set.add(number);
        }
      }

      assertThat(set.shared(set)).isEqualTo(model.cardinality());
      assertThat(set.missing()).isEqualTo(model.length() - model.cardinality());
      assertThat(set.unknown()).isZero();
      assertThat(set.highest()).isEqualTo(model.length() - 1);
      SequenceSet read = same(set);
      assertThat(read).hasToString(set.toString());
      assertThat(read.missing()).isEqualTo(set.missing());
      BitSet members = new BitSet();
      IntStream.range(0, 2 * reach).filter(read::contains).forEach(members::set);
      assertThat(members).isEqualTo(model.get(0, 2 * reach));
      for (int i = 0; i < 200; i++) {
        int first = random.nextInt(2 * reach);
        int last = first + random.nextInt(random.nextBoolean() ? 3 : 3 * PAGE);
        assertThat(set.covered(first, last))
            .as("%d to %d of %s", first, last, set)
            .isEqualTo(model.get(first, last + 1).cardinality());
      }
    }
  }

  @Test
  void the_order_of_arrival_is_one_range() {
    SequenceSet set = new SequenceSet(budget);
    for (long i = 0; i < 100_000; i++) {
      set.add(i);
    }

    assertThat(set).hasToString("0-99999");
    assertThat(set.isContiguous()).isTrue();
    assertThat(set.missing()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7, 64})
  void a_million_chunks_partition_after_partition_are_exact(int partitions) {
    int chunks = 1 << 20;
    SequenceSet set = new SequenceSet(budget);
    for (int partition = 0; partition < partitions; partition++) {
      for (int i = partition; i < chunks; i += partitions) {
        if (set.contains(i)) {
          throw new AssertionError(i + " did not come yet");
        }
        set.add(i);
      }
      assertThat(set.unknown()).isZero();
    }

    assertThat(set).hasToString("0-" + (chunks - 1));
  }

  @Test
  void numbers_beyond_the_pages_are_unknown_and_neither_in_the_set_nor_missing() {
    SequenceSet set = new SequenceSet(budget);
    int pages = SequenceBitmap.MAX_PARTIAL + 10;
    for (long i = 0; i < pages * (long) PAGE; i += 2) {
      set.add(i);
    }
    long first = 10L * PAGE;

    assertThat(set.contains(4)).isFalse();
    assertThat(set.contains(first)).isTrue();
    assertThat(set.contains(first + 1)).isFalse();
    assertThat(set.unknown()).as("all but 0").isEqualTo(first - 1);
    assertThat(set.missing()).isEqualTo(SequenceBitmap.MAX_PARTIAL * (PAGE / 2L) - 1);
    assertThat(set.shared(set) + set.unknown() + set.missing()).isEqualTo(set.highest() + 1);

    for (long i = 0; i < first; i++) {
      set.add(i);
    }
    assertThat(set.unknown()).as("they came after all").isZero();
  }

  @Test
  void what_was_given_up_survives_as_text() {
    SequenceSet set = new SequenceSet(budget);
    for (long i = 0; i < (SequenceBitmap.MAX_PARTIAL + 10L) * PAGE; i += 5) {
      set.add(i);
    }
    SequenceSet read = same(set);

    assertThat(set.unknown()).isPositive();
    assertThat(set.toString()).startsWith("?" + (10 * PAGE - 1) + ",0,");
    assertThat(read.unknown()).isEqualTo(set.unknown());
    assertThat(read.missing()).isEqualTo(set.missing());
    assertThat(read).hasToString(set.toString());
  }

  @Test
  void isolated_gaps_cost_no_more_than_their_page() {
    SequenceSet set = new SequenceSet(budget);
    for (long i = 0; i < 500L * 3 * PAGE; i++) {
      if (i % (3 * PAGE) != 77) {
        set.add(i);
      }
    }

    assertThat(set.missing()).isEqualTo(500);
    assertThat(set.unknown()).isZero();
  }

  @Test
  void sets_that_have_used_up_the_budget_give_up_but_keep_their_last_page() {
    SequenceBitmap.Budget small = new SequenceBitmap.Budget(3);
    SequenceSet greedy = new SequenceSet(small);
    SequenceSet late = new SequenceSet(small);
    for (long page = 0; page < 10; page++) {
      greedy.add(page * PAGE + 5);
    }
    late.add(7L * PAGE);
    late.add(9L * PAGE);

    assertThat(greedy.shared(greedy)).isEqualTo(3);
    assertThat(late.contains(7L * PAGE)).isFalse();
    assertThat(late.contains(9L * PAGE)).isTrue();

    greedy.release();
    late.add(11L * PAGE);
    assertThat(late.shared(late)).as("the other has made room").isEqualTo(2);
  }

  @Test
  void any_order_of_huge_numbers_stays_within_the_bounds() {
    Random random = new Random(1);
    SequenceSet set = new SequenceSet(budget);
    for (int i = 0; i < 20_000; i++) {
      set.add(random.nextLong() >>> 1);
    }

    assertThat(set.shared(set)).isEqualTo(SequenceBitmap.MAX_PARTIAL);
    assertThat(same(set)).hasToString(set.toString());
  }

  @Test
  void what_two_sets_share_is_counted() {
    SequenceSet one = new SequenceSet(budget);
    SequenceSet other = new SequenceSet(budget);
    one.addRun(0, 9);
    one.addRun(5 * PAGE - 3, 8 * PAGE);
    other.addRun(8, 20);
    other.addRun(6 * PAGE, 6 * PAGE + 4);

    assertThat(one.shared(other)).isEqualTo(7);
    assertThat(other.shared(one)).isEqualTo(7);
    assertThat(one.shared(new SequenceSet(budget))).isZero();
    assertThat(other.shared(SequenceSet.parse("30-40", budget))).isZero();
  }

  @Test
  void two_sets_are_united_and_what_one_gave_up_is_known_if_the_other_has_it() {
    SequenceSet one = SequenceSet.parse("?4095,0-9,5000-6000", budget);
    one.addAll(SequenceSet.parse("10-99,200,6001-9000", budget));

    assertThat(one).hasToString("?4095,0-99,200,5000-9000");
    assertThat(one.unknown()).isEqualTo(4096 - 101);
    assertThat(one.missing()).isEqualTo(5000 - 4096);
  }

  @Test
  void what_the_other_set_gave_up_is_unknown_in_both_together() {
    SequenceSet one = SequenceSet.parse("10-99", budget);
    one.addAll(SequenceSet.parse("?4095,5000", budget));

    assertThat(one).hasToString("?4095,10-99,5000");
    assertThat(one.unknown()).isEqualTo(4096 - 90);
  }

  @Test
  void the_extremes_do_not_overflow() {
    SequenceSet set = new SequenceSet(budget);
    set.add(Long.MAX_VALUE);
    assertThat(set.missing()).isEqualTo(Long.MAX_VALUE);
    assertThat(set.contains(Long.MAX_VALUE)).isTrue();
    assertThat(same(set)).hasToString("9223372036854775807");
    set.add(0);

    assertThat(set.missing()).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(set.contains(1)).isFalse();
    assertThat(same(set)).hasToString("0,9223372036854775807");
  }

  @Test
  void all_numbers_there_are_make_one_range() {
    SequenceSet set = SequenceSet.parse("5-9223372036854775807", budget);
    for (long i = 0; i < 5; i++) {
      set.add(i);
    }
    set.add(7);

    assertThat(set).hasToString("0-9223372036854775807");
    assertThat(set.missing()).isZero();
    assertThat(SequenceSet.parse("?9223372036854775807,3", budget).unknown()).isEqualTo(3);
    assertThat(SequenceSet.parse("?9223372036854775807,3", budget).missing()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "5-",
        "-5",
        "5-3",
        "0-5,5-9",
        "1,0",
        "x",
        "0,,1",
        "99999999999999999999",
        "?",
        "?5",
        "?,5",
        "?x,5",
        "?-1,5",
        "2048:",
        "2048:ff",
        "2049:ff",
        ":",
        "+5",
        "?5,"
      })
  void other_text_is_refused(String text) {
    assertThatThrownBy(() -> SequenceSet.parse(text, budget))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private SequenceSet same(SequenceSet set) {
    return SequenceSet.parse(set.toString(), budget);
  }

  /** Ends of runs often are those of pages. */
  @Test
  void runs_in_any_order_are_the_set_of_their_numbers() {
    Random random = new Random(7);
    for (int round = 0; round < 300; round++) {
      SequenceSet set = new SequenceSet(budget);
      BitSet model = new BitSet();
      for (int i = 0; i < 12; i++) {
        int first = near(random);
        int last = Math.max(first, first + near(random) / 3 - 1);
        set.addRun(first, last);
        model.set(first, last + 1);
        assertSame(set, model);
      }
    }
  }

  private static int near(Random random) {
    return Math.max(0, random.nextInt(12) * PAGE + random.nextInt(3) - 1);
  }

  private void assertSame(SequenceSet set, BitSet model) {
    StringBuilder runs = new StringBuilder();
    for (int from = model.nextSetBit(0); from >= 0; ) {
      int to = model.nextClearBit(from);
      runs.append(runs.isEmpty() ? "" : ",").append(from);
      runs.append(to - 1 == from ? "" : "-" + (to - 1));
      from = model.nextSetBit(to);
    }
    assertThat(set).hasToString(runs.toString());
    assertThat(set.isContiguous()).isEqualTo(model.nextClearBit(0) == model.length());
    for (int number = 0;
        number <= model.length();
        number = Math.max(number + 1, number * 17 / 16)) {
      assertThat(set.contains(number)).isEqualTo(model.get(number));
      assertThat(set.covered(number, number + PAGE))
          .isEqualTo(model.get(number, number + PAGE + 1).cardinality());
    }
  }

  @Test
  void numbers_that_came_out_of_order_and_are_all_there_are_one_range() {
    SequenceSet set = new SequenceSet(budget);
    for (long number : new long[] {2, 1, 0}) {
      set.add(number);
    }
    assertThat(set).hasToString("0-2");
    assertThat(set.isContiguous()).isTrue();
    set.add(4);
    assertThat(set.isContiguous()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rising", "falling", "even pages first"})
  void full_pages_side_by_side_are_one_range_in_whatever_order_they_come(String order) {
    SequenceSet set = new SequenceSet(budget);
    int pages = 2 * SequenceBitmap.MAX_SEGMENTS - 2;
    for (int i = 0; i < pages; i++) {
      int page =
          order.equals("rising") ? i : order.equals("falling") ? pages - 1 - i : i * 2 % pages;
      page += order.startsWith("even") && i >= pages / 2 ? 1 : 0;
      set.addRun((page + 1) * (long) PAGE, (page + 2) * (long) PAGE - 1);
    }

    assertThat(set).hasToString(PAGE + "-" + ((pages + 1) * (long) PAGE - 1));
    assertThat(set.unknown()).isZero();
  }

  @Test
  void as_many_ranges_as_fit_are_known_and_one_more_gives_up_the_lowest() {
    SequenceSet set = new SequenceSet(budget);
    for (long i = 0; i < SequenceBitmap.MAX_SEGMENTS; i++) {
      set.addRun((2 * i + 1) * PAGE, (2 * i + 2) * PAGE - 1);
    }
    assertThat(set.unknown()).isZero();
    assertThat(set.missing()).isEqualTo(SequenceBitmap.MAX_SEGMENTS * (long) PAGE);

    long next = 2L * SequenceBitmap.MAX_SEGMENTS + 1;
    set.addRun(next * PAGE, (next + 1) * PAGE - 1);
    assertThat(set.unknown()).as("a page and the gap before it").isEqualTo(2L * PAGE);
    assertThat(set.contains(PAGE)).isFalse();
    assertThat(set.contains(3L * PAGE)).isTrue();
  }

  @Test
  void as_many_pages_with_bits_as_fit_are_known_and_full_ones_are_not_given_up_for_them() {
    SequenceSet set = new SequenceSet(budget);
    set.addRun(PAGE, 2 * PAGE - 1);
    for (long i = 0; i < SequenceBitmap.MAX_PARTIAL; i++) {
      set.add((i + 3) * PAGE + 5);
    }
    assertThat(set.unknown()).isZero();

    set.add((SequenceBitmap.MAX_PARTIAL + 3L) * PAGE + 5);
    assertThat(set.contains(3L * PAGE + 5)).isFalse();
    assertThat(set.contains(4L * PAGE + 5)).isTrue();
    assertThat(set.contains(PAGE)).isTrue();
    assertThat(set.unknown()).isEqualTo(3L * PAGE);
  }

  @Test
  void full_pages_stay_for_as_long_as_all_segments_fit() {
    SequenceSet set = new SequenceSet(budget);
    int full = SequenceBitmap.MAX_SEGMENTS - SequenceBitmap.MAX_PARTIAL - 1;
    for (long i = 0; i < full; i++) {
      set.addRun((2 * i + 1) * PAGE, (2 * i + 2) * PAGE - 1);
    }
    for (long i = 0; i <= SequenceBitmap.MAX_PARTIAL; i++) {
      set.add((2 * full + 1 + i) * PAGE + 5);
    }

    assertThat(set.contains(PAGE)).isTrue();
    assertThat(set.contains((2 * full + 1L) * PAGE + 5)).as("the first with bits").isFalse();
    assertThat(set.contains((2 * full + 2L) * PAGE + 5)).isTrue();
  }

  @Test
  void a_single_number_that_was_given_up_survives_as_text() {
    assertThat(SequenceSet.parse("?0,5", budget)).hasToString("?0,5");
  }

  @Test
  void what_a_budget_has_room_for_is_known() {
    SequenceBitmap.Budget small = new SequenceBitmap.Budget(3);
    SequenceSet set = new SequenceSet(small);
    for (long page = 1; page <= 3; page++) {
      set.add(page * PAGE + 5);
    }
    assertThat(set.unknown()).isZero();
    assertThat(set.shared(set)).isEqualTo(3);
  }

  @Test
  void a_page_of_many_ranges_is_text_of_bits() {
    SequenceSet set = new SequenceSet(budget);
    for (int i = 1; i <= SequenceText.PAGE_RUNS; i++) {
      set.add(PAGE + 2 * i);
    }
    assertThat(set.toString()).doesNotContain(":").startsWith((PAGE + 2) + "," + (PAGE + 4));
    set.add(PAGE + 2 * SequenceText.PAGE_RUNS + 2);

    assertThat(set.toString()).startsWith(PAGE + ":2aaa").hasSize(5 + PAGE / 4);
    assertThat(same(set).shared(set)).isEqualTo(SequenceText.PAGE_RUNS + 1);
  }

  @Test
  void a_range_of_one_number_and_one_behind_a_page_are_read() {
    assertThat(SequenceSet.parse("5-5", budget)).hasToString("5");
    String page = PAGE + ":" + "0".repeat(PAGE / 4 - 1) + "1";
    assertThat(SequenceSet.parse(page + "," + 2 * PAGE, budget))
        .hasToString((2 * PAGE - 1) + "-" + 2 * PAGE);
    assertThat(SequenceSet.parse("3000," + page, budget)).hasToString("3000," + (2 * PAGE - 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2048-4095,P", "2048-4096,P", "2048-5000,P", "P,4095", "P,3000-9000", "P,P"})
  void a_page_that_others_reach_into_is_refused(String text) {
    String page = PAGE + ":" + "f".repeat(PAGE / 4);
    assertThatThrownBy(() -> SequenceSet.parse(text.replace("P", page), budget))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
