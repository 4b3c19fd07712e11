package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawReader;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.ChunkLog;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.FreezableProxy;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.TcpPeers;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of chunks when the broker goes away, comes late, is silent or refuses. */
@ExtendWith(SharedBroker.class)
@Tag("one-jdk")
class KafkaOutageTest {
  private static final Duration CLOSE = Duration.ofSeconds(20);

  @TempDir Path directory;

  private final ChunkFactory factory = new ChunkFactory(1, "outage");
  private final CompletionLog completions = new CompletionLog();

  @Test
  void broker_that_stops_and_comes_back_gets_every_chunk_once_and_in_order() throws Exception {
    int count = 3000;
    ExecutorService sender = Executors.newSingleThreadExecutor();
    int port = TcpPeers.freePort();
    RawWriter writer;
    Future<?> sending;
    try (KafkaBroker broker = KafkaBroker.start(directory, port, Map.of())) {
      broker.createTopic("t", 1, Map.of());
      writer = RawPair.writer(Topics.uri(broker, "t") + "?kafka.max.block.ms=200");
      sending =
          sender.submit(
              () -> {
                write(writer, count, 5000);
                return null;
              });
      Awaitility.await().until(() -> completions.count() > 100);
    }
    assertThat(completions.count()).as("chunks before the broker stopped").isLessThan(count);
    try (KafkaBroker broker = KafkaBroker.start(directory, port, Map.of())) {
      sending.get(60, TimeUnit.SECONDS);
      writer.close(CLOSE);
      assertThat(completions.await(count).count(Outcome.ACKNOWLEDGED)).isEqualTo(count);
      assertThat(RawPair.readAll(Topics.uri(broker, "t") + "?until=end").sequences(1))
          .isEqualTo(LongStream.range(0, count).boxed().toList());
    } finally {
      sender.shutdownNow();
    }
  }

  @Test
  void broker_that_is_absent_at_the_start_gets_everything_when_it_comes() throws Exception {
    int port = TcpPeers.freePort();
    String uri = "kafka://127.0.0.1:" + port + "/t";
    RawWriter writer = RawPair.writer(uri + "?kafka.max.block.ms=200");
    assertThat(tryWrite(writer, 10)).isFalse();
    try (KafkaBroker broker = KafkaBroker.start(directory, port, Map.of())) {
      broker.createTopic("t", 1, Map.of());
      write(writer, 100, 10);
      writer.close(CLOSE);
      assertThat(completions.await(100).count(Outcome.ACKNOWLEDGED)).isEqualTo(100);
      assertThat(RawPair.readAll(Topics.uri(broker, "t") + "?until=end").sequences(1)).hasSize(100);
    }
  }

  @Tag("full")
  @Test
  void broker_that_falls_silent_gets_4_MiB_at_most_and_leaves_them_unconfirmed_at_a_close_in_time()
      throws Exception {
    try (FreezableProxy proxy = new FreezableProxy();
        KafkaBroker broker =
            KafkaBroker.start(
                directory,
                0,
                Map.of("advertised.listeners", "PLAINTEXT://127.0.0.1:" + proxy.port()))) {
      proxy.forwardTo(broker.port());
      broker.createTopic("t", 1, Map.of());
      RawWriter writer =
          RawPair.writer("kafka://127.0.0.1:" + proxy.port() + "/t?kafka.max.block.ms=300");
      write(writer, 10, 10);
      completions.await(10);
      proxy.freeze(true);
      int taken = 0;
      while (tryWrite(writer, 100_000)) {
        taken++;
      }
      assertThat(taken).isBetween(20, (4 << 20) / 100_000);
      assertTimeout(
          Duration.ofSeconds(2),
          () -> writer.close(Duration.ofSeconds(1)),
          "contract: close takes its timeout and a second at most");
      assertThat(completions.await(10 + taken).count(Outcome.UNCONFIRMED)).isEqualTo(taken);
      proxy.freeze(false);
    }
  }

  @Test
  void topic_that_is_missing_gets_everything_when_it_is_created(KafkaBroker broker)
      throws Exception {
    String uri = Topics.uri(broker, "late");
    RawWriter writer = RawPair.writer(uri + "?kafka.max.block.ms=200");
    assertThatThrownBy(() -> writer.write(factory.next(), completions))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("late");
    broker.createTopic("late", 2, Map.of());
    write(writer, 20, 10);
    writer.close(CLOSE);
    assertThat(completions.await(20).count(Outcome.ACKNOWLEDGED)).isEqualTo(20);
    assertThat(RawPair.readAll(uri + "?until=end").sequences(1))
        .isEqualTo(LongStream.rangeClosed(1, 20).boxed().toList());
  }

  @Test
  void chunk_above_the_brokers_limit_fails_with_a_reason_and_the_rest_arrives(KafkaBroker broker)
      throws Exception {
    broker.createTopic("small", 1, Map.of("max.message.bytes", "20000"));
    RawWriter writer = RawPair.writer(Topics.uri(broker, "small"));
    write(writer, 1, 10);
    assertThat(writer.maxChunkBytes()).isEqualTo(20_000 - 512);
    write(writer, 1, 30_000);
    write(writer, 200, 5_000);
    writer.close(CLOSE);
    completions.await(202);
    assertThat(completions.count(Outcome.FAILED)).isEqualTo(1);
    assertThat(completions.causes().get(0))
        .hasMessageContainingAll("19488", "topic small", "max.message.bytes");
    assertThat(RawPair.readAll(Topics.uri(broker, "small") + "?until=end").sequences(1))
        .hasSize(201)
        .doesNotContain(1L);
  }

  @Tag("full")
  @Test
  void reader_waits_for_a_broker_that_comes_back_unless_its_source_has_an_end() throws Exception {
    int port = TcpPeers.freePort();
    String uri;
    ChunkLog log = new ChunkLog();
    RawReader follower;
    RawReader bounded;
    try (KafkaBroker broker = KafkaBroker.start(directory, port, Map.of())) {
      broker.createTopic("t", 1, Map.of());
      uri = Topics.uri(broker, "t");
      RawWriter writer = RawPair.writer(uri);
      for (int sent = 1; sent <= 10; sent++) {
        // One batch each, so that a reader can be kept from fetching them all.
        write(writer, 1, 10);
        completions.await(sent);
      }
      writer.close(CLOSE);
      follower = RawPair.reader(uri);
      Awaitility.await()
          .until(
              () -> follower.poll(log, Duration.ofMillis(200)) == 0 && log.chunks().size() == 10);
      bounded =
          RawPair.reader(
              uri
                  + "?until=end&kafka.default.api.timeout.ms=1000&kafka.max.poll.records=1&kafka.max.partition.fetch.bytes=100");
      bounded.poll(new ChunkLog(), Duration.ofSeconds(5));
      assertThat(bounded.exhausted()).isFalse();
    }
    assertThatThrownBy(
            () -> {
              while (!bounded.exhausted()) {
                bounded.poll(new ChunkLog(), Duration.ofMillis(200));
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no answer within 1000 ms");
    bounded.close();
    try (KafkaBroker broker = KafkaBroker.start(directory, port, Map.of());
        follower) {
      RawWriter writer = RawPair.writer(Topics.uri(broker, "t"));
      write(writer, 3, 10);
      writer.close(CLOSE);
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> follower.poll(log, Duration.ofMillis(200)) >= 0 && log.chunks().size() == 13);
    }
    assertThat(log.sequences(1)).isEqualTo(LongStream.range(0, 13).boxed().toList());
  }

  private void write(RawWriter writer, int chunks, int bytes) throws Exception {
    for (int i = 0; i < chunks; i++) {
      RawPair.write(writer, factory.next(1, bytes), completions);
    }
  }

  private boolean tryWrite(RawWriter writer, int bytes) throws InterruptedException {
    try {
      writer.write(factory.next(1, bytes), completions);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
