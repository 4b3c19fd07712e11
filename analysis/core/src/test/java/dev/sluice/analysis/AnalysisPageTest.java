package dev.sluice.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.analysis.traces.TestProgram;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.streams.RecordStream;
import dev.sluice.streams.RecordStreamBuilder;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.TestBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The code of the page is this code, and it works. */
class AnalysisPageTest {
  private static final Path PAGE = Path.of("../../docs/analysis.md");
  private static final Path SOURCE =
      Path.of("src/test/java/dev/sluice/analysis/AnalysisSnippets.java");
  private static final RecordType COLLECTIONS =
      new RecordType(
          "sluice.garbage_collection",
          1,
          List.of(
              new Field("timestamp", FieldType.LONG, Field.Role.RECORD_TIME),
              new Field("vmName", FieldType.STRING, Field.Role.SYMBOL),
              Field.of("collectionTimeMS", FieldType.LONG)));

  private static RecordStreamBuilder source() throws Exception {
    TestBatch batch = new TestBatch();
    for (long trace = 1; trace <= 20; trace++) {
      long time = trace * 1000;
      batch.add(TestProgram.EXECUTION, "a.B.b()", "s", trace, time + 1, time + 5, "h", 1, 1, true);
      batch.add(TestProgram.EXECUTION, "a.A.a()", "s", trace, time, time + 9, "h", 0, 0, false);
    }
    batch.add(COLLECTIONS, 5L, "vm", 7L).add(COLLECTIONS, 6L, "vm", 9L);
    SerializerPair binary = SerializerPair.named("binary");
    ChunkHeader header =
        ChunkHeader.of(
            binary.serializer().id(),
            0,
            batch.size(),
            new Accounting.Builder(1).emitted(batch.size()).end(true).build());
    Chunk encoded = binary.chunk(binary.encoder(), batch.build());
    Chunk chunk = binary.chunk(SerializerPair.body(encoded), header);
    return RecordStream.builder(new MemoryReader(List.of(chunk), false));
  }

  @Test
  void the_page_shows_what_is_tested() throws Exception {
    Map<String, String> shown = Snippets.shownIn(PAGE);
    assertThat(shown).containsOnlyKeys("statistics", "listener");
    for (Map.Entry<String, String> snippet : shown.entrySet()) {
      assertThat(snippet.getValue())
          .isEqualTo(Snippets.inSource(snippet.getKey(), List.of(SOURCE)));
    }
  }

  @Test
  void statistics_listeners_and_stages_work() throws Exception {
    List<Object> printed = new ArrayList<>();
    AnalysisSnippets.statistics(source(), printed::add);
    assertThat(printed).containsExactly("a.A.a() 9", "a.B.b() 4", "{} true");
    for (int workers = 1; workers <= 3; workers++) {
      try (var run = StageRun.open(AnalysisSnippets.failures(), source(), workers)) {
        assertThat(run.drain().listener().byRoot).containsExactly(Map.entry("a.A.a()", 20));
      }
      try (var run = StageRun.open(new AnalysisSnippets.Collections(), source(), workers)) {
        assertThat(run.drain()).containsExactly(Map.entry("vm", 9L));
      }
    }
  }
}
