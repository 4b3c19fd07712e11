package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("one-jdk")
class DoctorCommandTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    out.reset();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), arguments);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void healthy_sink_is_told_in_lines_and_as_json() throws Exception {
    String sink = "file:" + directory.resolve("records");
    assertThat(run("doctor", sink)).isEqualTo(ExitCode.OK);
    assertThat(printed().lines())
        .anyMatch(line -> line.matches("permissions +ok +\\S+ can write to .*"))
        .anyMatch(line -> line.startsWith(sink + " can be used: 0 failed, "));

    assertThat(run("doctor", sink, "--json")).isEqualTo(ExitCode.OK);
    assertThat(printed())
        .startsWith("{\"version\":1,\"subject\":\"" + sink + "\",\"healthy\":true,\"checks\":[{")
        .endsWith("}]}\n");
    Path json = directory.resolve("doctor.json");
    assertThat(run("doctor", "--json=" + json, sink)).isEqualTo(ExitCode.OK);
    assertThat(json).content().contains("\"outcome\":\"ok\"");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void what_fails_is_told_with_what_to_do_and_gives_exit_code_1() throws Exception {
    Path file = Files.createFile(directory.resolve("plain"));
    assertThat(run("doctor", "file:" + file)).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(printed())
        .containsSubsequence(
            "path",
            "failed",
            "is a file, not a directory",
            "→ give a directory",
            "because path failed");
    assertThat(run("doctor", "--for", "read", directory.resolve("no").toString())).isEqualTo(1);
    assertThat(printed()).contains("there is no file or directory");
  }

  @Test
  void options_come_from_a_file_whose_secrets_are_not_shown() throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("c"), "sluice.retain=many\nsluice.kafka.ssl.key.password=s3cret\n");
    assertThat(run("doctor", "--config", config.toString(), "file:" + directory)).isEqualTo(1);
    assertThat(printed()).contains("'retain'").doesNotContain("s3cret");
    assertThat(run("doctor", "--for", "fun", "x")).isEqualTo(ExitCode.USAGE);
  }
}
