package dev.sluice.rawwriters.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.spi.Completion.Outcome;
import dev.sluice.api.spi.RawWriter;
import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.CompletionLog;
import dev.sluice.testkit.RawPair;
import dev.sluice.testkit.Warns;
import dev.sluice.testkit.broker.KafkaBroker;
import dev.sluice.testkit.broker.SharedBroker;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SharedBroker.class)
@Warns("the network thread of Kafka's client has died")
class NetworkThreadTest {
  private static final AtomicInteger DEATHS = new AtomicInteger();

  @Test
  @Timeout(120)
  void chunks_of_a_client_whose_thread_died_are_unconfirmed_and_a_new_client_goes_on(
      KafkaBroker broker) throws Exception {
    broker.createTopic("deaths", 1, Map.of());
    ChunkFactory factory = new ChunkFactory(7, null);
    CompletionLog completions = new CompletionLog();
    DEATHS.set(3);
    RawWriter writer =
        RawPair.writer(
            "kafka://"
                + broker.bootstrapServers()
                + "/deaths?kafka.interceptor.classes="
                + DeadlyInterceptor.class.getName());
    for (int i = 1; i <= 3; i++) {
      writer.write(factory.next(), completions);
      // No other write is needed: a collector whose memory is all on its way could make none.
      assertThat(completions.await(i).count(Outcome.UNCONFIRMED)).isEqualTo(i);
    }
    for (int i = 0; i < 10; i++) {
      writer.write(factory.next(), completions);
    }
    assertThat(completions.await(13).count(Outcome.ACKNOWLEDGED)).isEqualTo(10);
    writer.close(Duration.ofSeconds(5));

    assertThat(completions.count()).isEqualTo(13);
    assertThat(completions.causes().get(0)).hasMessageContaining("network thread");
  }

  /** Runs on the client's network thread, and lets it end as a lack of memory does. */
  public static final class DeadlyInterceptor implements ProducerInterceptor<byte[], byte[]> {
    /** For Kafka. */
    public DeadlyInterceptor() {}

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> message) {
      return message;
    }

    @Override
    public void onAcknowledgement(RecordMetadata metadata, Exception failure) {
      if (DEATHS.getAndDecrement() > 0) {
        throw new OutOfMemoryError("not really");
      }
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> settings) {}
  }
}
