package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever names and texts hold, no terminal acts upon what a command prints. */
class HostileTextTest {
  /**
   * Clears the screen, sets the title, forges a line, turns the direction; C1, and what is hidden.
   */
  private static final String EVIL =
      "x\u001b[2J\u001b]0;p\u0007\r\nfake  complete\u009b2J\u202e\u2066\u2028\u007f\u200b";

  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void formatted_lines_end_where_the_format_says_and_nowhere_else() {
    PrintStream printer = new Terminal(out, System.err, false).printer();
    printer.printf("%s is of %,d%n", EVIL, 1234567);
    printer.flush();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .endsWith(String.format(" is of %,d%n", 1234567))
        .contains("\\u001b[2J")
        .hasLineCount(1);
  }

  private int run(String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), args);
  }

  /** Everything in it acts: the name of the file, of the producer, of a field, and a text. */
  private Path evil() throws IOException {
    RecordType type =
        new RecordType(
            "test.evil",
            1,
            List.of(
                Field.of(EVIL, FieldType.STRING),
                Field.of("symbol", FieldType.STRING),
                Field.of("char", FieldType.CHAR)));
    byte[] chunk = Chunks.only(7, EVIL, new TestBatch().add(type, EVIL, EVIL, '\u001b'));
    return Chunks.file(directory.resolve(EVIL.replace('/', ' ')), new byte[5], chunk);
  }

  private void assertHarmless(ByteArrayOutputStream printed) {
    String text = printed.toString(StandardCharsets.UTF_8);
    assertThat(text.replace("\r\n", "\n").replace("\n", ""))
        .doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
    assertThat(text.lines()).noneMatch(line -> line.startsWith("fake"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "verify",
        "verify --json",
        "stats",
        "inspect",
        "cat",
        "cat -f jsonl",
        "cat -f csv",
        "cat -t nothing"
      })
  void no_terminal_acts_upon_what_a_command_prints(String command) throws IOException {
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    args.add(evil().toString());

    int code = run(args.toArray(String[]::new));

    // The five bytes in front of the chunk are damage, told with the name of the file.
    assertThat(code).isEqualTo(command.endsWith("nothing") ? ExitCode.USAGE : ExitCode.INCOMPLETE);
    assertThat(out.size() + err.size()).isPositive();
    assertHarmless(out);
    assertHarmless(err);
  }

  @Test
  void errors_are_harmless_too() {
    assertThat(run("cat", "/none/" + EVIL)).isEqualTo(ExitCode.USAGE);
    assertThat(run(EVIL)).isEqualTo(ExitCode.USAGE);
    assertThat(run("cat", "x", "--" + EVIL)).isEqualTo(ExitCode.USAGE);
    assertThat(run("stats", "kafka://" + EVIL)).isEqualTo(ExitCode.USAGE);
    assertThat(run("--debug", "cat", "/none/" + EVIL)).isEqualTo(ExitCode.USAGE);

    assertHarmless(out);
    assertHarmless(err);
  }

  @Test
  void a_name_stays_legible_and_is_one_word() throws IOException {
    assertThat(run("verify", evil().toString())).isEqualTo(ExitCode.INCOMPLETE);

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\"x\\u001b[2J\\u001b]0;p\\u0007\\r\\nfake  complete\\u009b2J\\u202e");
  }

  @Test
  void names_without_harm_are_printed_as_they_are() throws IOException {
    Path file = directory.resolve("Größe 😀.slu");
    Chunks.file(file, Chunks.only(7, "müll@host:1", Chunks.notes(1, "a")));

    assertThat(run("verify", file.toString())).isZero();

    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Größe 😀.slu: ", "müll@host:1  ");
  }
}
