package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.chunk.DropCounts;
import dev.sluice.streams.Audit;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.recordings.AuditFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergeAuditsTest {
  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static Audit member(String name, long delivered, DropCounts dropped, String sequences) {
    ProducerAudit producer =
        new ProducerAudit(
            "00000000000000ab", name, 30, delivered, 0, dropped, 1, 0, 0, 0, true, sequences);
    return new Audit(1, delivered, 0, 0, 0, List.of(producer));
  }

  @Test
  void audits_of_all_members_in_any_files_are_one() throws IOException {
    Path two =
        write(
            member("shop", 10, DropCounts.NONE, "0").toJson()
                + "\n"
                + member("shop", 12, DropCounts.NONE, "1").toJson());
    Path one = write(member("shop", 8, DropCounts.NONE, "2").toJson());

    assertThat(run(two.toString(), one.toString())).isZero();
    assertThat(lines().get(0)).isEqualTo("3 audits: complete");
    assertThat(lines().get(1)).isEqualTo("  30 records in 3 chunks, no damage");
    out.reset();
    assertThat(run(two.toString())).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(lines().get(0)).isEqualTo("2 audits: incomplete: 8 records emitted but in no chunk");
  }

  @Test
  void what_is_read_is_what_was_written() throws IOException {
    long[] drops = new long[DropCause.COUNT];
    drops[DropCause.CLOSED.ordinal()] = Long.MAX_VALUE;
    Audit audit = member("a\"\\\u001b\u009b\ud83d\udeb0", 10, DropCounts.of(drops), "0,2");

    assertThat(AuditFile.read(write(audit.toJson()))).containsExactly(audit);
    assertThat(run("--json", write(member(null, 5, DropCounts.NONE, "0,2").toJson()).toString()))
        .isEqualTo(ExitCode.INCOMPLETE);
    assertThat(lines().get(0)).isEqualTo(member(null, 5, DropCounts.NONE, "0,2").toJson());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "{}",
        "[]",
        "5",
        "null",
        "{\"chunks\":1",
        "{\"chunks\":\"1\",\"producers\":[]}",
        "{\"chunks\":99999999999999999999,\"producers\":[]}"
      })
  void other_files_are_refused_in_one_line(String content) throws IOException {
    assertThat(run(write(content).toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("contains no audits as")
        .hasLineCount(1);
  }

  @Test
  void sequences_that_are_none_are_refused() throws IOException {
    Path file = write(member("x", 1, DropCounts.NONE, "5-3").toJson());

    assertThat(run(file.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(run(directory.resolve("none").toString())).isEqualTo(ExitCode.USAGE);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  private Path write(String text) throws IOException {
    return Files.writeString(Files.createTempFile(directory, "audit", ".json"), text);
  }

  private int run(String... files) {
    String[] args = new String[files.length + 1];
    args[0] = "merge-audits";
    System.arraycopy(files, 0, args, 1, files.length);
    return Main.run(
        new Terminal(out, new PrintStream(err, true, StandardCharsets.UTF_8), false), args);
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
