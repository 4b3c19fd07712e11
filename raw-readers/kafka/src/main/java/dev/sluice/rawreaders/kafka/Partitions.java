package dev.sluice.rawreaders.kafka;

import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.config.Nearest;
import dev.sluice.api.config.Start;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.NoSuchSourceException;
import dev.sluice.support.wire.KafkaAddress;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;

/** Partitions of a reader, and the offsets where it starts and stops in them. For one thread. */
final class Partitions {
  /** Interval in nanoseconds at which a topic that does not exist is looked for. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final KafkaAddress address;
  private final ConsumerSettings settings;
  private final Consumer<byte[], byte[]> consumer;
  private final Platform platform;
  private final TopicInfo topic;
  private final OffsetAccount account;
  private final List<TopicPartition> all = new ArrayList<>();
  private final Map<TopicPartition, Long> ends = new HashMap<>();

  /** Partitions that were added or assigned, in which the reader has not started. */
  private final Set<TopicPartition> waiting = new HashSet<>();

  Partitions(
      KafkaAddress address,
      ConsumerSettings settings,
      Consumer<byte[], byte[]> consumer,
      Platform platform,
      TopicInfo topic,
      OffsetAccount account) {
    this.address = address;
    this.settings = settings;
    this.consumer = consumer;
    this.platform = platform;
    this.topic = topic;
    this.account = account;
  }

  /**
   * Asks the broker for the topic; if there is none, repeats it until the deadline, unless the
   * source has an end.
   *
   * @throws NoSuchSourceException if there is no such topic
   */
  void find(long deadlineNanos) throws NoSuchSourceException {
    topic.ask(); // and meanwhile the consumer connects
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
    String id = topic.answeredId();
    account.reads(id.isEmpty() ? topic.id() : id); // there may have been no topic
    if (settings.untilEnd()) {
      ends.putAll(consumer.endOffsets(all, settings.timeout()));
    }
  }

  /**
   * Returns the partitions that the client knows of the topic; asks the broker if it knows none.
   */
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
      start(all, settings.from());
    }
  }

  private void start(Collection<TopicPartition> partitions, Start from) {
    boolean atEnd = "end".equals(from.word());
    if (from.time() != null) {
      startAt(partitions, from.time());
    } else if (atEnd) {
      consumer.seekToEnd(partitions);
    } else {
      consumer.seekToBeginning(partitions);
    }
    Map<TopicPartition, Long> first = consumer.beginningOffsets(partitions, settings.timeout());
    for (TopicPartition partition : partitions) {
      // Seeking is lazy; what is sent after this call counts as new.
      long offset = consumer.position(partition, settings.timeout());
      if (atEnd || offset > first.getOrDefault(partition, 0L)) {
        account.start(partition, offset);
      } else {
        account.startAtBeginning(partition, offset);
      }
    }
  }

  /**
   * Starts at the first message with this time: a message is sent after its records were made, so
   * no earlier one has a later record.
   */
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
      consumer.seekToEnd(later);
    }
  }

  /** Starts in partitions that were added or assigned; if that fails, the next poll repeats it. */
  void assigned(Collection<TopicPartition> partitions) {
    waiting.addAll(partitions);
    startNew();
  }

  /**
   * Forgets partitions that this reader no longer has. The client may still name them for a while.
   */
  void forget(Collection<TopicPartition> partitions) {
    waiting.removeAll(partitions);
    account.forget(partitions);
  }

  /**
   * Starts in partitions in which the reader has not started: at the group's committed offsets, or
   * at the configured start. Partitions that were added, and those of a topic that was created
   * again, are read from their beginning.
   */
  void startNew() {
    if (waiting.isEmpty()) {
      return;
    }
    Map<TopicPartition, OffsetAndMetadata> committed =
        settings.grouped() ? consumer.committed(waiting, settings.timeout()) : Map.of();
    List<TopicPartition> fresh = new ArrayList<>();
    List<TopicPartition> added = new ArrayList<>();
    for (TopicPartition partition : waiting) {
      OffsetAndMetadata at = committed.get(partition);
      if (at == null) {
        (settings.grouped() ? fresh : added).add(partition);
      } else if (account.isAnother(at.metadata())) {
        added.add(partition);
      } else {
        consumer.seek(partition, at);
        account.goOn(partition, at.offset());
      }
    }
    if (!fresh.isEmpty()) {
      start(fresh, settings.from());
    }
    if (!added.isEmpty()) {
      start(added, Start.UNSAID);
    }
    waiting.clear();
  }

  /**
   * Continues at the beginning of partitions in which the offset of the next message does not
   * exist: it was deleted, or the topic is another one.
   *
   * @throws IOException if the end cannot be reached any more
   */
  void outOfRange(Map<TopicPartition, Long> offsets) throws IOException {
    probe();
    if (startAgain(topic.id())) {
      return;
    }
    Map<TopicPartition, Long> first =
        consumer.beginningOffsets(offsets.keySet(), settings.timeout());
    offsets.forEach(
        (partition, offset) -> {
          long beginning = first.getOrDefault(partition, 0L);
          if (beginning > offset) {
            account.deleted(partition, offset, beforeEnd(partition, beginning));
            account.start(partition, beforeEnd(partition, beginning));
          } else {
            account.recreated(partition, beginning);
          }
          consumer.seek(partition, beginning);
        });
  }

  /**
   * Starts again if this is the id of another topic; the offsets alone need not reveal that.
   *
   * @throws IOException if the source has an end, which was that of the topic before
   */
  private boolean startAgain(String id) throws IOException {
    if (!account.isAnother(id)) {
      return false;
    }
    if (settings.untilEnd()) {
      throw notToTheEnd("the topic was created again");
    }
    Set<TopicPartition> gone = new HashSet<>(consumer.assignment());
    Set<TopicPartition> left = new HashSet<>(gone);
    left.removeIf(partition -> partition.partition() >= topic.partitions());
    gone.removeAll(left);
    Map<TopicPartition, Long> first = consumer.beginningOffsets(left, settings.timeout());
    account.reads(id);
    forget(gone);
    if (!settings.grouped()) {
      all.retainAll(left);
      consumer.assign(left);
    }
    first.forEach(account::recreated);
    consumer.seekToBeginning(left);
    return true;
  }

  /**
   * Accounts for the offsets up to the client's position; returns the number of reported damages.
   */
  int reachPositions(ChunkHandler handler) {
    int damages = 0;
    for (TopicPartition partition : account.next().keySet()) {
      try {
        long position = consumer.position(partition, Duration.ZERO);
        damages += account.reach(partition, beforeEnd(partition, position), handler);
      } catch (TimeoutException e) {
        // Its leader is looked for; the next poll accounts for it.
      } catch (WakeupException e) {
        consumer.wakeup();
      }
    }
    return damages;
  }

  private long beforeEnd(TopicPartition partition, long offset) {
    return Math.min(offset, ends.getOrDefault(partition, Long.MAX_VALUE));
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
        throw notToTheEnd(
            "partition "
                + partition.partition()
                + " ended at offset "
                + ends.get(partition)
                + " and now ends at "
                + now.getOrDefault(partition, 0L)
                + "; the topic was created again, or has lost messages");
      }
    }
  }

  private IOException notToTheEnd(String why) {
    return new IOException("cannot read " + address + " to the end: " + why);
  }

  /**
   * Takes partitions that were added to the topic, from their beginning, as soon as the client
   * knows of them; those of a group are assigned to its members by Kafka. If the topic was created
   * again, which its offsets need not show, it is read from its beginning.
   */
  void takeAdded() throws IOException {
    if (settings.untilEnd()) {
      return;
    }
    startAgain(topic.recentId());
    if (settings.grouped()) {
      return;
    }
    List<TopicPartition> added = new ArrayList<>(known());
    added.removeAll(all);
    if (!added.isEmpty()) {
      all.addAll(added);
      consumer.assign(all);
      assigned(added);
    }
  }

  /** Returns whether a message is before the end. */
  boolean isWanted(TopicPartition partition, long offset) {
    return offset < ends.getOrDefault(partition, Long.MAX_VALUE);
  }

  /**
   * Returns whether all partitions of this reader were read to their ends.
   *
   * @throws IOException if these are the ends of another topic by now
   */
  boolean exhausted() throws IOException {
    if (!settings.untilEnd()) {
      return false;
    }
    Set<TopicPartition> assigned = consumer.assignment();
    try {
      boolean atEnd =
          !assigned.isEmpty()
              && assigned.stream()
                  .allMatch(
                      p -> ends.getOrDefault(p, 0L) <= consumer.position(p, settings.timeout()));
      return atEnd && !startAgain(topic.id());
    } catch (WakeupException e) {
      // Meant for a poll; what was handed over before must be reported first.
      consumer.wakeup();
      return false;
    }
  }

  /** Goes back to the offsets before a poll, so that all its messages come again. */
  void rewind(Map<TopicPartition, Long> before) {
    Set<TopicPartition> assigned = consumer.assignment();
    before.forEach(
        (partition, offset) -> {
          if (assigned.contains(partition)) {
            consumer.seek(partition, offset);
            account.start(partition, offset);
          }
        });
  }
}
