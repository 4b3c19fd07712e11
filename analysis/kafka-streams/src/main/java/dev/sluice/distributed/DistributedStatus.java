package dev.sluice.distributed;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.streams.Audit;
import dev.sluice.support.binding.KafkaAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks at a distributed analysis from outside: who works on what, how far it is, and what is
 * missing. It takes no part, and asks the brokers alone. For one thread.
 */
public final class DistributedStatus implements AutoCloseable {
  private static final Duration WAIT = Duration.ofMillis(200);

  /** From so many messages before the end of a change log an account is looked for. */
  private static final long BACK = 256;

  private final KafkaAddress source;
  private final String applicationId;
  private final KafkaTopics topics;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Audit> audits = new HashMap<>();
  private boolean assigned;

  /**
   * A process that takes part.
   *
   * @param id of the process
   * @param host its address, as the broker sees it
   * @param threads how many of its threads are members of the group
   * @param partitions of topics that they have, in all
   */
  public record Instance(String id, String host, int threads, int partitions) {}

  /**
   * A partition of the source, or of parts.
   *
   * @param name topic and number
   * @param instance who has it, or null
   * @param committed where it will go on
   * @param lag messages from there to the end
   */
  public record Partition(String name, String instance, long committed, long lag) {}

  /**
   * What was seen.
   *
   * @param instances by id, none if nobody works
   * @param partitions by name
   * @param audit of what is committed; null if nothing is known yet
   */
  public record Look(List<Instance> instances, List<Partition> partitions, Audit audit) {
    /** Messages that are not committed, in the source and of parts. */
    public long lag() {
      return partitions.stream().mapToLong(Partition::lag).sum();
    }
  }

  private DistributedStatus(KafkaAddress source, String applicationId) throws IOException {
    this.source = source;
    this.applicationId = applicationId;
    this.topics = KafkaTopics.connect(source);
    this.consumer = new KafkaConsumer<>(CommittedResult.settings(source));
  }

  /**
   * Of an analysis of that topic.
   *
   * @param applicationId null for the default
   * @throws ConfigurationException if the source is no topic
   */
  public static DistributedStatus of(Endpoint source, String applicationId) throws IOException {
    if (!source.scheme().equals("kafka")) {
      throw new ConfigurationException(
          List.of("'" + source + "' is no topic; a distributed analysis reads kafka://host/topic"));
    }
    KafkaAddress address = KafkaAddress.of(source, ConsumerConfig.configNames());
    source.options().finish();
    String id = applicationId == null ? AnalysisPlan.defaultId(address) : applicationId;
    return new DistributedStatus(address, id);
  }

  /** The application id. */
  public String applicationId() {
    return applicationId;
  }

  /**
   * Looks once; asks the brokers some questions.
   *
   * @throws IOException if they do not answer, or there is no such topic
   */
  public Look look() throws IOException {
    Map<TopicPartition, Long> ends = new HashMap<>(topics.ends(source.topic()));
    String parts = AnalysisPlan.partsTopic(applicationId);
    boolean split = topics.partitionsOrNone(parts) > 0;
    if (split) {
      ends.putAll(topics.ends(parts));
    }
    Map<TopicPartition, String> owners = new HashMap<>();
    List<Instance> instances = instances(owners);
    Map<TopicPartition, OffsetAndMetadata> committed = topics.committed(applicationId);
    List<Partition> partitions = new ArrayList<>();
    Map<TopicPartition, Long> begins = topics.begins(source.topic());
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      TopicPartition partition = end.getKey();
      OffsetAndMetadata offset = committed.get(partition);
      long from = offset == null ? begins.getOrDefault(partition, 0L) : offset.offset();
      long lag = Math.max(0, end.getValue() - from);
      partitions.add(new Partition(partition.toString(), owners.get(partition), from, lag));
    }
    partitions.sort(
        (one, other) ->
            one.name().length() == other.name().length()
                ? one.name().compareTo(other.name())
                : Integer.compare(one.name().length(), other.name().length()));
    return new Look(instances, List.copyOf(partitions), audit(split));
  }

  private List<Instance> instances(Map<TopicPartition, String> owners) throws IOException {
    Map<String, Instance> instances = new TreeMap<>();
    for (MemberDescription member : topics.members(applicationId)) {
      String id = instance(member.clientId());
      member.assignment().topicPartitions().forEach(partition -> owners.put(partition, id));
      int partitions = member.assignment().topicPartitions().size();
      String host = member.host().replaceFirst("^/", "");
      instances.merge(
          id,
          new Instance(id, host, 1, partitions),
          (one, other) ->
              new Instance(
                  id,
                  host,
                  one.threads() + other.threads(),
                  one.partitions() + other.partitions()));
    }
    return List.copyOf(instances.values());
  }

  /** Kafka Streams calls a client {@code <application>-<process>-StreamThread-1-consumer}. */
  private String instance(String clientId) {
    String id = clientId.replaceFirst("-StreamThread-.*", "");
    String prefix = applicationId + "-";
    return id.startsWith(prefix)
        ? id.substring(prefix.length(), Math.min(id.length(), prefix.length() + 8))
        : id;
  }

  /** What was committed last, of each partition. */
  private Audit audit(boolean split) throws IOException {
    String log = AnalysisPlan.stateTopic(applicationId);
    if (topics.partitionsOrNone(log) == 0) {
      return null;
    }
    try {
      Map<TopicPartition, Long> ends = topics.ends(log);
      if (!assigned) {
        consumer.assign(ends.keySet());
        ends.forEach((partition, end) -> consumer.seek(partition, Math.max(0, end - BACK)));
        assigned = true;
      }
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        for (ConsumerRecord<byte[], byte[]> message : consumer.poll(WAIT)) {
          if (message.value() != null
              && ByteBuffer.wrap(message.key()).getInt() == SavedState.AUDIT) {
            audits.put(
                new TopicPartition(message.topic(), message.partition()),
                SavedState.read(message.value()));
          }
        }
      }
    } catch (KafkaException e) {
      throw new IOException("cannot read " + log + ": " + source.redact(e), e);
    }
    return audits.isEmpty() ? null : CommittedResult.joined(List.copyOf(audits.values()), split);
  }

  @Override
  public void close() {
    consumer.close();
    topics.close();
  }
}
