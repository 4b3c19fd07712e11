package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import dev.sluice.testkit.Warns;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code explode} and a broker. */
@ExtendWith(SharedBroker.class)
@Warns("exceed the maximum message size of the topic")
@Tag("one-jdk")
class ExplodeTest {
  private static final SerializerPair BINARY = SerializerPair.named("binary");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private KafkaBroker broker;
  private String from;
  private String to;

  @BeforeEach
  void createTopics(KafkaBroker shared) {
    broker = shared;
    from = Topics.create(shared, 2);
    to = Topics.create(shared, 3);
  }

  private int run(String... args) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), args);
  }

  private int explode(String... more) {
    List<String> args = new ArrayList<>(List.of("explode", uri(from), "--to", uri(to)));
    args.addAll(List.of(more));
    return run(args.toArray(String[]::new));
  }

  private String uri(String topic) {
    // A fetch that waits for messages holds up the close, by default for half a second.
    return Topics.uri(broker, topic)
        + (topic.equals(from) ? "?kafka.fetch.max.wait.ms=20" : "?kafka.linger.ms=0");
  }

  private void send(List<byte[]> values) {
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (var producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      values.forEach(value -> producer.send(new ProducerRecord<>(from, value)));
    }
  }

  private List<ConsumerRecord<String, String>> messages() {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", broker.bootstrapServers(), "fetch.max.wait.ms", "20");
    List<ConsumerRecord<String, String>> all = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(to).stream()
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long end = consumer.endOffsets(partitions).values().stream().mapToLong(e -> e).sum();
      while (partitions.stream().mapToLong(consumer::position).sum() < end) {
        consumer.poll(Duration.ofSeconds(1)).forEach(all::add);
      }
    }
    return all;
  }

  private static String header(ConsumerRecord<String, String> message, String name) {
    return new String(
        message.headers().lastHeader("sluice." + name).value(), StandardCharsets.US_ASCII);
  }

  private static String name(ConsumerRecord<String, String> message) {
    return header(message, "producer")
        + "-"
        + header(message, "sequence")
        + "-"
        + header(message, "record");
  }

  private String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void asked_to_end_it_ends_behind_what_it_has_and_tells_what_was_sent(@TempDir Path directory)
      throws Exception {
    send(NoteChunks.of(0x1a, 50));
    Path errors = directory.resolve("errors");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "explode",
                uri(from),
                "--to",
                uri(to),
                "--follow")
            .redirectOutput(directory.resolve("printed").toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      while (process.isAlive() && messages().size() < 100) {
        process.waitFor(20, TimeUnit.MILLISECONDS);
      }
      process.destroy();

      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isEqualTo(143);
      assertThat(Files.readAllLines(errors))
          .endsWith(
              "sluice: interrupted: 100 messages are sent to topic "
                  + to
                  + " at "
                  + broker.bootstrapServers());
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void each_record_is_a_message_as_cat_prints_it_in_the_order_of_its_producer() throws Exception {
    send(NoteChunks.of(0x1a, 50));
    send(NoteChunks.of(0x2b, 1));

    assertThat(explode()).as(errors()).isZero();

    assertThat(output()).contains(": complete", "102 messages to topic " + to);
    List<ConsumerRecord<String, String>> messages = messages();
    List<String> ofOne =
        messages.stream().filter(m -> m.key().endsWith("1a")).map(m -> m.value()).toList();
    assertThat(ofOne).hasSize(100);
    assertThat(messages).hasSize(102);
    assertThat(ofOne.get(98))
        .isEqualTo(
            "{\"_producer\":\"shop\",\"_producerId\":\"000000000000001a\",\"type\":\"test.note.1\","
                + "\"time\":49,\"text\":\"a49\"}");
    out.reset();
    run("cat", uri(from), "--format", "jsonl");
    assertThat(messages.stream().map(ConsumerRecord::value))
        .containsExactlyInAnyOrderElementsOf(output().lines().toList());
    ConsumerRecord<String, String> last =
        messages.stream().filter(m -> m.value().contains("\"b49\"")).findAny().orElseThrow();
    assertThat(name(last)).isEqualTo("000000000000001a-49-1");
    assertThat(header(last, "type")).isEqualTo("test.note.2");
  }

  @Tag("full")
  @Test
  void what_was_sent_and_not_committed_is_sent_again_under_the_same_name(@TempDir Path directory)
      throws Exception {
    List<byte[]> chunks = NoteChunks.of(0x1a, 20);
    String positions = directory.resolve("positions").toString();
    send(chunks.subList(0, 1));
    assertThat(explode("--positions", positions)).as(errors()).isZero();
    send(chunks.subList(1, 20));
    Path obstacle =
        Files.createDirectories(directory.resolve("positions.new").resolve("in the way"));

    // Positions are saved when all is delivered and before it is committed.
    assertThat(explode("--positions", positions)).isEqualTo(ExitCode.USAGE);
    assertThat(messages()).hasSizeGreaterThan(2);
    Files.delete(obstacle);
    Files.delete(obstacle.getParent());
    assertThat(explode("--positions", positions)).as(errors()).isZero();

    List<ConsumerRecord<String, String>> messages = messages();
    Map<String, List<String>> byName =
        messages.stream()
            .collect(
                Collectors.groupingBy(
                    ExplodeTest::name,
                    Collectors.mapping(ConsumerRecord::value, Collectors.toList())));
    assertThat(messages).hasSizeGreaterThan(40);
    assertThat(byName).hasSize(40);
    assertThat(byName.values()).allMatch(values -> values.stream().distinct().count() == 1);
    out.reset();
    assertThat(explode()).as("everything is committed").isZero();
    assertThat(output()).contains("\n0 messages to topic");
  }

  @Test
  void chunks_that_are_missing_in_the_source_are_reported_and_a_missing_end_is_no_error()
      throws Exception {
    List<byte[]> chunks = NoteChunks.of(0x1a, 5);
    send(chunks.subList(0, 3));
    assertThat(explode()).as(errors()).isZero();
    assertThat(output()).contains("incomplete: 1 producer without an end");
    send(chunks.subList(4, 5));
    out.reset();
    assertThat(explode()).isEqualTo(ExitCode.INCOMPLETE);
    assertThat(output()).contains("chunks missing");
  }

  @Test
  void positions_make_one_audit_of_several_runs(@TempDir Path directory) throws Exception {
    List<byte[]> chunks = NoteChunks.of(0x1a, 20);
    String positions = directory.resolve("positions").toString();
    send(chunks.subList(0, 12));
    assertThat(explode("--positions", positions)).as(errors()).isZero();
    send(chunks.subList(10, 20)); // two of them again

    assertThat(explode("--positions", positions)).as(errors()).isZero();

    assertThat(messages()).hasSize(40);
    assertThat(output()).contains(": complete");
  }

  @Test
  void later_runs_have_the_producers_and_the_end_of_earlier_ones(@TempDir Path directory)
      throws Exception {
    String positions = directory.resolve("positions").toString();
    List<byte[]> begun = NoteChunks.of(0x1b, 2);
    send(NoteChunks.of(0x1a, 3));
    send(begun.subList(0, 1));
    assertThat(explode("--positions", positions)).as(errors()).isZero();
    send(begun.subList(1, 2));
    out.reset();
    assertThat(explode("--positions", positions, "--json")).as(errors()).isZero();
    assertThat(output()).startsWith("{\"complete\":true,\"chunks\":5,").contains("1a\"", "1b\"");

    String before = output();
    out.reset();
    String type = "test.note.1";
    assertThat(explode("--positions", positions, "--json", "--type", type)).as(errors()).isZero();
    assertThat(output()).as("nothing new").isEqualTo(before);
  }

  @Test
  void other_messages_among_the_chunks_are_told_and_set_aside(@TempDir Path directory)
      throws Exception {
    List<byte[]> chunks = NoteChunks.of(0x1a, 3);
    chunks.get(1)[100] ^= 1;
    chunks.add("{\"no\":\"chunk\"}".getBytes(StandardCharsets.UTF_8));
    send(chunks);

    assertThat(explode("--quarantine", directory.toString())).isEqualTo(ExitCode.INCOMPLETE);

    assertThat(messages()).hasSize(4);
    assertThat(output()).contains("1 chunk missing", "2 damaged regions", "\n4 messages to topic");
    assertThat(directory).isDirectoryContaining(path -> path.toString().contains(from));
  }

  @Test
  void a_record_longer_than_a_message_may_be_is_told_and_the_rest_is_sent() throws Exception {
    to = Topics.create(broker, 1, Map.of("max.message.bytes", "2000"));
    TestBatch rows =
        new TestBatch().add(NoteChunks.ONE, 1L, "short").add(NoteChunks.ONE, 2L, "x".repeat(3_000));
    Chunk chunk = BINARY.chunk(BINARY.encoder(), rows.build());
    send(List.of(chunk.toByteArray()));

    assertThat(explode()).isEqualTo(ExitCode.INCOMPLETE);

    assertThat(messages()).singleElement().matches(m -> m.value().contains("short"));
    assertThat(output())
        .contains("1 record rejected", "exceed the maximum message size of the topic");
  }

  @Test
  void keys_name_records_or_hold_a_field() throws Exception {
    send(NoteChunks.of(0x1a, 2));

    assertThat(explode("--key", "record", "--type", "test.note.2")).as(errors()).isZero();
    List<ConsumerRecord<String, String>> named = messages();
    to = Topics.create(broker, 3);
    assertThat(explode("--key", "field:count", "--format", "connect")).as(errors()).isZero();

    assertThat(named)
        .extracting(ConsumerRecord::key)
        .containsExactly("000000000000001a-0-1", "000000000000001a-1-1");
    assertThat(messages())
        .extracting(ConsumerRecord::key)
        .containsExactlyInAnyOrder("000000000000001a", "000000000000001a", "0", "1");
    assertThat(messages()).allMatch(m -> m.value().startsWith("{\"schema\":{\"type\":\"struct\""));
  }

  @Test
  void topics_must_be_there_and_differ() {
    String there = uri(to);

    assertThat(run("explode", Topics.uri(broker, "nowhere"), "--to", there)).isEqualTo(2);
    assertThat(explode("--key", "colour")).isEqualTo(2);
    assertThat(run("explode", there, "--to", there)).isEqualTo(2);
    to = "nowhere";
    assertThat(
            run("explode", uri(from), "--to", Topics.uri(broker, to) + "?kafka.max.block.ms=200"))
        .isEqualTo(2);

    assertThat(errors().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("sluice: no topic 'nowhere' at "),
            line -> assertThat(line).contains("--key must be producer, record, trace"),
            line -> assertThat(line).contains("--to must be another topic than the source"),
            line -> assertThat(line).contains("nowhere", "there is no topic 'nowhere'"));
  }
}
