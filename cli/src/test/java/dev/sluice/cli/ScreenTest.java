package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private static int columns(Map<String, String> environment, Screen.SizeSource size) {
    return Screen.of(environment, size).columns().getAsInt();
  }

  @Test
  void the_environment_tells_the_width_or_else_the_terminal() {
    assertThat(columns(Map.of("COLUMNS", "132"), () -> "24 100\n")).isEqualTo(132);
    assertThat(columns(Map.of(), () -> "24 100\n")).isEqualTo(100);
    assertThat(columns(Map.of("COLUMNS", "wide"), () -> "24 100\n")).isEqualTo(100);
  }

  @Test
  void a_width_that_nobody_knows_is_80_and_none_is_too_narrow_to_read() {
    assertThat(columns(Map.of(), () -> "0 0\n")).isEqualTo(80);
    assertThat(columns(Map.of(), () -> "")).isEqualTo(80);
    assertThat(
            columns(
                Map.of(),
                () -> {
                  throw new IOException("there is no stty");
                }))
        .isEqualTo(80);
    assertThat(columns(Map.of("COLUMNS", "5"), () -> "")).isEqualTo(60);
  }

  private static String help(Screen screen) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    assertThat(Main.run(new Terminal(out, nowhere, false, screen), "help", "verify")).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void help_is_plain_unless_the_screen_has_colours_and_as_wide_as_it() {
    assertThat(help(Screen.NONE)).doesNotContain("\033").contains("Usage: sluice verify ");
    assertThat(help(new Screen(() -> 120, true))).contains("\033");
    // The footer is made for 80 columns.
    assertThat(help(new Screen(() -> 80, false)).lines())
        .allMatch(line -> line.codePointCount(0, line.length()) <= 80);
  }

  @Test
  void colours_are_for_terminals_that_have_them_and_users_who_want_them() {
    assertThat(Screen.of(Map.of("TERM", "xterm"), () -> "").colour()).isTrue();
    assertThat(Screen.of(Map.of("TERM", "xterm", "NO_COLOR", "1"), () -> "").colour()).isFalse();
    assertThat(Screen.of(Map.of("TERM", "dumb"), () -> "").colour()).isFalse();
    assertThat(Screen.of(Map.of(), () -> "").colour()).isFalse();
    assertThat(Screen.NONE.colour()).isFalse();
  }
}
