package dev.sluice.log4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.monitoring.records.LogEvent;
import dev.sluice.monitoring.records.LogEventReader;
import dev.sluice.streams.RecordStream;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.testkit.Snippets;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.Warns;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.message.StringMapMessage;
import org.apache.logging.log4j.status.StatusLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Warns({"records are refused", "chunks are not acknowledged", "chunks are left for the next"})
class SluiceAppenderTest {
  @TempDir private Path directory;

  private static LoggerContext context(String appender) throws IOException {
    String xml =
        """
        <Appenders>%s</Appenders>
        <Loggers><Root level="info"><AppenderRef ref="records"/></Root></Loggers>
        """;
    return configured(xml.formatted(appender));
  }

  private static LoggerContext configured(String inner) throws IOException {
    String xml = "<Configuration status='off'>" + inner + "</Configuration>";
    return Configurator.initialize(
        null,
        new ConfigurationSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))));
  }

  private LoggerContext context() throws IOException {
    return context("<Sluice name='records' sink='file:" + directory + "'/>");
  }

  private List<LogEvent> read() throws Exception {
    List<LogEvent> all = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + directory).open()) {
      stream.drain(RecordStream.typed(LogEventReader.create(), all::add));
      assertThat(stream.audit().complete()).isTrue();
    }
    return all;
  }

  @Test
  void configuration_of_the_page_records_what_is_logged() throws Exception {
    String shown = Snippets.shownIn(Path.of("../../docs/logging.md"), "run").get("log4j");
    try (LoggerContext context =
        configured(shown.replace("kafka://broker:9092/logs", "file:" + directory))) {
      context.getLogger("com.acme.Shop").info("paid {}", 7.5);
    }
    assertThat(read()).extracting(LogEvent::pattern).containsExactly("paid {}");
  }

  @Test
  void a_message_is_its_pattern_and_its_arguments() throws Exception {
    long before = epoch(Instant.now().minusMillis(2));
    try (LoggerContext context = context()) {
      Logger logger = context.getLogger("com.acme.Shop");
      ThreadContext.put("order", "12");
      logger.info(MarkerManager.getMarker("PAID"), "paid {} of {}", 7.5, "EUR");
      ThreadContext.clearAll();
      logger.debug("not this");
      logger.warn("{} {} {} {} {}", 1, 2, 3, null, true);
      logger.error("plain; {}");
    }
    List<LogEvent> events = read();
    LogEvent first = events.get(0);
    assertThat(first.pattern()).isEqualTo("paid {} of {}");
    assertThat(first.argument1()).isEqualTo("7.5");
    assertThat(first.argument2()).isEqualTo("EUR");
    assertThat(first.argument3()).isNull();
    assertThat(first.level()).isEqualTo("INFO");
    assertThat(first.logger()).isEqualTo("com.acme.Shop");
    assertThat(first.marker()).isEqualTo("PAID");
    assertThat(first.context()).isEqualTo("order=12");
    assertThat(first.threadName()).isEqualTo(Thread.currentThread().getName());
    assertThat(first.timestamp()).isBetween(before, epoch(Instant.now().plusMillis(2)));
    assertThat(first.traceId()).isEqualTo(-1);
    assertThat(events.get(1).argument3()).isEqualTo("3");
    assertThat(events.get(1).arguments()).isEqualTo("null\ntrue");
    assertThat(events.get(1).context()).isNull();
    assertThat(events).extracting(LogEvent::pattern).endsWith("plain; {}").hasSize(3);
  }

  private static long epoch(Instant instant) {
    return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
  }

  @Test
  void an_exception_has_its_stack_and_one_that_cannot_be_told_harms_nobody() throws Exception {
    Object hostile =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("no");
          }
        };
    try (LoggerContext context = context()) {
      Logger logger = context.getLogger("com.acme.Shop");
      logger.error("failed {}", "here", new IOException("disk"));
      logger.info(new StringMapMessage(Map.of("key", "value")));
      logger.info("told {}", hostile);
      logger.info("{}", "x".repeat(100_000));
      logger.info("y".repeat(100_000));
    }
    List<LogEvent> events = read();
    assertThat(events.get(0).exception()).isEqualTo("java.io.IOException: disk");
    assertThat(events.get(0).stackTrace()).contains("SluiceAppenderTest.an_exception_has");
    assertThat(events.get(1).pattern()).isEqualTo("key=\"value\"");
    assertThat(events.get(2).argument1())
        .endsWith("that cannot be formatted: java.lang.IllegalStateException");
    assertThat(events.get(3).argument1()).hasSize(8192);
    assertThat(events.get(4).pattern()).hasSize(8192);
  }

  @Test
  void a_message_that_cannot_be_recorded_is_counted_and_the_next_one_is_there() throws Exception {
    Object broken =
        new Object() {
          @Override
          public String toString() {
            throw new StackOverflowError();
          }
        };
    try (LoggerContext context = context()) {
      context.getLogger("com.acme.Shop").info("told {}", broken);
      context.getLogger("com.acme.Shop").info("next");
    }
    List<LogEvent> all = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + directory).open()) {
      stream.drain(RecordStream.typed(LogEventReader.create(), all::add));
      assertThat(stream.audit().producers().get(0).dropped().total()).isEqualTo(1);
    }
    assertThat(all).extracting(LogEvent::pattern).containsExactly("next");
  }

  @Test
  void with_the_broker_absent_every_message_is_spilled_or_counted() throws Exception {
    int messages = 200_000;
    String sink =
        "kafka://127.0.0.1:%d/logs?spill=%s&kafka.max.block.ms=300&%s"
            .formatted(TcpPeers.freePort(), directory, "memory=2MiB")
            .replace("&", "&amp;");
    try (LoggerContext context = context("<Sluice name='records' sink='" + sink + "'/>")) {
      Logger logger = context.getLogger("com.acme.Shop");
      for (int i = 0; i < messages; i++) {
        logger.info("order {} of {}", i, "customer");
      }
    }
    long[] read = {0};
    try (RecordStream stream = RecordStream.builder("file:" + directory).open()) {
      stream.drain(RecordStream.typed(LogEventReader.create(), event -> read[0]++));
      long dropped = stream.audit().producers().get(0).dropped().total();
      assertThat(read[0] + dropped).isEqualTo(messages);
      assertThat(read[0]).isGreaterThan(1_000);
    }
  }

  private static Thread started(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.start();
    return thread;
  }

  @Test
  void threads_of_sinks_are_left_out_and_no_name_of_a_thread_or_a_logger_is() throws Exception {
    try (LoggerContext context = context()) {
      Logger kafka = context.getLogger("org.apache.kafka.Client");
      CompletableFuture<Thread> clients = new CompletableFuture<>();
      SystemPlatform.get()
          .run(
              "http-1",
              () -> {
                kafka.warn("a sink's own");
                clients.complete(started("http-2", () -> kafka.warn("a sink's client's")));
              });
      clients.get().join();
      started("kafka-producer-network-thread | sluice-1", () -> kafka.warn("first")).join();
      started("sluice-gate-control-1", () -> kafka.warn("second")).join();
      context.getLogger("dev.sluice.collector").warn("third");
    }
    assertThat(read())
        .extracting(LogEvent::pattern)
        .containsExactlyInAnyOrder("first", "second", "third");
  }

  @Test
  void behind_an_asynchronous_appender_nothing_is_lost_and_the_thread_is_the_one_that_logged()
      throws Exception {
    String async =
        "<Sluice name='direct' sink='file:%s?policy=block'/><Async name='records'>"
            + "<AppenderRef ref='direct'/></Async>";
    try (LoggerContext context = context(async.formatted(directory))) {
      for (int i = 0; i < 2_000; i++) {
        context.getLogger("com.acme.Shop").info("number {}", i);
      }
    }
    List<LogEvent> events = read();
    assertThat(events).hasSize(2_000);
    assertThat(events.get(1_999).argument1()).isEqualTo("1999");
    assertThat(events)
        .allMatch(event -> event.threadName().equals(Thread.currentThread().getName()));
  }

  @Test
  void a_sink_that_does_not_exist_is_told_by_the_status_logger() throws Exception {
    List<String> told = new ArrayList<>();
    StatusLogger.getLogger()
        .registerListener(
            new org.apache.logging.log4j.status.StatusConsoleListener(
                org.apache.logging.log4j.Level.ERROR) {
              @Override
              public void log(org.apache.logging.log4j.status.StatusData data) {
                told.add(data.getMessage().getFormattedMessage());
              }
            });
    context("<Sluice name='records' sink='fiel:x'/>").close();
    assertThat(told).anyMatch(text -> text.contains("records nothing") && text.contains("fiel"));
    StatusLogger.getLogger().reset();
  }
}
