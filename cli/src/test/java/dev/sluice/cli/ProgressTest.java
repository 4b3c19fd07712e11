package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Progress progress(boolean interactive) {
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    return new Progress(new Terminal(OutputStream.nullOutputStream(), stream, interactive));
  }

  @Test
  void a_log_gets_the_steps_and_no_control_characters() {
    Progress progress = progress(false);

    progress.now("starting …");
    for (int i = 0; i < 1000; i++) {
      progress.update("record " + i);
    }
    progress.step("done");

    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("done" + System.lineSeparator());
  }

  private Progress at(long[] time, boolean interactive) {
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(OutputStream.nullOutputStream(), stream, interactive);
    return new Progress(terminal, () -> time[0]);
  }

  @Test
  void what_is_read_has_a_rate_and_a_time_that_is_left_after_a_second() {
    long[] time = {0};
    Progress progress = at(time, true);

    time[0] = 900_000_000L;
    progress.read(900, 0.1);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();

    time[0] = 2_000_000_000L;
    progress.read(5_000, 0.251);
    time[0] = 60_000_000_000L;
    progress.read(150_000, 0.1);
    time[0] = 61_000_000_000L;
    progress.read(152_500);
    progress.clear();

    assertThat(err.toString(StandardCharsets.UTF_8).split("\r\033\\[K"))
        .containsExactly(
            "",
            "sluice: 5,000 records read, 2,500 records/s, 25 %, 6 s left",
            "sluice: 150,000 records read, 2,500 records/s, 10 %, 9 min left",
            "sluice: 152,500 records read, 2,500 records/s");
  }

  @Test
  void a_log_is_not_told_what_is_read() {
    long[] time = {0};
    Progress progress = at(time, false);
    time[0] = 60_000_000_000L;
    progress.read(5_000, 0.25);

    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void a_terminal_gets_one_line_that_is_replaced() {
    Progress progress = progress(true);

    progress.now("starting …");
    progress.step("done");

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("\r\033[Kstarting …\r\033[Kdone" + System.lineSeparator());
  }
}
