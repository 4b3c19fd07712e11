package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceSetTest {
  @Test
  void it_is_a_set_whatever_the_order() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      SequenceSet set = new SequenceSet();
      TreeSet<Long> model = new TreeSet<>();
      for (int i = 0; i < 300; i++) {
        long sequence = random.nextInt(400);
        assertThat(set.contains(sequence)).isEqualTo(model.contains(sequence));
        if (model.add(sequence)) {
          set.add(sequence);
        }
      }

      assertThat(set.missing()).isEqualTo(model.last() + 1 - model.size());
      assertThat(SequenceSet.parse(set.toString())).hasToString(set.toString());
      assertThat(SequenceSet.parse(set.toString()).missing()).isEqualTo(set.missing());
    }
  }

  @Test
  void the_order_of_arrival_is_one_range() {
    SequenceSet set = new SequenceSet();
    for (long i = 0; i < 100_000; i++) {
      set.add(i);
    }

    assertThat(set).hasToString("0-99999");
    assertThat(set.missing()).isZero();
  }

  @Test
  void beyond_the_limit_the_lowest_gaps_stay_missing_for_good() {
    SequenceSet set = new SequenceSet();
    int count = SequenceSet.MAX_RANGES + 10;
    for (long i = 0; i < count; i++) {
      set.add(2 * i);
    }

    assertThat(set.missing()).isEqualTo(count - 1);
    assertThat(set.toString()).startsWith("0-20,22,24,");
    assertThat(set.contains(19)).isTrue();
    assertThat(set.contains(23)).isFalse();
  }

  @Test
  void the_extremes_do_not_overflow() {
    SequenceSet set = new SequenceSet();
    set.add(Long.MAX_VALUE);
    assertThat(set.missing()).isEqualTo(Long.MAX_VALUE);
    assertThat(set.contains(Long.MAX_VALUE)).isTrue();
    set.add(0);

    assertThat(set.missing()).isEqualTo(Long.MAX_VALUE - 1);
    assertThat(set.contains(1)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", "5-", "-5", "5-3", "0-5,5-9", "1,0", "x", "0,,1", "99999999999999999999"})
  void other_text_is_refused(String text) {
    assertThatThrownBy(() -> SequenceSet.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
