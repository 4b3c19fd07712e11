package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ChoiceTest {
  private static final Answer FAST = Answers.of(1, 50, 5, 900);
  private static final Answer SMALL = Answers.of(2, 200, 2, 800);
  private static final Answer CHEAP = Answers.of(3, 400, 3, 100);
  private static final Answer BEATEN = Answers.of(4, 201, 2, 800);
  private static final List<Answer> ALL = List.of(FAST, SMALL, CHEAP, BEATEN);

  @Test
  void the_front_has_what_no_other_beats_in_everything() {
    assertThat(Answer.front(ALL)).containsExactly(FAST, SMALL, CHEAP);
    assertThat(Answer.front(List.of(FAST, FAST, SMALL))).containsExactly(FAST, FAST, SMALL);
  }

  @Test
  void what_keeps_to_the_goal_and_has_least_is_chosen_with_a_reason() {
    Choice choice = Choice.of(ALL, Goal.parse("p99<250ms"), Measure.BYTES);

    assertThat(choice.answer()).isEqualTo(SMALL);
    assertThat(choice.met()).isTrue();
    assertThat(choice.reason())
        .isEqualTo(
            "Of 3 settings that keep to p99<250ms this one has the least bytes per record: 2.00,"
                + " 60 % less than the default, with delay p99 200 ms.");
    assertThat(Choice.of(ALL, Goal.NONE, Measure.CPU).answer()).isEqualTo(CHEAP);
  }

  @Test
  void a_goal_that_cannot_be_met_says_by_how_much_and_what_comes_nearest() {
    Choice choice = Choice.of(ALL, Goal.parse("p99<40ms"), null);

    assertThat(choice.met()).isFalse();
    assertThat(choice.answer()).isEqualTo(FAST);
    assertThat(choice.reason())
        .isEqualTo(
            "None of 4 settings keeps to p99<40.0ms; this one comes nearest: its delay p99 is"
                + " 50.0 ms, 25 % above the limit.");
  }

  @Test
  void main_effects_divide_the_variance_among_options() {
    List<Answer> all = new ArrayList<>();
    for (int records : new int[] {64, 256, 1024}) {
      for (int delay : new int[] {10, 100}) {
        for (String compression : List.of("none", "lz4")) {
          Setting setting = Answers.setting(records, delay, compression);
          all.add(Answers.exact(setting, delay, delay * 2.0, records, records * delay, 7));
        }
      }
    }

    var shares = MainEffects.of(all).shares();

    assertThat(shares.keySet()).containsExactly("chunk.records", "delay", "compression");
    assertThat(shares.get("delay").get(Measure.P99)).isCloseTo(1, Offset.offset(1e-9));
    assertThat(shares.get("chunk.records").get(Measure.BYTES)).isCloseTo(1, Offset.offset(1e-9));
    double both =
        shares.get("delay").get(Measure.CPU) + shares.get("chunk.records").get(Measure.CPU);
    assertThat(both).isCloseTo(1, Offset.offset(1e-9));
    assertThat(shares.get("delay").get(Measure.MESSAGES)).isZero();
    assertThat(MainEffects.of(all).sentence()).contains("compression hardly matters");
  }

  @Test
  void a_latin_hypercube_sample_has_each_value_about_as_often() {
    List<Answer> all = new ArrayList<>();
    for (int records = 1; records <= 8; records++) {
      for (int delay = 1; delay <= 8; delay++) {
        all.add(Answers.exact(Answers.setting(records, delay, "none"), 1, 1, 1, 1, 1));
      }
    }

    List<Answer> sample = CandidateRuns.sample(all, 17);

    assertThat(sample).hasSize(17).doesNotHaveDuplicates().startsWith(all.get(0));
    for (int value = 1; value <= 8; value++) {
      int wanted = value;
      assertThat(sample.stream().filter(one -> one.setting().chunkRecords() == wanted).count())
          .isBetween(1L, 4L);
      assertThat(sample.stream().filter(one -> one.setting().delay().toMillis() == wanted).count())
          .isBetween(1L, 4L);
    }
  }
}
