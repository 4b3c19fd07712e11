package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.tools.Notices;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class CandidateRunsTest {
  private final List<Integer> run = new ArrayList<>();

  /** Measures what was predicted, but for a deviation that goes up and down by slices. */
  private RealRun.Result slice(List<Answer> answers, Setting setting, double deviation) {
    run.add(setting.chunkRecords());
    Answer answer =
        answers.stream().filter(one -> one.setting().equals(setting)).findFirst().orElseThrow();
    double factor = 1 + (slices(setting.chunkRecords()) % 2 == 0 ? deviation : -deviation);
    Histogram delay = new Histogram(3);
    delay.recordValue((long) (answer.p99Nanos() * factor));
    Answer measured =
        Answers.exact(
            setting,
            answer.p50Nanos() * factor,
            answer.p99Nanos() * factor,
            answer.bytes() * factor,
            answer.cpuNanos() * factor,
            answer.messages() * factor);
    return new RealRun.Result(measured, delay, 1, 0, 0);
  }

  private List<Proof> race(List<Answer> answers, double deviation) throws InterruptedException {
    return CandidateRuns.of(
        answers, 600, 0.1, (setting, seconds) -> slice(answers, setting, deviation), Notices.NONE);
  }

  @Test
  void a_setting_that_the_sink_does_not_take_leaves_the_race_to_the_others()
      throws InterruptedException {
    List<Answer> answers = List.of(answer(1, 100), answer(2, 101), answer(3, 102));
    CandidateRuns.Slice slice =
        (setting, seconds) -> setting.chunkRecords() == 2 ? null : slice(answers, setting, 0.3);

    List<Proof> proofs = CandidateRuns.of(answers, 600, 0.1, slice, Notices.NONE);

    assertThat(proofs)
        .extracting(proof -> proof.predicted().setting().chunkRecords())
        .containsExactly(1, 3);
  }

  private long slices(int records) {
    return run.stream().filter(one -> one == records).count();
  }

  private static Answer answer(int records, double all) {
    return Answers.exact(Answers.setting(records, 100, "none"), all, all, all, all, all);
  }

  @Test
  void a_setting_that_is_worse_in_everything_is_stopped_after_the_first_round()
      throws InterruptedException {
    List<Answer> answers = List.of(answer(1, 100), answer(2, 101), answer(3, 300));

    List<Proof> proofs = race(answers, 0.001);

    assertThat(slices(3)).as("of the one that is beaten").isEqualTo(3);
    assertThat(slices(1)).as("of the best").isEqualTo(9);
    assertThat(proofs).as("what was measured is told of all").hasSize(3);
  }

  @Test
  void settings_whose_intervals_overlap_go_on() throws InterruptedException {
    List<Answer> answers = List.of(answer(1, 100), answer(2, 101));

    race(answers, 0.3);

    assertThat(slices(1)).isEqualTo(9);
    assertThat(slices(2)).isEqualTo(9);
  }
}
