package dev.sluice.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Chunks;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Recorded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReplayCommandTest {
  @TempDir Path directory;
  private final Sources sources = new Sources();
  private Path target;
  private String sink;

  @BeforeEach
  void nameSink() {
    target = directory.resolve("again.slu");
    sink = "file:" + target + "?chunk.records=16";
  }

  private int run(String... args) {
    sources.clear();
    return Main.run(sources.terminal(), args);
  }

  private void assertRefused(String part, String... args) {
    assertThat(run(args)).isEqualTo(ExitCode.USAGE);
    assertThat(sources.output()).isEmpty();
    assertThat(sources.errors()).startsWith("sluice: ").contains(part).hasLineCount(1);
  }

  private String records(Path file) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Main.run(sources.terminal(out), "cat", file.toString(), "--format", "jsonl", "--bare");
    return out.toString().replaceAll("\\b\\d{18,}\\b", "instant"); // some microseconds off
  }

  @Test
  void replayed_records_are_the_recorded_ones_in_other_chunks() throws IOException {
    Path file =
        Chunks.file(
            directory.resolve("records.slu"),
            Chunks.only(1, "shop", Chunks.notes(100, "a")),
            Chunks.only(2, "stock", Chunks.notes(10, "b")));
    sink = "file:" + directory.resolve("again") + "?chunk.records=16";

    assertThat(run("replay", file.toString(), "--sink", sink, "--speed", "1000")).isZero();

    assertThat(sources.output().get(1)).isEqualTo("  read  110 records in 2 chunks of 2 producers");
    // 7 and 1 of records, and one each that tells the end
    assertThat(sources.output().get(2)).startsWith("  sent  110 records in 10 chunks, ");
    assertThat(sources.output().get(3)).isEqualTo("  lost  nothing");
    assertThat(run("verify", directory.resolve("again").toString())).isZero();
    assertThat(sources.output().toString()).contains("shop", "stock");
  }

  @Test
  void values_of_records_stay_what_they_are() {
    Path file = Recorded.file(directory, 50);

    assertThat(run("replay", file.toString(), "-s", sink, "--rate", "100000")).isZero();

    assertThat(run("stats", target.toString())).isZero();
    assertThat(sources.output().toString()).contains("sluice.operation_execution.1", "50");
    assertThat(records(target)).contains("a.B.c2(int, long)").isEqualTo(records(file));
  }

  @Test
  void damage_is_told_and_the_rest_is_sent() throws IOException {
    byte[] broken = Chunks.only(2, "stock", Chunks.notes(10, "b"));
    broken[broken.length / 2] ^= 1;
    Path file =
        Chunks.file(
            directory.resolve("records.slu"),
            Chunks.only(1, "shop", Chunks.notes(100, "a")),
            broken);

    assertThat(run("replay", file.toString(), "--sink", sink)).isEqualTo(ExitCode.INCOMPLETE);

    assertThat(sources.output().get(2)).startsWith("  sent  100 records");
    assertThat(sources.output()).contains("  damaged");
  }

  @Test
  void lost_records_are_told_by_cause() {
    Path file = Recorded.file(directory, 20_000);

    int code =
        run(
            "replay",
            file.toString(),
            "--sink",
            sink + "&policy=drop-newest&memory=1MiB",
            "--speed",
            "max");

    // Whether the ring gets full depends on the machine, but the account has to be right.
    String lost = sources.output().get(3);
    assertThat(code).isEqualTo(lost.equals("  lost  nothing") ? 0 : ExitCode.INCOMPLETE);
    assertThat(lost).matches("  lost  (nothing|[\\d,]+ ring_full)");
  }

  @Test
  void wrong_usage_is_told_in_one_line() throws IOException {
    String file = Recorded.file(directory, 3).toString();
    assertRefused("--sink URI", "replay", file);
    assertRefused("number above 0 or max", "replay", file, "-s", sink, "--speed", "fast");
    assertRefused("number above 0 or max", "replay", file, "-s", sink, "--speed", "-1");
    assertRefused("above 0", "replay", file, "-s", sink, "--rate", "0");
    assertRefused("scheme 'ftp'", "replay", file, "-s", "ftp://x");
    assertRefused("is empty", "replay", Chunks.file(target).toString(), "-s", sink);
    assertRefused("there is no file", "replay", directory.resolve("no").toString(), "-s", sink);
  }
}
