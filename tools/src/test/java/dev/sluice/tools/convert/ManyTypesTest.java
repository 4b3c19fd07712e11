package dev.sluice.tools.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Options;
import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.SourceSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that leave fields out write lines of many types, more than a chunk has room for. */
class ManyTypesTest {
  private static final int LINES = 600;

  @TempDir Path directory;

  @Test
  void lines_with_more_fields_than_a_chunk_may_have_are_all_converted() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int line = 0; line < LINES; line++) {
      int number = line;
      lines.add(
          IntStream.range(0, 100)
              .mapToObj(field -> "\"f" + number + "_" + field + "\":" + field)
              .collect(Collectors.joining(",", "{", "}")));
    }
    Path file = Files.write(directory.resolve("a.jsonl"), lines);
    String to = directory.resolve("a.slu").toString();

    ConvertReport report =
        Conversion.run(
            file.toString(),
            new Options(Map.of()),
            to,
            Compaction.DEFAULT_RECORDS,
            "a.b",
            null,
            null,
            SourceSpec.Times.ALL,
            Notices.NONE);

    assertThat(report.isWhole()).isTrue();
    assertThat(Delivered.of(new ChunkSource(SourceSpec.of(to))).items).hasSize(LINES);
  }
}
