package dev.sluice.distributed;

import dev.sluice.support.wire.KafkaAddress;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds offsets at which nothing can be read: outcomes of transactions, aborted messages, compacted
 * ones. A task of Kafka Streams commits none of them before its first message, so that a group
 * stays behind such an end of a topic for ever. For one thread, but for {@link #wakeup}.
 */
final class SilentOffsets implements AutoCloseable {
  private static final Duration WAIT = Duration.ofMillis(100);

  private final KafkaTopics topics;
  private final Map<TopicPartition, Silence> known = new HashMap<>();

  /** Null until it is needed. */
  private Consumer<byte[], byte[]> consumer;

  private volatile boolean closing;

  /** From an offset on nothing can be read before another one, at which there may be a message. */
  private record Silence(long from, long to, boolean beforeMessage) {}

  SilentOffsets(KafkaTopics topics) {
    this.topics = topics;
  }

  /**
   * Moves offsets to the ends of partitions if nothing can be read between them. Where an open
   * transaction hides what follows, or nobody answers in time, an offset stays before the end.
   *
   * @param at offsets, which are changed
   * @param ends by partition, at least of those
   */
  void skip(Map<TopicPartition, Long> at, Map<TopicPartition, Long> ends) throws IOException {
    at.replaceAll((partition, offset) -> skipped(partition, offset, ends));
    Map<TopicPartition, Long> asked = new HashMap<>(at);
    asked.keySet().removeIf(p -> at.get(p) >= ends.get(p) || after(p, at.get(p)).beforeMessage);
    if (asked.isEmpty()) {
      return;
    }
    try {
      listen(asked, ends);
    } catch (KafkaException e) {
      KafkaAddress source = topics.address();
      throw new IOException("cannot read " + source + ": " + source.redact(e), e);
    }
    at.replaceAll((partition, offset) -> skipped(partition, offset, ends));
  }

  /** What is known from an offset on, if anything is. */
  private Silence after(TopicPartition partition, long offset) {
    Silence silence = known.get(partition);
    boolean isKnown = silence != null && silence.from <= offset && offset <= silence.to;
    return isKnown ? silence : new Silence(offset, offset, false);
  }

  private long skipped(TopicPartition partition, long offset, Map<TopicPartition, Long> ends) {
    return Math.max(offset, Math.min(after(partition, offset).to, ends.get(partition)));
  }

  private void listen(Map<TopicPartition, Long> from, Map<TopicPartition, Long> ends)
      throws IOException {
    Map<TopicPartition, Long> stable = stableEnds(from.keySet());
    open();
    consumer.assign(from.keySet());
    from.forEach(consumer::seek);
    long deadline = System.nanoTime() + topics.timeout().toNanos();
    Set<TopicPartition> rest = new HashSet<>(from.keySet());
    while (!rest.isEmpty() && !closing && System.nanoTime() - deadline < 0) {
      var records = consumer.poll(WAIT);
      for (TopicPartition partition : List.copyOf(rest)) {
        List<ConsumerRecord<byte[], byte[]>> messages = records.records(partition);
        long last = Math.min(ends.get(partition), stable.get(partition));
        boolean isMessage = !messages.isEmpty();
        long next = isMessage ? messages.get(0).offset() : consumer.position(partition);
        if (isMessage || next >= last) {
          known.put(partition, new Silence(from.get(partition), next, isMessage));
          consumer.pause(Set.of(partition));
          rest.remove(partition);
        }
      }
    }
  }

  private Map<TopicPartition, Long> stableEnds(Set<TopicPartition> partitions) throws IOException {
    Map<TopicPartition, Long> stable = new HashMap<>();
    for (String topic :
        partitions.stream().map(TopicPartition::topic).collect(Collectors.toSet())) {
      stable.putAll(topics.stableEnds(topic));
    }
    return stable;
  }

  private void open() {
    if (consumer == null) {
      Map<String, Object> settings = CommittedResult.settings(topics.address());
      settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
      settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 64 << 10);
      consumer = new KafkaConsumer<>(settings);
    }
  }

  /** Ends a search that waits, now or later, within 100 ms. Any thread. */
  void wakeup() {
    closing = true;
  }

  @Override
  public void close() {
    if (consumer != null) {
      consumer.close();
    }
  }
}
