package com.acme.chain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Takes the messages of {@code single} one by one, those of {@code batch} together. */
final class Consumers {
  private final Chain chain;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  Consumers(String broker, Chain chain) {
    this.chain = chain;
    for (String topic : List.of("single", "batch")) {
      Thread thread = new Thread(() -> run(broker, topic), topic);
      thread.start();
      threads.add(thread);
    }
  }

  private void run(String broker, String topic) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker,
            "group.id",
            topic,
            "auto.offset.reset",
            "earliest",
            // so that several messages come together
            "fetch.min.bytes",
            topic.equals("batch") ? 100_000 : 1,
            "fetch.max.wait.ms",
            1000);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.subscribe(List.of(topic));
      while (!closed) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(Duration.ofMillis(100));
        if (topic.equals("single")) {
          for (ConsumerRecord<byte[], byte[]> record : records) {
            chain.consume(record.value());
            System.out.println("single");
          }
        } else if (!records.isEmpty()) {
          List<byte[]> all = new ArrayList<>();
          records.forEach(record -> all.add(record.value()));
          handleAll(all);
          all.forEach(one -> System.out.println("batch"));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is monitored. */
  private void handleAll(List<byte[]> messages) throws IOException {
    for (byte[] message : messages) {
      chain.consume(message);
    }
  }

  void close() throws InterruptedException {
    closed = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
