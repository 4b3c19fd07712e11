package dev.sluice.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Loggers;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.metrics.MonitorFigures;
import dev.sluice.monitoring.switches.RuleSwitches;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTextTest {
  @TempDir Path directory;

  @AfterEach
  void platformLoggersAgain() {
    Loggers.redirect(null);
  }

  @Test
  void report_has_each_metric_of_the_monitor() throws IOException {
    AgentLog log = AgentLog.install(line -> {});
    try (Monitor monitor = Monitor.to("file:" + directory.resolve("records"))) {
      MonitorFigures figures = monitor.figures();
      Properties report = new Properties();
      report.load(
          new StringReader(
              ReportText.of(
                  figures, new InstrumentationCounts(), new RuleSwitches(monitor.probes()), log)));

      assertThat(figures.byKey()).isNotEmpty();
      figures
          .byKey()
          .forEach((key, value) -> assertThat(report).containsEntry(key, value.toString()));
      assertThat(report)
          .containsEntry("balanced", "true")
          .containsEntry("producer", figures.report().producer())
          .containsKeys("adopted.dropped", "dropped", "dropped.ring_full", "chunk.delay.ns")
          .containsKeys("spilled.bytes", "log.left.out", "chunks.closed.age", "failed.probes");
    }
  }
}
