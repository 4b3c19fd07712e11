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
  private static final int PAGE = SequencePages.PAGE;

  private final SequencePages.Budget budget = new SequencePages.Budget(ProducerTable.MAX_PAGES);

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
    int pages = SequencePages.MAX_PARTIAL + 10;
    for (long i = 0; i < pages * (long) PAGE; i += 2) {
      set.add(i);
    }
    long first = 10L * PAGE;

    assertThat(set.contains(4)).isFalse();
    assertThat(set.contains(first)).isTrue();
    assertThat(set.contains(first + 1)).isFalse();
    assertThat(set.unknown()).as("all but 0").isEqualTo(first - 1);
    assertThat(set.missing()).isEqualTo(SequencePages.MAX_PARTIAL * (PAGE / 2L) - 1);
    assertThat(set.shared(set) + set.unknown() + set.missing()).isEqualTo(set.highest() + 1);

    for (long i = 0; i < first; i++) {
      set.add(i);
    }
    assertThat(set.unknown()).as("they came after all").isZero();
  }

  @Test
  void what_was_given_up_survives_as_text() {
    SequenceSet set = new SequenceSet(budget);
    for (long i = 0; i < (SequencePages.MAX_PARTIAL + 10L) * PAGE; i += 5) {
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
    SequencePages.Budget small = new SequencePages.Budget(3);
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

    assertThat(set.shared(set)).isEqualTo(SequencePages.MAX_PARTIAL);
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
}
