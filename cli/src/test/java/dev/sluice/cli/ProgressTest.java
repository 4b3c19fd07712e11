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

  @Test
  void a_terminal_gets_one_line_that_is_replaced() {
    Progress progress = progress(true);

    progress.now("starting …");
    progress.step("done");

    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("\r\033[Kstarting …\r\033[Kdone" + System.lineSeparator());
  }
}
