package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.rawreaders.kafka.RecordsDeserializer;
import dev.sluice.streams.Audit;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The client that Spring Boot 3.5 brings, in a program of its own; the broker is today's. */
@ExtendWith(SharedBroker.class)
class OlderKafkaIT {
  private static final int RECORDS = 5_000;

  @Test
  @Timeout(180)
  void writers_readers_groups_and_deserializers_work_with_an_older_client(KafkaBroker broker)
      throws Exception {
    Path client = Path.of(System.getProperty("sluice.kafka.client"));
    assertThat(client).exists();
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(path -> !Path.of(path).getFileName().toString().matches("kafka[-_].*"))
            .collect(Collectors.joining(File.pathSeparator));
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.util.logging.config.file="
                    + System.getProperty("java.util.logging.config.file"),
                "-cp",
                client + File.pathSeparator + classPath,
                OlderKafkaIT.class.getName(),
                broker.bootstrapServers(),
                Topics.create(broker, 3))
            .redirectErrorStream(true)
            .start();
    String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(output.lines())
        .containsExactly(
            "client " + System.getProperty("sluice.kafka.version"),
            "acknowledged 5000",
            "read 5000, complete",
            "from a time 5000, later 0",
            "group 5000, again 0",
            "deserialized 5000");
    assertThat(program.exitValue()).isZero();
  }

  /** The program. */
  public static void main(String[] args) throws Exception {
    System.out.println("client " + AppInfoParser.getVersion());
    String uri = "kafka://" + args[0] + "/" + args[1];
    Instant before = Instant.now().minusSeconds(60);
    Collector collector =
        ChunkingCollector.open(Endpoint.parse(uri + "?policy=block&chunk.records=100&key=chunk"));
    EndToEndContract.emit(collector.rows(), "older", 0, RECORDS);
    CollectorReport report = collector.close(Duration.ofSeconds(20));
    System.out.println("acknowledged " + report.acknowledged());
    AtomicInteger count = new AtomicInteger();
    Audit audit =
        RecordStreams.read(uri + "?until=end", (sample, chunk) -> count.incrementAndGet());
    System.out.println("read " + count + (audit.complete() ? ", complete" : ""));
    System.out.println(
        "from a time "
            + records(uri + "?until=end&from=" + before)
            + ", later "
            + records(uri + "?until=end&from=" + Instant.now().plusSeconds(60)));
    String group = uri + "?until=end&group=" + args[1];
    System.out.println("group " + records(group) + ", again " + records(group));
    System.out.println("deserialized " + deserialized(args[0], args[1]));
  }

  private static int records(String uri) throws Exception {
    AtomicInteger count = new AtomicInteger();
    RecordStreams.read(uri, (sample, chunk) -> count.incrementAndGet());
    return count.get();
  }

  private static int deserialized(String servers, String topic) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            servers,
            "group.id",
            "own-" + topic,
            "auto.offset.reset",
            "earliest");
    int count = 0;
    try (KafkaConsumer<byte[], List<Sample>> consumer =
        new KafkaConsumer<>(
            settings,
            new ByteArrayDeserializer(),
            new RecordsDeserializer<>(SampleReader.create()))) {
      consumer.subscribe(List.of(topic));
      for (int i = 0; i < 100 && count < RECORDS; i++) {
        for (ConsumerRecord<byte[], List<Sample>> message : consumer.poll(Duration.ofMillis(200))) {
          count += message.value().size();
        }
      }
    }
    return count;
  }
}
