package dev.sluice.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Progress;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PredictorTest {
  private static final int ATTEMPTS = 8;

  private final Progress progress =
      new Progress(
          new Terminal(
              OutputStream.nullOutputStream(),
              new PrintStream(new ByteArrayOutputStream()),
              false));

  @TempDir Path directory;

  private Prediction predict(Recording recording, Setting setting) {
    return Predictor.predict(recording, List.of(setting), progress).get(0);
  }

  /**
   * Whether a run is like its prediction from the times at which it emitted. A machine with other
   * work delays the threads of a run; so one of several is enough.
   */
  private boolean isLikeItsPrediction(Setting setting, int rate) {
    Recording plan = Synthetic.recording("operation_execution", rate / 2, rate);
    predict(plan, setting); // compiles the encoder, which the run would do meanwhile
    for (int i = 0; i < ATTEMPTS; i++) {
      Path file = directory.resolve("run" + i);
      PacedRun run = PacedRun.of(plan.producers().get(0), setting, file);
      Prediction predicted = predict(run.recording(plan), setting);
      double p50 = run.delay.getValueAtPercentile(50) / predicted.delayNanos(0.5);
      double p99 = run.delay.getValueAtPercentile(99) / predicted.delayNanos(0.99);
      double bytes = (double) run.bytes() / predicted.bytes();
      if (Math.abs(bytes - 1) < 0.01 && Math.abs(p50 - 1) < 0.15 && Math.abs(p99 - 1) < 0.15) {
        return run.bytes() == PacedRun.written(file);
      }
    }
    return false;
  }

  @Test
  void bytes_and_delay_are_those_of_a_collector_with_the_default_setting() {
    assertThat(isLikeItsPrediction(Setting.defaults(), 20_000)).isTrue();
  }

  @Test
  void bytes_and_delay_are_those_of_a_collector_with_small_chunks() {
    Setting small = new Setting(128, 64 << 10, Duration.ofMillis(50), "binary", "lz4");
    assertThat(isLikeItsPrediction(small, 20_000)).isTrue();
  }

  @Test
  void bytes_and_delay_are_those_of_a_collector_that_closes_by_age() {
    Setting aged = new Setting(16_384, 900 << 10, Duration.ofMillis(100), "protobuf", "none");
    assertThat(isLikeItsPrediction(aged, 5_000)).isTrue();
  }
}
