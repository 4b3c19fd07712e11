package dev.sluice.rawwriters.kafka;

import dev.sluice.api.spi.RawWriter;
import dev.sluice.support.platform.SystemPlatform;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.testkit.BrokenClientContract;
import dev.sluice.testkit.Warns;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka's client breaks: its network thread dies, or no later message can succeed. */
@Warns("the network thread of Kafka's client has died")
class BrokenProducerTest extends BrokenClientContract {
  private static final KafkaAddress ADDRESS =
      new KafkaAddress("b:9092", "records", Map.of("bootstrap.servers", "b:9092"));

  private final ProducerSettings settings = ProducerSettings.of(ADDRESS);

  @Override
  protected int ways() {
    return 2;
  }

  @Override
  protected RawWriter open(int way) {
    return new KafkaRawWriter(
        ADDRESS,
        settings,
        MessageKey.PRODUCER,
        SystemPlatform.get(),
        made -> way == 0 ? new Mortal() : new Failing(),
        new TopicLimit(ADDRESS, settings) {
          @Override
          long maxMessageBytes() {
            return 1 << 20;
          }
        });
  }

  /** A client with a network thread, which answers each message. */
  private class Mortal extends MockProducer<byte[], byte[]> {
    private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final Thread network =
        new Thread(
            this::run,
            KafkaProducer.NETWORK_THREAD_PREFIX
                + " | "
                + settings.producer().get(ProducerConfig.CLIENT_ID_CONFIG));

    Mortal() {
      super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
      network.setDaemon(true);
      network.start();
    }

    private void run() {
      try {
        while (true) {
          work.take().run();
        }
      } catch (InterruptedException e) {
        // It is closed.
      }
    }

    /** Of a client whose network thread is dead nothing is ever answered. */
    void step() {
      if (!breaks()) {
        return;
      }
      Runnable death =
          () -> {
            throw new OutOfMemoryError("not really");
          };
      if (Thread.currentThread() == network) {
        death.run();
      }
      work.add(death);
      try {
        network.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
      step();
      return super.partitionsFor(topic);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, Callback callback) {
      step();
      Future<RecordMetadata> sent = super.send(message, callback);
      work.add(
          () -> {
            step();
            completeNext();
            step();
          });
      step();
      return sent;
    }

    @Override
    public void close(Duration timeout) {
      network.interrupt();
      super.close(timeout);
    }
  }

  /** A client that answers everything with a failure from one step on. */
  private final class Failing extends MockProducer<byte[], byte[]> {
    private final KafkaException failure =
        new KafkaException("Cannot perform send because a previous request has failed");

    Failing() {
      super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void step() {
      if (breaks()) {
        errorNext(failure);
        sendException = failure;
      }
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, Callback callback) {
      step();
      Future<RecordMetadata> sent = super.send(message, callback);
      step();
      completeNext();
      return sent;
    }
  }
}
