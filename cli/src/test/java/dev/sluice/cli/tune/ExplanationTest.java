package dev.sluice.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.Chunks;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Recorded;
import dev.sluice.testkit.TestBatch;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExplanationTest {
  @TempDir Path directory;
  private final Sources sources = new Sources();

  private int explain(Path file) {
    sources.clear();
    return Main.run(sources.terminal(), "tune", "--explain", file.toString());
  }

  private String line(String start) {
    return sources.output().stream()
        .filter(line -> line.strip().startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void full_chunks_should_be_larger() throws IOException {
    assertThat(explain(Recorded.file(directory, 1_000))).isZero(); // in chunks of ten

    assertThat(line("records")).matches("  records +100 +9\\d\\.\\d %");
    assertThat(line("half as large")).contains(" 4.96 ");
    assertThat(line("twice as large")).contains(" 19.8 ");
    assertThat(line("Most chunks are full"))
        .contains("chunk.records=20 saves about", "half of the messages");
  }

  @Test
  void strings_count_for_serializers_that_do_not_say_where_they_are() throws IOException {
    assertThat(explain(Recorded.file(directory, 1_000, "protobuf"))).isZero();

    assertThat(line("as they are")).doesNotContain(" 0 %");
  }

  @Test
  void damage_is_told() throws IOException {
    byte[] broken = Chunks.only(2, "stock", Chunks.notes(10, "b"));
    broken[broken.length / 2] ^= 1;
    Path file =
        Chunks.file(
            directory.resolve("records.slu"),
            Chunks.only(1, "shop", Chunks.notes(100, "a")),
            broken);

    assertThat(explain(file)).isEqualTo(ExitCode.INCOMPLETE);

    assertThat(line("not reported")).endsWith("100 %"); // a chunk that does not say why it closed
    assertThat(sources.output()).contains("  damaged");
  }

  @Test
  void sources_without_records_are_refused() throws IOException {
    Path empty = Chunks.file(directory.resolve("empty.slu"));
    assertThat(explain(empty)).isEqualTo(ExitCode.USAGE);
    assertThat(sources.errors()).contains("is empty");

    Path none = Chunks.file(directory.resolve("none.slu"), Chunks.only(1, "shop", new TestBatch()));
    assertThat(explain(none)).isEqualTo(ExitCode.USAGE);
    assertThat(sources.errors()).contains("no chunk with records");
  }
}
