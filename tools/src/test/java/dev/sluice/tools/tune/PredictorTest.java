package dev.sluice.tools.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.time.Duration;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
final class PredictorTest {
  private static final int MAX_RUNS = 8;

  /** A tenth of the shortest delay. */
  private static final long CALM_NANOS = 5_000_000;

  @TempDir Path directory;

  private Prediction predict(Recording recording, Setting setting) {
    return Answers.predict(recording, setting);
  }

  /**
   * Runs a setting and compares it with its prediction from the times at which it emitted. A
   * machine with other work delays the threads of a run; so the one of several counts in which the
   * emitting thread itself was the least late, whatever it came to. If that was late as well,
   * nothing is known of a setting, and the test says so. Delays are compared, and bytes within a
   * hundredth, with {@code -Dsluice.delays=true}, on a machine without other work.
   */
  private void assertLikeItsPrediction(Setting setting, int rate) {
    Recording plan = Synthetic.recording("operation_execution", rate / 2, rate);
    predict(plan, setting); // compiles the encoder, which the run would do meanwhile
    PacedRun calm = null;
    for (int i = 0; i < MAX_RUNS && (calm == null || calm.lateNanos() >= CALM_NANOS); i++) {
      Path file = directory.resolve("run" + i);
      calm = PacedRun.of(plan.producers().get(0), setting, file);
      assertThat(calm.bytes()).isEqualTo(PacedRun.written(file));
    }
    assumeThat(calm.lateNanos()).as("late, p99: a busy machine").isLessThan(CALM_NANOS);
    Prediction predicted = predict(calm.recording(plan), setting);
    // The pump may be late where the emitting thread is not, as in a build beside others.
    boolean alone = Boolean.getBoolean("sluice.delays");
    assertThat((double) calm.bytes() / predicted.bytes())
        .isCloseTo(1, Offset.offset(alone ? 0.01 : 0.1));
    if (!alone) {
      return;
    }
    for (double quantile : new double[] {0.5, 0.99}) {
      double measured = calm.delay.getValueAtPercentile(100 * quantile);
      assertThat(measured / predicted.delayNanos(quantile)).isCloseTo(1, Offset.offset(0.15));
    }
  }

  @Test
  void bytes_are_those_of_a_collector_with_the_default_setting() {
    assertLikeItsPrediction(Setting.defaults(), 20_000);
  }

  @Test
  void bytes_are_those_of_a_collector_with_small_chunks() {
    Setting small = new Setting(128, 64 << 10, Duration.ofMillis(50), "binary", "lz4");
    assertLikeItsPrediction(small, 20_000);
  }

  @Test
  void bytes_are_those_of_a_collector_that_closes_by_age() {
    Setting aged = new Setting(16_384, 900 << 10, Duration.ofMillis(100), "protobuf", "none");
    assertLikeItsPrediction(aged, 5_000);
  }
}
