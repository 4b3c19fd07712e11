package dev.sluice.benchmarks.calls.receivers;

import dev.sluice.benchmarks.calls.kieker.CountingWriter;
import dev.sluice.benchmarks.calls.kieker.KafkaRecordWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import kieker.analysis.plugin.reader.newio.deserializer.BinaryDeserializer;
import kieker.common.configuration.Configuration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What Kieker sent to a topic of one partition, from its beginning: single records of {@link
 * KafkaRecordWriter}, or chunks of its collector. For one producer.
 */
final class KiekerTopicTaker implements Taker {
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final KiekerRecords records = new KiekerRecords();
  private final BinaryDeserializer chunks = new BinaryDeserializer(new Configuration(), null);
  private volatile long ofChunks;

  KiekerTopicTaker(String broker, String topic) {
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0));
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Thread thread = new Thread(this::take, "taker");
    thread.setDaemon(true);
    thread.start();
  }

  private void take() {
    try {
      while (true) {
        for (ConsumerRecord<byte[], byte[]> message : consumer.poll(PATIENCE)) {
          take(ByteBuffer.wrap(message.value()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(ByteBuffer message) throws IOException {
    switch (message.get(0)) {
      case KafkaRecordWriter.RECORD -> {
        message.position(1 + Long.BYTES);
        records.count(message);
      }
      case KafkaRecordWriter.STRING -> {
        message.position(1 + Long.BYTES);
        records.register(message);
      }
      default ->
          ofChunks +=
              chunks.deserializeRecords(message, message.limit()).stream()
                  .filter(CountingWriter::isExecution)
                  .count();
    }
  }

  @Override
  public long executions() {
    return records.executions() + ofChunks;
  }
}
