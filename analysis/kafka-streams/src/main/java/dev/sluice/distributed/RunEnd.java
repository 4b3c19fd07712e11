package dev.sluice.distributed;

import dev.sluice.support.binding.KafkaAddress;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether a group has committed all that a topic held at one moment, and then all parts that were
 * made of it: parts are in the same transaction as the offsets of the chunks they were made of.
 */
final class RunEnd implements AutoCloseable {
  private final KafkaTopics topics;
  private final String group;
  private final String source;

  /** Null where chunks are not split. */
  private final String parts;

  private final Map<TopicPartition, Long> begins;
  private final Map<TopicPartition, Long> ends;

  /** Null until the chunks are committed. */
  private Map<TopicPartition, Long> endsOfParts;

  private RunEnd(KafkaTopics topics, String group, String source, String parts) throws IOException {
    this.topics = topics;
    this.group = group;
    this.source = source;
    this.parts = parts;
    this.begins = topics.begins(source);
    this.ends = topics.ends(source);
  }

  static RunEnd of(AnalysisPlan<?> plan) throws IOException {
    String id = plan.applicationId();
    String parts = plan.stage().parts() ? AnalysisPlan.partsTopic(id) : null;
    return of(plan.source(), id, parts);
  }

  static RunEnd of(KafkaAddress source, String group, String parts) throws IOException {
    KafkaTopics topics = KafkaTopics.connect(source);
    boolean right = false;
    try {
      RunEnd end = new RunEnd(topics, group, source.topic(), parts);
      right = true;
      return end;
    } finally {
      if (!right) {
        topics.close();
      }
    }
  }

  synchronized boolean reached() throws IOException {
    Map<TopicPartition, OffsetAndMetadata> committed = topics.committed(group);
    if (behind(ends, begins, committed) > 0) {
      return false;
    }
    if (parts == null) {
      return true;
    }
    if (endsOfParts == null) {
      if (topics.partitionsOrNone(parts) == 0) {
        return false; // not made yet
      }
      endsOfParts = topics.ends(parts);
    }
    return behind(endsOfParts, Map.of(), committed) == 0;
  }

  /** Messages between what is committed and the ends, or all if nothing is committed. */
  private static long behind(
      Map<TopicPartition, Long> ends,
      Map<TopicPartition, Long> begins,
      Map<TopicPartition, OffsetAndMetadata> committed) {
    long behind = 0;
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      OffsetAndMetadata offset = committed.get(end.getKey());
      long from = offset == null ? begins.getOrDefault(end.getKey(), 0L) : offset.offset();
      behind += Math.max(0, end.getValue() - from);
    }
    return behind;
  }

  /** The share of the chunks that is committed, 0 to 1. */
  synchronized double progress() throws IOException {
    long all = behind(ends, begins, Map.of());
    return all == 0 ? 1 : 1 - (double) behind(ends, begins, topics.committed(group)) / all;
  }

  /** Messages of the source and of parts that are there now and not committed. */
  synchronized long lag() throws IOException {
    Map<TopicPartition, OffsetAndMetadata> committed = topics.committed(group);
    Map<TopicPartition, Long> now = new HashMap<>(topics.ends(source));
    if (parts != null && topics.partitionsOrNone(parts) > 0) {
      now.putAll(topics.ends(parts));
    }
    return behind(now, begins, committed);
  }

  @Override
  public void close() {
    topics.close();
  }
}
