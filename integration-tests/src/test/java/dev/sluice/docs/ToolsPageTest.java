package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.acme.shop.OrderPlacedWriter;
import dev.sluice.monitoring.Monitor;
import dev.sluice.streams.Audit;
import dev.sluice.testkit.Snippets;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.convert.Cut;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolsPageTest {
  private static final List<Path> SOURCES =
      List.of(Path.of("src/test/java/dev/sluice/docs/ToolsSnippets.java"));

  @TempDir private Path directory;

  @Test
  void page_shows_the_code_that_is_tested_here() throws IOException {
    Map<String, String> shown = Snippets.shownIn(Path.of("../docs/tools.md"));
    assertThat(shown).containsOnlyKeys("count", "cut", "report");
    shown.putAll(Snippets.shownIn(Path.of("../docs/doctor.md")));
    assertThat(shown).containsKey("doctor");
    for (String name : shown.keySet()) {
      assertThat(shown.get(name)).as(name).isEqualTo(Snippets.inSource(name, SOURCES));
    }
  }

  private String records() {
    String records = directory.resolve("records.slu").toString();
    Monitor monitor = Monitor.to("file:" + records);
    OrderPlacedWriter orders = OrderPlacedWriter.create(monitor.sink());
    orders.emit(System.nanoTime(), monitor.sink().symbol("Kiel"), "Ada", 19.90);
    monitor.close(Duration.ofSeconds(5));
    return records;
  }

  @Test
  void tools_answer_a_program_and_print_nothing() throws IOException {
    String records = records();
    List<Object> told = new ArrayList<>();

    ToolsSnippets.count(records, told::add);

    assertThat(told.get(0)).asString().contains("shop.order_placed.1=1", "sluice.metadata.1=1");
    assertThat(((Audit) told.get(1)).complete()).isTrue();
  }

  @Test
  void a_sink_is_looked_at() {
    List<Object> told = new ArrayList<>();

    ToolsSnippets.doctor("file:" + directory.resolve("later"), told::add);

    assertThat(told).contains("java is ok: Java " + Runtime.version().feature(), true);
  }

  @Test
  void a_part_is_a_recording_again() throws IOException {
    String part = directory.resolve("part.slu").toString();
    List<Object> told = new ArrayList<>();

    Cut.Result result = ToolsSnippets.cut(records(), part);

    assertThat(result.damages().isEmpty()).isTrue();
    assertThat(result.whole() + result.parts()).isPositive();
    ToolsSnippets.count(part, told::add);
    assertThat(told.get(0)).hasToString("{shop.order_placed.1=1}");
    assertThatThrownBy(() -> ToolsSnippets.cut(part, part)).isInstanceOf(ToolException.class);
  }

  @Test
  void a_report_is_written_and_its_progress_told() throws IOException {
    List<Object> told = new ArrayList<>();
    Path report = directory.resolve("report");

    ToolsSnippets.report(records(), report, told::add);

    assertThat(report.resolve("report.html")).isNotEmptyFile();
    assertThat(report.resolve("audit.json")).content().contains("\"complete\":true");
    assertThat(told).hasSizeGreaterThan(1).contains(2L);
    assertThat(((Audit) told.get(told.size() - 1)).complete()).isTrue();
  }
}
