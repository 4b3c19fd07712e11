package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCounts;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.config.Configuration;
import dev.sluice.testkit.Snippets;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MonitoringPageTest {
  private static final List<Path> SOURCES =
      List.of(Path.of("src/test/java/dev/sluice/docs/MonitoringSnippets.java"));

  @Test
  void page_shows_the_code_that_is_tested_here() throws Exception {
    Map<String, String> shown = Snippets.shownIn(Path.of("../docs/monitoring.md"));
    assertThat(shown).containsOnlyKeys("open", "pause", "sample", "metrics");
    for (String name : shown.keySet()) {
      assertThat(shown.get(name)).as(name).isEqualTo(Snippets.inSource(name, SOURCES));
    }
  }

  @Test
  void code_of_the_page_does_what_the_page_says(@TempDir Path directory) {
    List<Object> log = new ArrayList<>();
    List<Boolean> during = new ArrayList<>();
    MeterRegistry registry = new SimpleMeterRegistry();
    Monitor monitor = MonitoringSnippets.open("file:" + directory, log::add);
    MonitoringSnippets.pause(monitor, () -> during.add(monitor.isEnabled()));
    MonitoringSnippets.sample(monitor);
    MonitoringSnippets.metrics(monitor, registry, log::add);
    assertThat(during).containsExactly(false);
    assertThat(monitor.isEnabled()).isTrue();
    assertThat(registry.get("sluice.emitted").functionCounter().count()).isPositive();
    monitor.close();
    assertThat(log).hasSize(3);
    assertThat(((Configuration) log.get(0)).given()).contains("producer = shop (code)");
    assertThat(log.get(1)).asString().contains("emitted=");
    assertThat(log.get(2)).isEqualTo(DropCounts.NONE);
  }
}
