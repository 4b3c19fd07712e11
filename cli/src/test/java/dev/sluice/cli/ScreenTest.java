package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.recordings.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

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

  private static List<String> printed(Screen screen, Consumer<PrintStream> print) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    print.accept(new Terminal(out, nowhere, false, screen).printer());
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void long_lines_are_broken_between_words_and_only_on_a_screen() {
    String text = "  " + "a word and another, ".repeat(4).strip();
    Screen screen = new Screen(() -> 60, false);

    assertThat(printed(screen, out -> out.println(text)))
        .containsExactly(
            "  a word and another, a word and another, a word and",
            "  another, a word and another,");
    assertThat(printed(Screen.NONE, out -> out.println(text))).containsExactly(text);
    String path = "/directory".repeat(9);
    assertThat(printed(screen, out -> out.println("in " + path))).containsExactly("in", path);
  }

  @Test
  void command_that_is_told_can_be_copied_from_a_narrow_screen() {
    String command = "./sluice topic kafka://broker:9092/orders --alter --retention 1d";

    assertThat(printed(new Screen(() -> 60, false), out -> out.println("do this: " + command)))
        .containsExactly(
            "do this:", "./sluice topic kafka://broker:9092/orders --alter \\", "  --retention 1d");
    assertThat(printed(new Screen(() -> 70, false), out -> out.println("do this: " + command)))
        .containsExactly("do this:", command);
  }

  @Test
  void last_column_of_a_table_is_broken_where_it_begins() {
    Table table = new Table("check", "");
    table.row("topic", "there is no topic 'cals'; did you mean 'calls', which is there?");
    table.row("clock", "ok");

    assertThat(printed(new Screen(() -> 60, false), out -> table.print(out, "")))
        .containsExactly(
            "check",
            "topic  there is no topic 'cals'; did you mean 'calls', which",
            "       is there?",
            "clock  ok");
  }

  @Test
  void last_column_without_room_has_a_line_of_its_own() {
    Table table = new Table("a", ">emitted", "dropped");
    table.row("x".repeat(40), "1,234,567", "12 ring_full, 3 closed");
    table.row("y", "2", "0");

    assertThat(printed(new Screen(() -> 60, false), out -> table.print(out, "  ")))
        .containsExactly(
            "  a                                           emitted",
            "  " + "x".repeat(40) + "  1,234,567",
            "    dropped: 12 ring_full, 3 closed",
            "  y                                                 2",
            "    dropped: 0");
  }

  @Test
  void a_paragraph_has_a_mark_and_a_blank_line_and_only_on_a_screen() {
    String text = "something takes long, and there is a reason for it in a method";
    Consumer<PrintStream> print =
        out -> {
          LineStream.paragraph(out, "!", text);
          LineStream.named(
              out, "  ", "slow-tail", ", likely, 3.20 s, as in trace 00000000000000ab");
        };
    assertThat(printed(new Screen(() -> 60, true), print))
        .containsExactly(
            "",
            "\033[1;31m!\033[m something takes long, and there is a reason for it in a",
            "  method",
            "  \033[1mslow-tail\033[m, likely, 3.20 s, as in trace 00000000000000ab");
    assertThat(printed(new Screen(() -> 80, false), print))
        .containsExactly(
            "", "! " + text, "  slow-tail, likely, 3.20 s, as in trace 00000000000000ab");
    assertThat(printed(Screen.NONE, print))
        .containsExactly(text, "  slow-tail, likely, 3.20 s, as in trace 00000000000000ab");
  }

  @Test
  void help_leaves_no_word_alone_in_a_line_and_no_half_sentence_in_the_list() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    CommandLine all = Main.commands(new Terminal(nowhere, nowhere, false));
    List<String> wrong = new ArrayList<>();
    all.getSubcommands()
        .forEach(
            (name, command) -> {
              String first = command.getCommandSpec().usageMessage().description()[0];
              wrong.addAll(first.endsWith(".") ? List.of() : List.of(name + ": " + first));
              command
                  .getUsageMessage(CommandLine.Help.Ansi.OFF)
                  .lines()
                  .filter(line -> line.matches(" {20,}[^\\s\\[]+"))
                  .forEach(line -> wrong.add(name + ": " + line.strip()));
            });
    assertThat(wrong).isEmpty();
  }

  @Test
  void what_is_emphasised_stays_so_where_it_is_broken() {
    String end = "incomplete: one chunk is missing, and one producer has no end";

    assertThat(
            printed(
                new Screen(() -> 60, true), out -> LineStream.println(out, "orders.slu: ", end)))
        .containsExactly(
            "orders.slu: ",
            "\033[1;31mincomplete: one chunk is missing, and one producer has no\033[m",
            "\033[1;31mend\033[m");
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
