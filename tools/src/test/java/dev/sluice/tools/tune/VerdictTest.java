package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final Answer TODAY = Answers.of(1, 100, 5, 900);
  private static final Answer BEST = Answers.of(2, 200, 2, 300);
  private static final Answer FRONT = Answers.of(3, 400, 3, 100);

  private static Proof proof(String role, Answer predicted, double delay, long dropped) {
    double p99 = predicted.p99Nanos() / 1e6 * delay;
    int records = predicted.setting().chunkRecords();
    Answer measured = Answers.of(records, p99, predicted.bytes(), predicted.cpuNanos());
    return new Proof(role, predicted, measured, 100, dropped, 0);
  }

  private static Choice judge(String goal, Proof own) {
    Findings.Run run =
        new Findings.Run(
            "sluice tune",
            "",
            Instant.EPOCH,
            "",
            null,
            "",
            goal == null ? Goal.NONE : Goal.parse(goal),
            Measure.BYTES,
            1,
            1,
            new ArrayList<>(),
            List.of());
    List<Proof> proofs = new ArrayList<>(own == null ? List.of() : List.of(own));
    proofs.add(proof(Proof.DEFAULT, TODAY, 1, 0));
    proofs.add(proof(Proof.FRONT, FRONT, 1, 0));
    return Verdict.of(Findings.of(run).withAnswers(List.of(TODAY, BEST, FRONT)).withProofs(proofs));
  }

  @Test
  void a_run_as_predicted_proves_the_choice() {
    Choice choice = judge("p99<250ms", proof(Proof.PREDICTED, BEST, 1.1, 0));

    assertThat(choice.answer()).isEqualTo(BEST);
    assertThat(choice.basis()).isEqualTo("proven");
    assertThat(choice.verdict())
        .startsWith("Proven, run end to end: delay p99 220 ms, predicted 200 ms (+10.0 %), bytes");
  }

  @Test
  void a_run_that_contradicts_the_prediction_is_told_first_and_what_was_measured_decides() {
    Choice choice = judge(null, proof(Proof.PREDICTED, BEST, 1.5, 0));

    assertThat(choice.verdict())
        .startsWith("The proof contradicts the prediction for 2, 64 KiB, 100ms, binary, none:")
        .contains(
            "delay p99 300 ms, predicted 200 ms (+50.0 %)", "including 3 settings run end to end");
    assertThat(choice.basis()).isEqualTo("measured");
    assertThat(choice.answer().setting()).as("it has the fewest bytes").isEqualTo(BEST.setting());
    assertThat(choice.answer().p99Nanos()).as("what was measured").isEqualTo(300e6);
  }

  @Test
  void a_setting_whose_own_run_misses_the_goal_is_not_recommended_for_it() {
    Choice choice = judge("p99<210ms", proof(Proof.PREDICTED, BEST, 1.1, 0));

    assertThat(choice.verdict()).contains("it does not keep to p99<210ms");
    assertThat(choice.answer().setting()).isEqualTo(TODAY.setting());
    assertThat(choice.met()).isTrue();
  }

  @Test
  void a_setting_whose_own_run_lost_records_is_not_recommended() {
    Choice choice = judge(null, proof(Proof.PREDICTED, BEST, 1, 3));

    assertThat(choice.verdict()).contains("3 records dropped");
    assertThat(choice.answer().setting()).isEqualTo(FRONT.setting());
  }

  @Test
  void a_setting_that_the_sink_did_not_take_is_not_recommended() {
    Choice choice = judge(null, null);

    assertThat(choice.verdict())
        .contains("its records did not arrive", "including 2 settings run end to end");
    assertThat(choice.answer().setting()).isEqualTo(FRONT.setting());
  }
}
