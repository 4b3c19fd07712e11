package com.acme.chain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends six messages to two partitions of a topic, and handles them as its argument says. */
public final class Batches {
  private Batches() {}

  /** The bootstrap servers of a broker, a topic, a way. */
  public static void main(String[] args) throws Exception {
    Map<String, Object> broker = Map.of("bootstrap.servers", args[0]);
    String topic = args[1];
    try (var producer =
        new KafkaProducer<>(broker, new StringSerializer(), new StringSerializer())) {
      for (int i = 0; i < 6; i++) {
        send(producer, new ProducerRecord<>(topic, i % 2, null, "order " + i));
      }
    }
    Map<String, Object> settings =
        Map.of("bootstrap.servers", args[0], "group.id", topic, "auto.offset.reset", "earliest");
    int handled = 0;
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(topic));
      while (handled < 6) {
        ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(100));
        if (!records.isEmpty()) {
          handle(args[2], records);
          idle();
        }
        handled += records.count();
      }
      consumer.poll(Duration.ZERO);
    }
  }

  private static void handle(String way, ConsumerRecords<String, String> records) {
    switch (way) {
      case "collected" -> {
        List<ConsumerRecord<String, String>> all = new ArrayList<>();
        records.forEach(all::add);
        together(all);
      }
      case "whole" -> together(records);
      case "partition" -> {
        for (TopicPartition partition : records.partitions()) {
          together(records.records(partition));
        }
      }
      case "copy" -> {
        for (TopicPartition partition : records.partitions()) {
          together(new ArrayList<>(records.records(partition)));
        }
      }
      case "each" -> {
        for (TopicPartition partition : records.partitions()) {
          for (ConsumerRecord<String, String> record : records.records(partition)) {
            one(record.value());
          }
        }
      }
      default -> throw new IllegalArgumentException(way);
    }
  }

  /** What is monitored. */
  static void send(KafkaProducer<String, String> to, ProducerRecord<String, String> message)
      throws Exception {
    to.send(message).get();
  }

  /** The same. */
  static void together(Iterable<ConsumerRecord<String, String>> records) {
    records.forEach(record -> {});
  }

  /** The same. */
  static void one(String order) {}

  /** The same, which has nothing to do with them. */
  static void idle() {}
}
