package dev.sluice.rawreaders.kafka;

import dev.sluice.api.binding.KafkaAddress;
import dev.sluice.api.config.Nearest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/** Which partitions a reader has, where it starts in them and where it stops. For one thread. */
final class Partitions {
  private final KafkaAddress address;
  private final ConsumerSettings settings;
  private final Consumer<byte[], byte[]> consumer;
  private final List<TopicPartition> all = new ArrayList<>();
  private final Map<TopicPartition, Long> ends = new HashMap<>();

  Partitions(KafkaAddress address, ConsumerSettings settings, Consumer<byte[], byte[]> consumer) {
    this.address = address;
    this.settings = settings;
    this.consumer = consumer;
  }

  /**
   * Asks the broker for the topic.
   *
   * @throws IOException if there is no such topic
   */
  void find() throws IOException {
    List<PartitionInfo> found = consumer.partitionsFor(address.topic(), settings.timeout());
    if (found == null || found.isEmpty()) {
      Set<String> topics = consumer.listTopics(settings.timeout()).keySet();
      throw new IOException(
          "no topic '"
              + address.topic()
              + "' at "
              + address.servers()
              + Nearest.hint(address.topic(), topics));
    }
    found.forEach(p -> all.add(new TopicPartition(p.topic(), p.partition())));
    if (settings.untilEnd()) {
      ends.putAll(consumer.endOffsets(all, settings.timeout()));
    }
  }

  /** Takes all partitions, or joins the group. */
  void take(Commits commits) {
    if (settings.grouped()) {
      consumer.subscribe(List.of(address.topic()), commits);
    } else {
      consumer.assign(all);
      seek(all, settings.fromEnd());
    }
  }

  private void seek(Collection<TopicPartition> partitions, boolean toEnd) {
    if (toEnd) {
      consumer.seekToEnd(partitions);
      // Seeking is lazy; what is sent after this call counts as new.
      partitions.forEach(p -> consumer.position(p, settings.timeout()));
    } else {
      consumer.seekToBeginning(partitions);
    }
  }

  /**
   * Takes partitions that were added to the topic, and asks the broker for a sign of life if there
   * is an end.
   */
  void probe() {
    if (settings.untilEnd()) {
      consumer.endOffsets(all, settings.timeout());
    } else if (!settings.grouped()) {
      List<TopicPartition> added = new ArrayList<>();
      consumer
          .partitionsFor(address.topic(), settings.timeout())
          .forEach(p -> added.add(new TopicPartition(p.topic(), p.partition())));
      added.removeAll(all);
      if (!added.isEmpty()) {
        all.addAll(added);
        consumer.assign(all);
        seek(added, false);
      }
    }
  }

  /** Whether a message lies before the end. */
  boolean isWanted(TopicPartition partition, long offset) {
    return offset < ends.getOrDefault(partition, Long.MAX_VALUE);
  }

  /** Whether all partitions that this reader has were read to their ends. */
  boolean exhausted() {
    if (!settings.untilEnd()) {
      return false;
    }
    Set<TopicPartition> assigned = consumer.assignment();
    try {
      return !assigned.isEmpty()
          && assigned.stream()
              .allMatch(p -> ends.getOrDefault(p, 0L) <= consumer.position(p, settings.timeout()));
    } catch (WakeupException e) {
      // Meant for a poll; what was handed over before must be reported first.
      consumer.wakeup();
      return false;
    }
  }

  /** Goes back to the first message of each partition, so that all come again. */
  void rewind(ConsumerRecords<byte[], byte[]> records) {
    Set<TopicPartition> assigned = consumer.assignment();
    for (TopicPartition partition : records.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> messages = records.records(partition);
      if (assigned.contains(partition)) {
        consumer.seek(partition, messages.get(0).offset());
      }
    }
  }
}
