package dev.sluice.rawreaders.kafka;

import dev.sluice.api.config.Nearest;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.NoSuchSourceException;
import dev.sluice.support.wire.KafkaAddress;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;

/** Which partitions a reader has, where it starts in them and where it stops. For one thread. */
final class Partitions {
  /** How often a topic that is not there is looked for. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final KafkaAddress address;
  private final ConsumerSettings settings;
  private final Consumer<byte[], byte[]> consumer;
  private final Platform platform;
  private final List<TopicPartition> all = new ArrayList<>();
  private final Map<TopicPartition, Long> ends = new HashMap<>();

  Partitions(
      KafkaAddress address,
      ConsumerSettings settings,
      Consumer<byte[], byte[]> consumer,
      Platform platform) {
    this.address = address;
    this.settings = settings;
    this.consumer = consumer;
    this.platform = platform;
  }

  /**
   * Asks the broker for the topic; if there is none, again until the deadline, unless the source
   * has an end.
   *
   * @throws NoSuchSourceException if there is no such topic
   */
  void find(long deadlineNanos) throws NoSuchSourceException {
    List<TopicPartition> found = known();
    while (found.isEmpty() && !settings.untilEnd() && deadlineNanos - platform.nanoTime() > 0) {
      platform.pause(Math.min(deadlineNanos - platform.nanoTime(), PAUSE_NANOS));
      found = known();
    }
    if (found.isEmpty()) {
      Set<String> topics = consumer.listTopics(settings.timeout()).keySet();
      throw new NoSuchSourceException(
          "no topic '"
              + address.topic()
              + "' at "
              + address.servers()
              + Nearest.hint(address.topic(), topics));
    }
    all.addAll(found);
    if (settings.untilEnd()) {
      ends.putAll(consumer.endOffsets(all, settings.timeout()));
    }
  }

  /** What the client knows of the topic; it asks the broker if that is nothing. */
  private List<TopicPartition> known() {
    List<PartitionInfo> infos = consumer.partitionsFor(address.topic(), settings.timeout());
    return infos == null
        ? List.of()
        : infos.stream().map(p -> new TopicPartition(p.topic(), p.partition())).toList();
  }

  /** Takes all partitions, or joins the group. */
  void take(ConsumerRebalanceListener commits) {
    if (settings.grouped()) {
      consumer.subscribe(List.of(address.topic()), commits);
    } else {
      consumer.assign(all);
      start(all);
    }
  }

  private void start(Collection<TopicPartition> partitions) {
    if (settings.from().time() != null) {
      startAt(partitions, settings.from().time());
    } else if ("end".equals(settings.from().word())) {
      toEnd(partitions);
    } else {
      consumer.seekToBeginning(partitions);
    }
  }

  private void toEnd(Collection<TopicPartition> partitions) {
    consumer.seekToEnd(partitions);
    // Seeking is lazy; what is sent after this call counts as new.
    partitions.forEach(p -> consumer.position(p, settings.timeout()));
  }

  /** A message is sent after its records were made, so none with a later record lies before. */
  private void startAt(Collection<TopicPartition> partitions, Instant time) {
    Map<TopicPartition, Long> millis = new HashMap<>();
    partitions.forEach(p -> millis.put(p, Math.max(0, time.toEpochMilli())));
    List<TopicPartition> later = new ArrayList<>();
    consumer
        .offsetsForTimes(millis, settings.timeout())
        .forEach(
            (partition, found) -> {
              if (found == null) {
                later.add(partition);
              } else {
                consumer.seek(partition, found.offset());
              }
            });
    if (!later.isEmpty()) { // none would mean all
      toEnd(later);
    }
  }

  /** Where a group has committed nothing it starts at the time that was asked for. */
  void assigned(Collection<TopicPartition> partitions) {
    if (settings.from().time() != null) {
      Map<TopicPartition, OffsetAndMetadata> committed =
          consumer.committed(Set.copyOf(partitions), settings.timeout());
      startAt(
          partitions.stream().filter(p -> committed.get(p) == null).toList(),
          settings.from().time());
    }
  }

  /**
   * Asks the broker for a sign of life if there is an end.
   *
   * @throws IOException if the end cannot be reached any more: the topic is another one by now, or
   *     lost its newest messages
   */
  void probe() throws IOException {
    if (!settings.untilEnd()) {
      return;
    }
    Map<TopicPartition, Long> now = consumer.endOffsets(all, settings.timeout());
    for (TopicPartition partition : all) {
      if (now.getOrDefault(partition, 0L) < ends.get(partition)) {
        throw new IOException(
            "cannot read "
                + address
                + " to the end: partition "
                + partition.partition()
                + " ended at offset "
                + ends.get(partition)
                + " and now ends at "
                + now.getOrDefault(partition, 0L)
                + "; the topic was made anew, or has lost messages");
      }
    }
  }

  /**
   * Takes partitions that were added to the topic, from their beginning, as soon as the client
   * knows of them. A group's are given to its members by Kafka.
   */
  void takeAdded() {
    if (settings.untilEnd() || settings.grouped()) {
      return;
    }
    List<TopicPartition> added = new ArrayList<>(known());
    added.removeAll(all);
    if (!added.isEmpty()) {
      all.addAll(added);
      consumer.assign(all);
      consumer.seekToBeginning(added);
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
