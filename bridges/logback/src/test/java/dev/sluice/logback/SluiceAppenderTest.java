package dev.sluice.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import dev.sluice.api.record.RecordReader;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.OpenExecution;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.records.LogEvent;
import dev.sluice.monitoring.records.LogEventReader;
import dev.sluice.monitoring.records.OperationExecution;
import dev.sluice.monitoring.records.OperationExecutionReader;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.Snippets;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SluiceAppenderTest {
  @TempDir private Path directory;

  private static LoggerContext context(String inner) throws Exception {
    String xml =
        """
        <appender name="records" class="dev.sluice.logback.SluiceAppender">%s</appender>
        <root level="info"><appender-ref ref="records"/></root>
        """;
    return configured(xml.formatted(inner));
  }

  private static LoggerContext configured(String inner) throws Exception {
    String xml = "<configuration>" + inner + "</configuration>";
    LoggerContext context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    return context;
  }

  private <T> List<T> read(RecordReader<T> reader) throws Exception {
    List<T> all = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + directory).open()) {
      stream.drain(RecordStream.typed(reader, all::add));
      assertThat(stream.audit().complete()).isTrue();
    }
    return all;
  }

  @Test
  void configuration_of_the_page_records_what_is_logged() throws Exception {
    String shown = Snippets.shownIn(Path.of("../../docs/logging.md"), "run").get("logback");
    LoggerContext context =
        configured(shown.replace("kafka://broker:9092/logs", "file:" + directory));
    context.getLogger("com.acme.Shop").info("paid {}", 7.5);
    context.stop();
    assertThat(read(LogEventReader.create()))
        .extracting(LogEvent::pattern)
        .containsExactly("paid {}");
  }

  @Test
  void a_message_is_its_pattern_and_its_arguments() throws Exception {
    LoggerContext context = context("<sink>file:" + directory + "</sink>");
    Logger logger = context.getLogger("com.acme.Shop");
    context.getMDCAdapter().put("order", "12");
    logger.info("paid {} of {}", 7.5, "EUR");
    logger.debug("not this");
    logger.error("failed", new IllegalStateException("disk"));
    context.stop();

    List<LogEvent> events = read(LogEventReader.create());
    assertThat(events).hasSize(2);
    LogEvent first = events.get(0);
    assertThat(first.pattern()).isEqualTo("paid {} of {}");
    assertThat(first.argument1()).isEqualTo("7.5");
    assertThat(first.argument2()).isEqualTo("EUR");
    assertThat(first.level()).isEqualTo("INFO");
    assertThat(first.logger()).isEqualTo("com.acme.Shop");
    assertThat(first.context()).isEqualTo("order=12");
    assertThat(first.threadName()).isEqualTo(Thread.currentThread().getName());
    assertThat(events.get(1).exception()).isEqualTo("java.lang.IllegalStateException: disk");
    assertThat(events.get(1).stackTrace()).contains("SluiceAppenderTest.a_message");
  }

  @Test
  void a_message_belongs_to_the_trace_in_which_it_was_logged() throws Exception {
    System.setProperty("sluice.sink", "file:" + directory);
    try {
      LoggerContext context = context("");
      Monitor monitor = Monitor.process();
      Operation order =
          monitor
              .probes()
              .operation(
                  "void com.acme.Shop.order()", "com.acme.Shop", Set.of(ProbeKind.EXECUTION), null);
      Logger logger = context.getLogger("com.acme.Shop");
      logger.info("before");
      OpenExecution execution = OpenExecution.begin(order);
      logger.info("within");
      execution.end(order, false);
      context.stop();
      monitor.close();
    } finally {
      System.clearProperty("sluice.sink");
    }
    OperationExecution execution = read(OperationExecutionReader.create()).get(0);
    List<LogEvent> events = read(LogEventReader.create());
    assertThat(events).extracting(LogEvent::pattern).containsExactly("before", "within");
    assertThat(events).extracting(LogEvent::traceId).containsExactly(-1L, execution.traceId());
    assertThat(events.get(1).traceProducer()).isZero();
    assertThat(events.get(1).timestamp())
        .isBetween(execution.tin() - 50_000_000, execution.tout() + 50_000_000);
  }

  @Test
  void a_sink_that_does_not_exist_is_told_as_logback_tells_mistakes() throws Exception {
    LoggerContext context = context("<sink>fiel:x</sink>");
    assertThat(context.getStatusManager().getCopyOfStatusList())
        .anyMatch(
            status ->
                status.getMessage().contains("records nothing")
                    && status.getMessage().contains("fiel"));
    context.getLogger("com.acme.Shop").info("goes nowhere");
    context.stop();
  }
}
