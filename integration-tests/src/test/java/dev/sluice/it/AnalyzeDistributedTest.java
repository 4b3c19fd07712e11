package dev.sluice.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command that shares its work. */
@Tag("one-jdk")
@ExtendWith(SharedBroker.class)
class AnalyzeDistributedTest {
  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), args);
  }

  @Test
  void the_report_is_that_of_one_machine(KafkaBroker broker) throws Exception {
    String topic = "distributed";
    String uri = Topics.uri(broker, topic);
    Path alone = directory.resolve("alone");
    Path shared = directory.resolve("shared");
    try (WatchedPage page = new WatchedPage(uri, "--distributed")) {
      page.await(json -> json.contains("\"trouble\":\"there is no topic 'distributed' at "));
      broker.createTopic(topic, 2, Map.of());
      for (int producer = 1; producer <= 3; producer++) {
        write(uri, "producer-" + producer, 2_000 * producer);
      }
      page.await(json -> json.contains("\"trouble\":\"nobody has begun the analysis 'sluice-"));
      assertThat(run("analyze", uri, "-o", alone.toString())).isEqualTo(ExitCode.OK);
      assertThat(run("analyze", uri, "--distributed", "-o", shared.toString()))
          .as(err.toString(StandardCharsets.UTF_8))
          .isEqualTo(ExitCode.OK);
      assertThat(out.toString(StandardCharsets.UTF_8)).contains("complete");
      assertThat(page.await(json -> json.contains("\"state\":\"done\"")))
          .contains("\"applicationId\":\"sluice-distributed\"", "\"records\":24000,")
          .contains("\"name\":\"distributed-1\",\"instance\":null,\"committed\":")
          .contains("\"verdict\":\"complete\"", "\"name\":\"producer-3\"");
      assertThat(page.metrics().value("sluice_watch_lag_messages")).isZero();
      assertThat(page.metrics().value("sluice_watch_delivered_records_total")).isEqualTo(24_000);
      assertThat(page.errors())
          .singleElement()
          .asString()
          .startsWith("sluice: there is no topic 'distributed' at ")
          .endsWith("; waiting for it");
    }
    for (String name :
        new String[] {"operations.csv", "operations.dot", "components.dot", "audit.json"}) {
      assertThat(shared.resolve(name)).hasSameTextualContentAs(alone.resolve(name));
    }
    assertThat(Files.readString(shared.resolve("report.html"))).contains("shop.Basket.add()");
    out.reset();
    assertThat(run("watch", uri, "--distributed", "--exit-at-end", "--json"))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("\"lag\":0,\"records\":24000")
        .contains("sluice-distributed-parts-repartition-1");
    out.reset();
    assertThat(run("watch", uri, "--distributed", "--exit-at-end", "--terminal"))
        .isEqualTo(ExitCode.OK);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("sluice-distributed: 0 instances, 24,000 records analysed");
    Path threads = directory.resolve("threads");
    assertThat(run("analyze", uri, "--threads", "3", "-o", threads.toString()))
        .isEqualTo(ExitCode.OK);
    assertThat(threads.resolve("report.html"))
        .hasSameTextualContentAs(alone.resolve("report.html"));
    assertThat(run("analyze", uri, "--partitions", "2", "-o", alone.toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run("analyze", uri, "--threads", "0", "-o", alone.toString()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run("analyze", uri, "--distributed", "--from", "-5m")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("need --distributed")
        .contains("--threads must be 1 to 64, was 0")
        .contains("--from and --until cannot be used with --distributed");
  }

  /** Records of an older program. */
  @MonitoringRecord(name = "it.grown")
  record Grown(@SymbolField String name, @Timestamp(recordTime = true) long time) {}

  /** Records of a newer program, under the same name. */
  @MonitoringRecord(name = "it.grown", version = 2)
  record GrownSince(
      @SymbolField String name, @Timestamp(recordTime = true) long time, double size) {}

  @Tag("full")
  @Test
  void the_report_of_a_spoiled_topic_is_that_of_one_machine(KafkaBroker broker) throws Exception {
    broker.createTopic("whole", 1, Map.of());
    String whole = Topics.uri(broker, "whole");
    write(whole, "on-time", 1_000);
    write(whole, "never-ends", 1_000);
    emit(
        whole,
        "backwards",
        rows -> {
          OperationExecutionWriter writer = OperationExecutionWriter.create(rows);
          var operation = rows.symbol("shop.Clock.back()");
          for (int trace = 1; trace <= 1_000; trace++) {
            long begin = 1_000_000_000L - trace * 1_000L;
            writer.emit(operation, null, trace, begin + 100, begin, null, 1, 1, false);
            writer.emit(operation, null, trace, begin, begin - 500, null, 0, 0, false);
          }
        });
    emit(
        whole,
        "two-versions",
        rows -> {
          AnalyzeDistributedTest_GrownWriter older =
              AnalyzeDistributedTest_GrownWriter.create(rows);
          AnalyzeDistributedTest_GrownSinceWriter newer =
              AnalyzeDistributedTest_GrownSinceWriter.create(rows);
          for (int i = 0; i < 1_000; i++) {
            older.emit(rows.symbol("older"), i);
            newer.emit(rows.symbol("newer"), i, i / 2.0);
          }
        });
    String topic = "spoiled";
    broker.createTopic(topic, 3, Map.of());
    spoil(broker, "whole", topic);
    String uri = Topics.uri(broker, topic);
    Path alone = directory.resolve("alone");
    Path shared = directory.resolve("shared");
    assertThat(run("analyze", uri, "-o", alone.toString())).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(run("analyze", uri, "--distributed", "-o", shared.toString()))
        .isEqualTo(ExitCode.INCOMPLETE);
    assertThat(Files.readString(alone.resolve("audit.json")))
        .contains("\"damaged\":3")
        .contains("two-versions");
    try (Stream<Path> files = Files.list(alone)) {
      assertThat(files.filter(file -> !file.endsWith("report.html")))
          .hasSizeGreaterThan(4)
          .allSatisfy(
              file -> assertThat(shared.resolve(file.getFileName())).hasSameTextualContentAs(file));
    }
  }

  /** Sends chunks on, some of them cut, turned or lost; with messages that are none. */
  private static void spoil(KafkaBroker broker, String from, String to) throws Exception {
    Map<String, Object> servers = Map.of("bootstrap.servers", broker.bootstrapServers());
    TopicPartition partition = new TopicPartition(from, 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
            new KafkaConsumer<>(servers, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(servers, new ByteArraySerializer(), new ByteArraySerializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> message : consumer.poll(Duration.ofSeconds(1))) {
          byte[] bytes = message.value();
          Accounting accounting = ChunkLayout.parse(bytes, 0, bytes.length).accounting();
          boolean isNeverEnding = accounting.producerName().equals("never-ends");
          if (isNeverEnding && accounting.end()) {
            continue;
          }
          if (isNeverEnding && accounting.sequence() == 3) {
            bytes[bytes.length / 2] ^= 1;
          }
          if (isNeverEnding && accounting.sequence() == 5) {
            bytes = Arrays.copyOf(bytes, bytes.length - 7);
          }
          producer.send(new ProducerRecord<>(to, message.key(), bytes));
        }
      }
      producer.send(new ProducerRecord<>(to, 1, null, "no chunk".getBytes(US_ASCII))).get();
    }
  }

  @Tag("full")
  @Test
  void a_topic_of_other_messages_alone_is_refused_in_one_line(KafkaBroker broker) throws Exception {
    String topic = "others";
    broker.createTopic(topic, 2, Map.of());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int partition = 0; partition < 2; partition++) {
        byte[] other = "no chunk".getBytes(US_ASCII);
        producer.send(new ProducerRecord<>(topic, partition, null, other)).get();
      }
    }
    String uri = Topics.uri(broker, topic);
    String[] analyze = {"analyze", uri, "--distributed", "-o", directory.toString()};
    for (String[] command :
        List.of(with(analyze), with(analyze, "--no-split", "--application-id", "others-whole"))) {
      assertThat(run(command)).isEqualTo(ExitCode.USAGE);
      assertThat(lastError())
          .isEqualTo(
              "sluice: no chunk could be read from "
                  + uri
                  + ": all its 16 bytes are damaged or not chunks; 'sluice verify' lists the regions");
    }
    assertThat(out.size()).isZero();
    assertThat(directory).isEmptyDirectory();
  }

  @Tag("full")
  @Test
  void a_page_outlives_its_broker() throws Exception {
    int port = TcpPeers.freePort();
    String uri = "kafka://127.0.0.1:" + port + "/away";
    String quick = "?kafka.request.timeout.ms=%1$d&kafka.default.api.timeout.ms=%1$d";
    Path data = directory.resolve("broker");
    String told = "127.0.0.1:" + port + " does not answer";
    KafkaBroker broker = KafkaBroker.start(data, port, Map.of());
    try {
      broker.createTopic("away", 1, Map.of());
      write(uri, "producer", 500);
      begin(broker, "sluice-away", new TopicPartition("away", 0));
      try (WatchedPage page = new WatchedPage(uri + quick.formatted(1000), "--distributed")) {
        assertThat(page.await(json -> json.contains("\"state\":\"standing\"")))
            .contains("\"instances\":[],", "\"committed\":1,\"end\":9,\"lag\":8,");
        broker.close();
        page.await(json -> json.contains("\"trouble\":\"" + told + "; trying again\""));
        assertThat(run("watch", uri + quick.formatted(100), "--distributed", "--port", "0"))
            .isEqualTo(ExitCode.USAGE);
        assertThat(lastError()).isEqualTo("sluice: " + told);
        broker = KafkaBroker.start(data, port, Map.of());
        page.await(json -> json.contains("\"state\":\"standing\",\"trouble\":null"));
        assertThat(page.errors()).containsExactly("sluice: " + told + "; trying again");
      }
    } finally {
      broker.close();
    }
  }

  /** As an analysis does that analysed one message and was killed. */
  private static void begin(KafkaBroker broker, String id, TopicPartition partition)
      throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      Map<TopicPartition, OffsetAndMetadata> one = Map.of(partition, new OffsetAndMetadata(1));
      admin.alterConsumerGroupOffsets(id, one).all().get(30, TimeUnit.SECONDS);
    }
  }

  @Tag("full")
  @Test
  void state_that_cannot_be_used_is_told_in_one_line(KafkaBroker broker) throws Exception {
    String topic = "spread";
    broker.createTopic(topic, 2, Map.of());
    String uri = Topics.uri(broker, topic);
    write(uri, "producer&key=chunk", 2_000);
    String[] analyze = {"analyze", uri, "--distributed", "-o", directory.toString()};
    assertThat(run(with(analyze, "--no-split"))).isEqualTo(ExitCode.USAGE);
    assertThat(lastError())
        .startsWith("sluice: cannot go on as 'sluice-spread': chunks of producer ")
        .endsWith(
            " lie in several partitions, so that they have to be split; choose another application"
                + " id");
    assertThat(run(with(analyze))).isEqualTo(ExitCode.USAGE);
    assertThat(lastError())
        .isEqualTo(
            "sluice: cannot go on as 'sluice-spread': it keeps the state of 'analyze', not of"
                + " 'analyze, split'; choose another application id");
    assertThat(run(with(analyze, "--partitions", "3"))).isEqualTo(ExitCode.USAGE);
    assertThat(lastError())
        .isEqualTo(
            "sluice: cannot go on as 'sluice-spread': its work has 2 partitions, not 3; choose"
                + " another application id");
    assertThat(directory).isEmptyDirectory();
  }

  private static String[] with(String[] command, String... more) {
    return Stream.of(command, more).flatMap(Arrays::stream).toArray(String[]::new);
  }

  private String lastError() {
    return err.toString(StandardCharsets.UTF_8).lines().reduce((a, b) -> b).orElseThrow();
  }

  private static void write(String uri, String producer, int traces) {
    emit(
        uri,
        producer,
        rows -> {
          OperationExecutionWriter writer = OperationExecutionWriter.create(rows);
          var basket = rows.symbol("shop.Basket.add()");
          var database = rows.symbol("shop.Database.get()");
          long time = System.nanoTime();
          for (int trace = 1; trace <= traces; trace++) {
            long begin = time + trace * 1_000L;
            writer.emit(database, null, trace, begin + 100, begin + 300, null, 1, 1, false);
            writer.emit(basket, null, trace, begin, begin + 400 + trace % 7, null, 0, 0, false);
          }
        });
  }

  private static void emit(String uri, String producer, Consumer<RowSink> emitting) {
    ChunkingCollector collector =
        ChunkingCollector.open(Endpoint.parse(uri + "?chunk.records=128&producer=" + producer));
    emitting.accept(collector.rows());
    assertThat(collector.close(Duration.ofSeconds(30)).dropped().total()).isZero();
  }
}
