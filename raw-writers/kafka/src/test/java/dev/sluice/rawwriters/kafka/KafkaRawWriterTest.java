package dev.sluice.rawwriters.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.CompletionLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KafkaRawWriterTest {
  private static final KafkaAddress ADDRESS =
      new KafkaAddress("b:9092", "records", Map.of("bootstrap.servers", "b:9092"));

  private final ProducerSettings settings = ProducerSettings.of(ADDRESS);
  private final ChunkFactory factory = new ChunkFactory(0xabc, "app");
  private final CompletionLog completions = new CompletionLog();
  private final List<FakeProducer> producers = new ArrayList<>();
  private final FakeLimit limit = new FakeLimit();
  private KafkaException denied;
  private final KafkaRawWriter writer =
      new KafkaRawWriter(
          ADDRESS,
          settings,
          MessageKey.PRODUCER,
          SystemPlatform.get(),
          s -> {
            producers.add(new FakeProducer());
            return producers.get(producers.size() - 1);
          },
          limit);

  @Test
  void message_is_the_chunk_with_producer_as_key_and_headers_for_tools() throws Exception {
    factory.next();
    Chunk chunk = factory.next(3, 100);
    writer.write(chunk, completions);
    ProducerRecord<byte[], byte[]> message = producers.get(0).history().get(0);
    assertThat(message.topic()).isEqualTo("records");
    assertThat(message.value()).isEqualTo(chunk.toByteArray());
    assertThat(message.key()).asString(StandardCharsets.US_ASCII).isEqualTo("0000000000000abc");
    Map<String, String> headers = new TreeMap<>();
    message
        .headers()
        .forEach(h -> headers.put(h.key(), new String(h.value(), StandardCharsets.US_ASCII)));
    assertThat(headers)
        .isEqualTo(
            Map.of(
                "sluice.format", "200",
                "sluice.version", "1",
                "sluice.producer", "0000000000000abc",
                "sluice.sequence", "1",
                "sluice.records", "3"));
  }

  @Test
  void chunk_key_spreads_a_producer() {
    Chunk first = factory.next();
    assertThat(MessageKey.CHUNK.of(first))
        .asString(StandardCharsets.US_ASCII)
        .isEqualTo("0000000000000abc/0");
    assertThat(MessageKey.CHUNK.of(factory.next())).isNotEqualTo(MessageKey.CHUNK.of(first));
    assertThat(MessageKey.PRODUCER.of(factory.next())).isEqualTo(MessageKey.PRODUCER.of(first));
  }

  @Test
  void chunk_is_acknowledged_when_the_broker_has_answered_and_not_before() throws Exception {
    writer.write(factory.next(), completions);
    assertThat(completions.count()).isZero();
    producers.get(0).completeNext();
    assertThat(completions.await(1).count(Outcome.ACKNOWLEDGED)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "authorization, FAILED",
    "size, FAILED",
    "timeout, UNCONFIRMED",
    "after append, UNCONFIRMED",
    "order, UNCONFIRMED",
    "forced close, UNCONFIRMED"
  })
  void outcome_says_whether_the_chunk_may_have_arrived(String what, Outcome expected)
      throws Exception {
    Map<String, RuntimeException> errors =
        Map.of(
            "authorization", new TopicAuthorizationException("records"),
            "size", new RecordTooLargeException("too large"),
            "timeout", new TimeoutException("expired"),
            "after append", new NotEnoughReplicasAfterAppendException("one replica"),
            "order", new OutOfOrderSequenceException("gap"),
            "forced close", new KafkaException("Producer is closed forcefully."));
    writer.write(factory.next(), completions);
    producers.get(0).errorNext(errors.get(what));
    assertThat(completions.await(1).count(expected)).isEqualTo(1);
    assertThat(completions.causes()).containsExactly(errors.get(what));
  }

  @Test
  void refusal_within_send_is_not_now_and_completes_nothing() throws Exception {
    writer.write(factory.next(), completions);
    producers.get(0).refusal =
        new TimeoutException("Topic records not present in metadata after 3000 ms.");
    Chunk chunk = factory.next();
    assertThatThrownBy(() -> writer.write(chunk, completions))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "topic records at b:9092 does not take chunks now: no host is known by the name 'b'");
    writer.close(Duration.ofSeconds(1));
    completions.await(1);
  }

  @Test
  void missing_permission_is_not_now_and_the_next_write_asks_again() throws Exception {
    denied = new TopicAuthorizationException(Set.of("records"));
    assertThatThrownBy(() -> writer.write(factory.next(), completions))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("its user may not use the topic");
    denied = null;
    writer.write(factory.next(), completions);
    producers.get(0).completeNext();
    assertThat(completions.await(1).count(Outcome.ACKNOWLEDGED)).isEqualTo(1);
  }

  @Test
  void interrupt_ends_a_write_that_waits() throws Exception {
    writer.write(factory.next(), completions);
    producers.get(0).thrown = new InterruptException(new InterruptedException());
    Thread.interrupted();
    assertThatThrownBy(() -> writer.write(factory.next(), completions))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(completions.count()).isZero();
  }

  @Test
  void chunk_above_the_topics_limit_fails_with_both_sizes_and_is_not_sent() throws Exception {
    limit.topicBytes = 5_000;
    writer.write(factory.next(), completions);
    assertThat(writer.maxChunkBytes()).isEqualTo(5_000 - 512);
    writer.write(factory.ofLength(4_489), completions);
    assertThat(completions.count(Outcome.FAILED)).isEqualTo(1);
    assertThat(completions.causes().get(0))
        .hasMessageContainingAll("4489", "4488", "topic records at b:9092");
    writer.write(factory.ofLength(4_488), completions);
    assertThat(producers.get(0).history()).hasSize(2);
  }

  @Test
  void limit_is_asked_once_and_again_when_the_broker_refuses_a_size() throws Exception {
    assertThat(writer.maxChunkBytes()).isEqualTo((1 << 20) - 512);
    writer.write(factory.next(), completions);
    writer.write(factory.next(), completions);
    assertThat(limit.asked).isEqualTo(1);
    limit.topicBytes = 2_000;
    producers.get(0).errorNext(new RecordTooLargeException("too large"));
    writer.write(factory.next(), completions);
    assertThat(limit.asked).isEqualTo(2);
    assertThat(writer.maxChunkBytes()).isEqualTo(2_000 - 512);
  }

  @Test
  void client_whose_producer_is_dead_is_replaced() throws Exception {
    writer.write(factory.next(), completions);
    producers.get(0).errorNext(new ClusterAuthorizationException("denied"));
    writer.write(factory.next(), completions);
    assertThat(producers).hasSize(2);
    assertThat(producers.get(0).closed()).isTrue();
    producers.get(1).completeNext();
    assertThat(completions.await(2).count(Outcome.ACKNOWLEDGED)).isEqualTo(1);
  }

  @Test
  void client_that_cannot_get_over_a_failure_is_replaced_and_its_late_answers_end_no_other()
      throws Exception {
    writer.write(factory.next(), completions);
    producers.get(0).thrown =
        new KafkaException(
            "Cannot perform send because at least one previous transactional or idempotent request"
                + " has failed with errors.");
    Chunk chunk = factory.next();
    assertThatThrownBy(() -> writer.write(chunk, completions)).isInstanceOf(IOException.class);
    writer.write(chunk, completions);
    producers.get(0).errorNext(new KafkaException("Producer is closed forcefully."));
    writer.write(factory.next(), completions);

    assertThat(producers).hasSize(2);
    assertThat(producers.get(0).closed()).isTrue();
    assertThat(completions.await(1).count(Outcome.UNCONFIRMED)).isEqualTo(1);
    producers.get(1).completeNext();
    producers.get(1).completeNext();
    assertThat(completions.await(3).count(Outcome.ACKNOWLEDGED)).isEqualTo(2);
  }

  @Test
  void send_that_a_close_overtakes_is_completed_or_refused_but_not_both() throws Exception {
    writer.write(factory.next(), completions);
    producers.get(0).thrown =
        new IllegalStateException("Cannot perform operation after producer has been closed");
    assertThatThrownBy(() -> writer.write(factory.next(), completions))
        .isInstanceOf(IOException.class);
    producers.get(0).beforeThrowing = () -> writer.close(Duration.ofMillis(10));
    writer.write(factory.next(), completions);
    assertThat(completions.await(2).count(Outcome.UNCONFIRMED)).isEqualTo(2);
  }

  @Test
  void close_gives_up_what_is_on_its_way_and_completes_it_once() throws Exception {
    writer.write(factory.next(), completions);
    writer.write(factory.next(), completions);
    writer.close(Duration.ofMillis(100));
    writer.close(Duration.ofMillis(100));
    assertThat(completions.await(2).count(Outcome.UNCONFIRMED)).isEqualTo(2);
    producers.get(0).completeNext();
    completions.await(2);
  }

  /** What the real client does where the mock of Kafka does not: refuse within {@code send}. */
  private final class FakeProducer extends MockProducer<byte[], byte[]> {
    KafkaException refusal;
    RuntimeException thrown;
    Runnable beforeThrowing = () -> {};

    FakeProducer() {
      super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
      if (denied != null) {
        throw denied;
      }
      return super.partitionsFor(topic);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, Callback callback) {
      if (thrown != null) {
        beforeThrowing.run();
        throw thrown;
      }
      if (refusal != null) {
        callback.onCompletion(null, refusal);
        return CompletableFuture.failedFuture(refusal);
      }
      return super.send(message, callback);
    }
  }

  private final class FakeLimit extends TopicLimit {
    int asked;
    long topicBytes = 1_048_588;

    FakeLimit() {
      super(ADDRESS, settings);
    }

    @Override
    long maxMessageBytes() {
      asked++;
      return topicBytes;
    }
  }
}
