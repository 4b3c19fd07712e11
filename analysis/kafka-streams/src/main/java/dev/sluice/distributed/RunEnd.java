package dev.sluice.distributed;

import dev.sluice.support.wire.KafkaAddress;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether a group has committed all that a topic held at one moment, and then all parts that were
 * made of it: parts are in the same transaction as the offsets of the chunks they were made of.
 */
final class RunEnd implements SourceGaps.Log, AutoCloseable {
  private final KafkaTopics topics;
  private final String group;
  private final String source;

  /** Null where chunks are not split. */
  private final String parts;

  private final Map<TopicPartition, Long> begins;
  private final Map<TopicPartition, Long> ends;

  private final SilentOffsets silent;

  /** Messages that were there when it was asked first. */
  private final long all;

  /** Null until the chunks are committed. */
  private Map<TopicPartition, Long> endsOfParts;

  /** What was committed when it was asked last whether the end is reached. */
  private Map<TopicPartition, OffsetAndMetadata> before = Map.of();

  private RunEnd(KafkaTopics topics, String group, String source, String parts) throws IOException {
    this.topics = topics;
    this.group = group;
    this.source = source;
    this.parts = parts;
    this.begins = topics.begins(source);
    this.ends = topics.ends(source);
    this.silent = new SilentOffsets(topics);
    this.all = behind(ends, begins, Map.of(), false);
  }

  static RunEnd of(AnalysisPlan<?> plan) throws IOException {
    String id = plan.applicationId();
    String parts = plan.stage().parts() ? AnalysisPlan.partsTopic(id) : null;
    return of(plan.source(), id, parts);
  }

  static RunEnd of(KafkaAddress source, String group, String parts) throws IOException {
    KafkaTopics topics = KafkaTopics.connect(source);
    try {
      return new RunEnd(topics, group, source.topic(), parts);
    } catch (IOException | RuntimeException | Error e) {
      topics.close();
      throw e;
    }
  }

  @Override
  public long start(String partition, long offset) {
    return begins.getOrDefault(partition(partition), offset);
  }

  @Override
  public synchronized String gap(String partition, long offset) throws IOException {
    Long begin = topics.begins(source).get(partition(partition));
    if (begin == null || begin > offset) {
      return " messages were deleted before they were analysed";
    }
    return topics.isCompacted(source)
        ? " offsets hold no message: cleanup.policy has 'compact', or needs the ACL"
            + " 'DescribeConfigs', so that compaction and transactions cannot be distinguished"
        : null;
  }

  private TopicPartition partition(String name) {
    return new TopicPartition(source, Integer.parseInt(name.substring(source.length() + 1)));
  }

  KafkaTopics topics() {
    return topics;
  }

  synchronized boolean reached() throws IOException {
    Map<TopicPartition, OffsetAndMetadata> committed = topics.committed(group);
    boolean stands = committed.equals(before); // as long as it moves, there is more to come
    before = committed;
    if (behind(ends, topics.begins(source), committed, stands) > 0) {
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
    return partsBehind(endsOfParts, committed, stands) == 0;
  }

  /**
   * Messages between what is committed and the ends, of those that are not deleted.
   *
   * @param looks whether offsets at which nothing can be read are told from messages
   */
  private long behind(
      Map<TopicPartition, Long> ends,
      Map<TopicPartition, Long> begins,
      Map<TopicPartition, OffsetAndMetadata> committed,
      boolean looks)
      throws IOException {
    Map<TopicPartition, Long> at = next(ends.keySet(), begins, committed);
    if (looks) {
      silent.skip(at, ends);
    }
    long behind = 0;
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      behind += Math.max(0, end.getValue() - at.get(end.getKey()));
    }
    return behind;
  }

  /**
   * The offsets at which a group goes on: where it was, or where a partition begins if nothing is
   * committed or what was committed last is deleted.
   */
  static Map<TopicPartition, Long> next(
      Set<TopicPartition> partitions,
      Map<TopicPartition, Long> begins,
      Map<TopicPartition, OffsetAndMetadata> committed) {
    Map<TopicPartition, Long> next = new HashMap<>();
    for (TopicPartition partition : partitions) {
      long begin = begins.getOrDefault(partition, 0L);
      OffsetAndMetadata offset = committed.get(partition);
      next.put(partition, offset == null ? begin : Math.max(begin, offset.offset()));
    }
    return next;
  }

  /**
   * Returns how much of the chunks, and of the parts that were made of them, is committed: 0 to 1,
   * and 1 only if that is all.
   */
  synchronized double progress() throws IOException {
    Map<TopicPartition, OffsetAndMetadata> committed = topics.committed(group);
    long rest = behind(ends, topics.begins(source), committed, true);
    long done = all - rest;
    rest += partsBehind(endsOfParts, committed, true);
    return rest == 0 ? 1 : (double) done / (done + rest);
  }

  /** Messages of the source and of parts that are there now and not committed. */
  synchronized long lag() throws IOException {
    // Asked first: what was made of chunks that are committed then counts among the parts.
    Map<TopicPartition, OffsetAndMetadata> committed = topics.committed(group);
    return behind(topics.ends(source), topics.begins(source), committed, true)
        + partsBehind(null, committed, true);
  }

  /** Messages of parts that are not committed, up to these ends or, if they are null, up to now. */
  private long partsBehind(
      Map<TopicPartition, Long> until,
      Map<TopicPartition, OffsetAndMetadata> committed,
      boolean looks)
      throws IOException {
    if (parts == null || topics.partitionsOrNone(parts) == 0) {
      return 0;
    }
    Map<TopicPartition, Long> to = until == null ? topics.ends(parts) : until;
    return behind(to, topics.begins(parts), committed, looks);
  }

  @Override
  public void close() {
    silent.wakeup();
    synchronized (this) {
      silent.close();
    }
    topics.close();
  }
}
