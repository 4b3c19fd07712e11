package dev.sluice.rawreaders.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.spi.NoSuchSourceException;
import dev.sluice.api.spi.RawReader;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ChunkLog;
import dev.sluice.testkit.FreezableProxy;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.Warns;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedBroker.class)
@Tag("one-jdk")
class KafkaRawReaderTest {
  private static final AtomicInteger TOPICS = new AtomicInteger();
  private static final Duration SHORT = Duration.ofMillis(200);

  private final String topic = "reader-" + TOPICS.incrementAndGet();
  private final ChunkFactory factory = new ChunkFactory(7, null);
  private KafkaBroker broker;
  private String uri;
  private KafkaProducer<byte[], byte[]> producer;

  @BeforeEach
  void connect(KafkaBroker shared) {
    broker = shared;
    uri = "kafka://" + broker.bootstrapServers() + "/" + topic;
    producer =
        new KafkaProducer<>(
            // One request at a time, or the first batch may be out of sequence for ever:
            // KAFKA-14359.
            Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "max.in.flight.requests.per.connection",
                1),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @AfterEach
  void disconnect() {
    producer.close();
  }

  @Test
  void missing_topic_is_one_line_that_names_the_nearest() throws Exception {
    broker.createTopic(topic, 1, Map.of());
    try (RawReader reader = RawPair.reader(uri + "x")) {
      assertThatThrownBy(() -> reader.poll(new ChunkLog(), SHORT))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "no topic '"
                  + topic
                  + "x' at "
                  + broker.bootstrapServers()
                  + "; did you mean '"
                  + topic
                  + "'?");
      assertThat(reader.exhausted()).isFalse();
    }
  }

  @Test
  void a_topic_that_is_made_anew_while_it_is_read_to_its_end_is_told() throws Exception {
    broker.createTopic(topic, 1, Map.of());
    for (int i = 0; i < 20; i++) {
      send(0, factory.next().toByteArray());
    }
    String one = "?until=end&kafka.max.poll.records=1&kafka.max.partition.fetch.bytes=1";
    try (RawReader reader =
            RawPair.reader(
                uri + one + "&kafka.default.api.timeout.ms=10000&kafka.fetch.max.bytes=1");
        Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      ChunkLog log = new ChunkLog();
      while (reader.poll(log, SHORT) == 0) {
        // the first message
      }
      admin.deleteTopics(List.of(topic)).all().get();
      Awaitility.await().until(() -> !admin.listTopics().names().get().contains(topic));
      broker.createTopic(topic, 1, Map.of());
      assertThatThrownBy(
              () -> {
                while (!reader.exhausted()) {
                  reader.poll(log, SHORT);
                }
              })
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll("ended at offset 20 and now ends at 0", "created again");
    }
  }

  @Test
  void a_topic_that_does_not_exist_yet_is_waited_for_as_long_as_a_poll_lasts() throws Exception {
    ChunkLog log = new ChunkLog();
    try (RawReader reader = RawPair.reader(uri)) {
      assertThatThrownBy(() -> reader.poll(log, SHORT)).isInstanceOf(NoSuchSourceException.class);
      CompletableFuture<Void> creation =
          CompletableFuture.runAsync(
              () -> {
                broker.createTopic(topic, 1, Map.of());
                send(0, factory.next().toByteArray());
              });
      int count = 0;
      for (int i = 0; i < 20 && count == 0; i++) {
        count = reader.poll(log, Duration.ofSeconds(20));
      }
      creation.get(20, TimeUnit.SECONDS);
    }
    assertThat(log.sequences(7)).containsExactly(0L);
  }

  @Test
  void from_a_time_sees_the_chunks_that_reach_it_of_all_partitions() throws Exception {
    broker.createTopic(topic, 3, Map.of());
    Instant start = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofHours(3));
    for (int minute = 0; minute < 60; minute++) {
      Instant time = start.plusSeconds(60 * minute);
      // Sent half a minute after its records were made.
      long sent = time.plusSeconds(30).toEpochMilli();
      byte[] chunk = factory.at(time).toByteArray();
      producer.send(new ProducerRecord<>(topic, minute % 3, sent, null, chunk));
    }
    producer.flush();

    String from = uri + "?until=end&from=";
    assertThat(RawPair.readAll(from + start.plusSeconds(3000)).sequences(7))
        .containsExactlyInAnyOrderElementsOf(LongStream.range(50, 60).boxed().toList());
    assertThat(RawPair.readAll(from + start.plusSeconds(2971)).sequences(7))
        .as("sent later than that, but made earlier")
        .containsExactlyInAnyOrderElementsOf(LongStream.range(50, 60).boxed().toList());
    assertThat(RawPair.readAll(from + start.plusSeconds(3500)).sequences(7))
        .as("two partitions end before")
        .containsExactly(59L);
    assertThat(RawPair.readAll(from + start.plusSeconds(9000)).chunks()).isEmpty();
    String grouped = from + start.plusSeconds(2400) + "&group=" + topic;
    assertThat(RawPair.readAll(grouped).sequences(7))
        .containsExactlyInAnyOrderElementsOf(LongStream.range(40, 60).boxed().toList());
    assertThat(RawPair.readAll(grouped).chunks()).as("what is committed goes before").isEmpty();
  }

  @Test
  void partitions_that_are_added_are_found_by_a_busy_reader() throws Exception {
    broker.createTopic(topic, 1, Map.of());
    AtomicBoolean stop = new AtomicBoolean();
    send(0, factory.next().toByteArray());
    CompletableFuture<Void> busy =
        CompletableFuture.runAsync(
            () -> {
              while (!stop.get()) {
                send(0, new ChunkFactory(8, null).next().toByteArray());
              }
            });
    try (RawReader reader = RawPair.reader(uri + "?kafka.metadata.max.age.ms=300")) {
      ChunkLog log = new ChunkLog();
      pollUntil(reader, log, 1);
      broker.addPartitions(topic, 2);
      send(1, factory.next().toByteArray());
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ZERO)
          .until(
              () -> {
                assertThat(reader.poll(log, Duration.ofSeconds(5))).as("busy").isPositive();
                return log.sequences(7).contains(1L);
              });
    } finally {
      stop.set(true);
      busy.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void silent_or_absent_broker_is_an_error_after_a_bounded_time() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (String server : List.of("127.0.0.1:" + silent.getLocalPort(), "127.0.0.1:1")) {
        try (RawReader reader =
            RawPair.reader("kafka://" + server + "/t?until=end&timeout=400ms")) {
          assertThatThrownBy(() -> reader.poll(new ChunkLog(), SHORT))
              .isInstanceOf(IOException.class)
              .hasMessageStartingWith(
                  "cannot read topic t at " + server + ": no answer within 400 ms")
              .message()
              .doesNotContain("\n");
        }
      }
    }
  }

  @Test
  @Warns("nothing listens there; trying again for 2 s (option timeout)")
  void source_without_an_end_waits_for_an_absent_broker_until_its_time_is_over() throws Exception {
    try (RawReader reader =
        RawPair.reader("kafka://127.0.0.1:1/t?timeout=2s&kafka.default.api.timeout.ms=200")) {
      assertThat(reader.poll(new ChunkLog(), SHORT)).as("may be starting").isZero();
      assertThatThrownBy(
              () -> {
                while (true) {
                  reader.poll(new ChunkLog(), SHORT);
                }
              })
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no answer within 200 ms", "nothing listens there");
    }
  }

  @Test
  @Warns("does not answer; trying again for 300 s (option timeout)")
  void reader_that_starts_before_its_broker_answers_reads_all_of_it() throws Exception {
    broker.createTopic(topic, 1, Map.of());
    send(0, factory.next().toByteArray());
    try (FreezableProxy proxy = new FreezableProxy()) {
      proxy.forwardTo(Integer.parseInt(broker.bootstrapServers().split(":")[1]));
      proxy.freeze(true);
      try (RawReader reader =
          RawPair.reader(
              "kafka://127.0.0.1:%s/%s?from=beginning&kafka.default.api.timeout.ms=200"
                  .formatted(proxy.port(), topic))) {
        ChunkLog log = new ChunkLog();
        assertThat(reader.poll(log, SHORT)).isZero();
        proxy.freeze(false);
        pollUntil(reader, log, 1);
        assertThat(log.chunks()).hasSize(1);
      }
    }
  }

  @Test
  void wakeup_ends_a_poll_that_waits_and_one_that_has_not_begun() throws Exception {
    broker.createTopic(topic, 1, Map.of());
    ChunkLog log = new ChunkLog();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try (RawReader reader = RawPair.reader(uri)) {
      reader.wakeup();
      assertThat(reader.poll(log, Duration.ofSeconds(30))).isZero();
      Future<Integer> poll = other.submit(() -> reader.poll(log, Duration.ofSeconds(30)));
      Awaitility.await()
          .atMost(Duration.ofSeconds(10))
          .pollInterval(Duration.ofMillis(20))
          .until(
              () -> {
                reader.wakeup();
                return poll.isDone();
              });
      assertThat(poll.get()).isZero();
      send(0, factory.next().toByteArray());
      pollUntil(reader, log, 1);
    } finally {
      other.shutdownNow();
    }
  }

  @Test
  void until_end_stops_at_what_was_there_at_the_start() throws Exception {
    broker.createTopic(topic, 3, Map.of());
    send(0, factory.next().toByteArray());
    send(2, factory.next().toByteArray());
    ChunkLog log = new ChunkLog();
    try (RawReader reader = RawPair.reader(uri + "?until=end")) {
      pollUntil(reader, log, 1);
      send(0, factory.next().toByteArray());
      for (int i = 0; i < 50 && !reader.exhausted(); i++) {
        reader.poll(log, SHORT);
      }
      assertThat(reader.exhausted()).isTrue();
    }
    assertThat(log.positions())
        .containsExactlyInAnyOrder(
            new SourcePosition(topic + "-0", 0), new SourcePosition(topic + "-2", 0));
  }

  @Test
  void empty_topic_is_exhausted_at_once() throws Exception {
    broker.createTopic(topic, 2, Map.of());
    assertThat(RawPair.readAll(uri + "?until=end").chunks()).isEmpty();
  }

  @Test
  void from_end_sees_what_is_sent_after_the_first_poll() throws Exception {
    broker.createTopic(topic, 1, Map.of());
    send(0, factory.next().toByteArray());
    ChunkLog log = new ChunkLog();
    try (RawReader reader = RawPair.reader(uri + "?from=end")) {
      reader.poll(log, SHORT);
      send(0, factory.next().toByteArray());
      pollUntil(reader, log, 1);
    }
    assertThat(log.sequences(7)).containsExactly(1L);
  }

  @Test
  void whatever_is_no_chunk_is_damage_with_its_offset_and_the_rest_follows() throws Exception {
    broker.createTopic(topic, 1, Map.of());
    byte[] longer = new byte[200];
    byte[] chunk = factory.next().toByteArray();
    System.arraycopy(chunk, 0, longer, 0, chunk.length);
    byte[] two = Arrays.copyOf(chunk, 2 * chunk.length);
    System.arraycopy(chunk, 0, two, chunk.length, chunk.length);
    for (byte[] value :
        new byte[][] {
          chunk, null, new byte[0], {1, 2, 3}, longer, two, factory.next().toByteArray()
        }) {
      send(0, value);
    }
    ChunkLog log = RawPair.readAll(uri + "?until=end");
    assertThat(log.sequences(7)).containsExactly(0L, 1L);
    assertThat(log.damages())
        .extracting(d -> d.position().offset())
        .containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(log.damages().get(3).length()).isEqualTo(200);
  }

  @Test
  void group_continues_exactly_behind_what_was_handled() throws Exception {
    broker.createTopic(topic, 1, Map.of());
    send(0, factory.next().toByteArray());
    String grouped = uri + "?group=" + topic;
    ChunkLog first = new ChunkLog();
    try (RawReader reader = RawPair.reader(grouped)) {
      pollUntil(reader, first, 1);
    }
    send(0, factory.next().toByteArray());
    try (RawReader reader = RawPair.reader(grouped)) {
      assertThatThrownBy(() -> pollUntil(reader, new FailingLog(), 1)).hasMessage("not saved");
    }
    ChunkLog third = new ChunkLog();
    try (RawReader reader = RawPair.reader(grouped + "&until=end")) {
      pollUntil(reader, third, 1);
      assertThat(reader.exhausted()).isTrue();
    }
    assertThat(third.sequences(7)).containsExactly(1L);
    assertThat(RawPair.readAll(grouped + "&until=end").chunks()).isEmpty();
  }

  @Test
  void members_that_join_and_leave_lose_nothing_and_repeat_nothing_committed() throws Exception {
    int count = 3000;
    broker.createTopic(topic, 4, Map.of());
    ConcurrentLinkedQueue<Long> seen = new ConcurrentLinkedQueue<>();
    ExecutorService members = Executors.newFixedThreadPool(3);
    try {
      List<Future<?>> running = new ArrayList<>();
      running.add(members.submit(() -> member(seen, count, count)));
      for (int i = 0; i < count; i++) {
        producer.send(new ProducerRecord<>(topic, i % 4, null, factory.next().toByteArray()));
        if (i == 1000) {
          running.add(members.submit(() -> member(seen, count, 500)));
        } else if (i == 2000) {
          producer.flush();
          running.add(members.submit(() -> member(seen, count, count)));
        }
      }
      producer.flush();
      for (Future<?> member : running) {
        member.get(60, TimeUnit.SECONDS);
      }
    } finally {
      members.shutdownNow();
    }
    assertThat(seen).containsAll(LongStream.range(0, count).boxed().toList());
    assertThat(RawPair.readAll(uri + "?until=end&group=" + topic).chunks()).isEmpty();
  }

  /** Reads until all were seen by somebody, or leaves after {@code most} of its own. */
  private Void member(ConcurrentLinkedQueue<Long> seen, int count, int most) throws IOException {
    try (RawReader reader =
        RawPair.reader(
            uri
                + "?group="
                + topic
                + "&kafka.max.poll.records=50&kafka.heartbeat.interval.ms=200")) {
      int own = 0;
      while (own < most && seen.stream().distinct().count() < count) {
        ChunkLog log = new ChunkLog();
        own += reader.poll(log, Duration.ofMillis(100));
        seen.addAll(log.sequences(7));
      }
    }
    return null;
  }

  @Test
  void wrong_options_are_reported_at_once() {
    assertThatThrownBy(
            () ->
                RawPair.reader(
                    "kafka://b:1/t?from=committed&until=tomorrow&kafka.max.poll.recods=5"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(
            "'from=committed' needs a 'group'",
            "'until' must be",
            "did you mean 'kafka.max.poll.records'");
  }

  private void send(int partition, byte[] value) {
    try {
      producer.send(new ProducerRecord<>(topic, partition, null, value)).get(10, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IllegalStateException("not sent", e);
    }
  }

  private static void pollUntil(RawReader reader, ChunkHandler handler, int chunks)
      throws IOException {
    int count = 0;
    for (int i = 0; i < 100 && count < chunks; i++) {
      count += reader.poll(handler, SHORT);
    }
    assertThat(count).isGreaterThanOrEqualTo(chunks);
  }

  /** Handles chunks and then cannot save that it did. */
  private static final class FailingLog implements ChunkHandler {
    @Override
    public void chunk(Chunk chunk, SourcePosition position) {}

    @Override
    public void damaged(Damage damage) {}

    @Override
    public void beforeAcknowledge() {
      throw new IllegalStateException("not saved");
    }
  }
}
