package com.acme.chain;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends three messages to {@code orders} of a broker, and handles them. */
public final class Topics {
  private Topics() {}

  public static void main(String[] args) throws Exception {
    Map<String, Object> broker = Map.of("bootstrap.servers", args[0]);
    try (var producer =
        new KafkaProducer<>(broker, new StringSerializer(), new StringSerializer())) {
      send(producer);
    }
    Map<String, Object> settings =
        Map.of("bootstrap.servers", args[0], "group.id", "shop", "auto.offset.reset", "earliest");
    int handled = 0;
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of("orders"));
      while (handled < 3) {
        ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(100));
        for (ConsumerRecord<String, String> record : records) {
          handle(record.value());
          if (++handled == 3) {
            break; // What is handled last ends with the next poll.
          }
        }
      }
      consumer.poll(Duration.ZERO);
    }
  }

  /** What is monitored. */
  static void send(KafkaProducer<String, String> producer) throws Exception {
    for (String order : List.of("a", "b", "c")) {
      producer.send(new ProducerRecord<>("orders", order)).get();
    }
  }

  /** The same. */
  static void handle(String order) {}
}
