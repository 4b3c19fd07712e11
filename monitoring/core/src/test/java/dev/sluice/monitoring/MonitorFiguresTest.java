package dev.sluice.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.CloseReason;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.ChunkingStatus;
import dev.sluice.api.spi.CollectorState;
import dev.sluice.api.spi.CollectorStatus;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.metrics.Metric;
import dev.sluice.monitoring.metrics.MonitorFigures;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.support.platform.SystemPlatform;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MonitorFiguresTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @TempDir private Path directory;

  private Monitor monitor(String options) {
    return Monitor.builder()
        .configuration(ConfigurationSources.none())
        .name("shop")
        .open("file:" + directory + "?metadata=false" + options);
  }

  private static void emit(Monitor monitor, int records) {
    OperationDurationWriter writer = OperationDurationWriter.create(monitor.sink());
    Symbol signature = monitor.sink().symbol("void a.B.c()");
    for (int i = 0; i < records; i++) {
      assertThat(writer.emit(System.nanoTime(), signature, i, false)).isTrue();
    }
  }

  @Test
  void each_reason_to_close_a_chunk_has_a_metric() {
    for (CloseReason reason : CloseReason.values()) {
      MonitorFigures figures =
          new MonitorFigures(
              new NoopCollector().report(),
              new CollectorStatus(
                  CollectorState.RUNNING,
                  Map.of(reason, 7L),
                  0,
                  0,
                  0,
                  0,
                  null,
                  null,
                  ChunkingStatus.NONE,
                  Double.NaN),
              true,
              0,
              0);
      assertThat(figures.byName())
          .containsEntry("chunks.closed{reason=" + reason.label() + "}", 7L);
    }
  }

  @Test
  void log_events_of_threads_of_sinks_are_left_out_and_counted() throws Exception {
    try (Monitor monitor = monitor("")) {
      SystemPlatform.get().run("mine", monitor::leavesOutLogEvent).join(TIMEOUT.toNanos());
      assertThat(monitor.leavesOutLogEvent()).isFalse();
      assertThat(monitor.figures().byName()).containsEntry("log.left.out", 1L);
    }
  }

  @Test
  void figures_tell_what_became_of_the_records() {
    try (Monitor monitor = monitor("&chunk.records=2&delay=1h")) {
      emit(monitor, 5);
      assertThat(monitor.flush(TIMEOUT)).isTrue();
      Map<String, Long> all = monitor.figures().byName();
      assertThat(all)
          .containsEntry("enabled", 1L)
          .containsEntry("failing", 0L)
          .containsEntry("emitted", 5L)
          .containsEntry("acknowledged", 5L)
          .containsEntry("pending", 0L)
          .containsEntry("spilled", 0L)
          .containsEntry("dropped{cause=ring_full}", 0L)
          .containsEntry("chunks", 3L)
          .containsEntry("chunks.closed{reason=records}", 2L)
          .containsEntry("chunks.closed{reason=flush}", 1L)
          .containsEntry("symbols.inlined", 0L)
          .containsEntry("chunk.records", 2L)
          .containsEntry("chunk.delay", 3_600_000_000_000L)
          .containsEntry("chunk.goal.met", 1L)
          .containsEntry("chunk.adjusted{direction=raised}", 0L)
          .containsEntry("sampled.out", 0L)
          .hasSize(Metric.ALL.size());
      assertThat(all.get("bytes")).isPositive();
      assertThat(all.get("chunk.delay.observed")).isPositive();
      monitor.close(TIMEOUT);
      emitInto(monitor);
      assertThat(monitor.figures().status().state()).isEqualTo(CollectorState.CLOSED);
      assertThat(monitor.figures().byName()).containsEntry("chunks.closed{reason=close}", 1L);
    }
  }

  private static void emitInto(Monitor closed) {
    OperationDurationWriter writer = OperationDurationWriter.create(closed.sink());
    assertThat(writer.emit(1, null, 1, false)).isFalse();
  }

  @Test
  void bean_shows_figures_and_options_switches_and_goes_with_the_monitor() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName query = new ObjectName("dev.sluice:type=Monitor,producer=\"shop\",*");
    try (Monitor silent = monitor("")) {
      assertThat(silent.isEnabled()).isTrue();
      assertThat(server.queryNames(query, null)).isEmpty();
    }
    try (Monitor monitor = monitor("&jmx=true")) {
      Set<ObjectName> names = server.queryNames(query, null);
      assertThat(names).hasSize(1);
      ObjectName name = names.iterator().next();
      emit(monitor, 3);
      assertThat(server.getAttribute(name, "ChunkRecords")).isEqualTo(1024L);
      assertThat(server.getAttribute(name, "ChunkDelayNs")).isEqualTo(200_000_000L);
      assertThat(server.getAttribute(name, "ChunkGoalMet")).isEqualTo(1L);
      assertThat(
              server.invoke(
                  name, "flush", new Object[] {10_000L}, new String[] {long.class.getName()}))
          .isEqualTo(true);
      assertThat(server.getAttribute(name, "Emitted")).isEqualTo(3L);
      assertThat(server.getAttribute(name, "Acknowledged")).isEqualTo(3L);
      assertThat(server.getAttribute(name, "State")).isEqualTo("running");
      assertThat(server.getAttribute(name, "SinkProblem")).isNull();
      assertThat(server.getAttribute(name, "ChunksClosedFlush")).isEqualTo(1L);
      assertThat((String[]) server.getAttribute(name, "Configuration"))
          .contains("jmx = true (URI)");
      server.setAttribute(name, new Attribute("Enabled", false));
      assertThat(monitor.isEnabled()).isFalse();
    }
    assertThat(server.queryNames(query, null)).isEmpty();
  }

  @Test
  void bean_has_each_metric_and_the_sum_of_those_with_a_tag() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName query = new ObjectName("dev.sluice:type=Monitor,producer=\"shop\",*");
    try (Monitor monitor = monitor("&jmx=true&chunk.records=2")) {
      ObjectName name = server.queryNames(query, null).iterator().next();
      emit(monitor, 5);
      assertThat(monitor.flush(TIMEOUT)).isTrue();
      String[] names =
          Stream.of(server.getMBeanInfo(name).getAttributes())
              .map(MBeanAttributeInfo::getName)
              .toArray(String[]::new);
      Map<String, Object> all = new HashMap<>();
      for (Attribute one : server.getAttributes(name, names).asList()) {
        assertThat(all.put(one.getName(), one.getValue())).as(one.getName()).isNull();
      }
      assertThat(all)
          .containsOnlyKeys(names)
          .hasSize(monitor.figures().byKey().size() + 5) // the switch is a metric as well
          .containsEntry("Enabled", true)
          .containsEntry("Producer", "shop")
          .containsEntry("Emitted", 5L)
          .containsEntry("AdoptedDropped", 0L)
          .containsEntry("LogLeftOut", 0L)
          .containsEntry("DroppedRingFull", 0L)
          .containsEntry("Dropped", 0L)
          .containsEntry("ChunksClosedRecords", 2L)
          .containsEntry("ChunksClosed", 3L);
      assertThatThrownBy(() -> server.getAttribute(name, "Nothing"))
          .isInstanceOf(AttributeNotFoundException.class);
    }
  }
}
