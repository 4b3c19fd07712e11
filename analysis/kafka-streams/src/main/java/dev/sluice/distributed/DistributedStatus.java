package dev.sluice.distributed;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.NoSuchSourceException;
import dev.sluice.streams.Audit;
import dev.sluice.streams.Positions;
import dev.sluice.support.wire.KafkaAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.Consumer;
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

  /** Who looks wants to know soon that nobody answers. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** From so many messages before the end of a change log an account is looked for. */
  private static final long BACK = 256;

  private final KafkaAddress source;
  private final String applicationId;
  private final KafkaTopics topics;
  private final SilentOffsets silent;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Positions> accounts = new HashMap<>();

  /**
   * A process that takes part.
   *
   * @param id of the process: the start of the number that Kafka Streams gives it
   * @param client what its clients are called, without the end that tells its threads apart
   * @param host its address, as the broker sees it
   * @param threads how many of its threads are members of the group
   * @param partitions of topics that they have, in all
   */
  public record Instance(String id, String client, String host, int threads, int partitions) {}

  /**
   * A partition of the source, or of parts.
   *
   * @param name topic and number
   * @param instance who has it, or null
   * @param committed where it will go on; where it begins if nothing is committed, or if what was
   *     committed last is deleted; the end if no message is before it
   * @param end where the next message will be, behind those of open transactions
   */
  public record Partition(String name, String instance, long committed, long end) {
    /** Messages that are not committed. */
    public long lag() {
      return Math.max(0, end - committed);
    }
  }

  /**
   * What was seen.
   *
   * @param instances by id, none if nobody works
   * @param partitions by name
   * @param audit of the chunks that all partitions have analysed and committed; null if there is
   *     none
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
    this.topics = KafkaTopics.connect(source, PATIENCE);
    this.silent = new SilentOffsets(topics);
    this.consumer = new KafkaConsumer<>(CommittedResult.settings(source));
  }

  /**
   * Of an analysis of that topic.
   *
   * @param applicationId null for the default
   * @throws ConfigurationException if the source is no topic
   */
  public static DistributedStatus of(Endpoint source, String applicationId) throws IOException {
    KafkaAddress address = AnalysisPlan.topic(source);
    source.options().finish();
    String id = applicationId == null ? AnalysisPlan.defaultId(address) : applicationId;
    return new DistributedStatus(address, id);
  }

  /** The application id. */
  public String applicationId() {
    return applicationId;
  }

  /**
   * Looks once; asks the brokers some questions. May be called again after a failure.
   *
   * @throws NoSuchSourceException if there is no such topic, or no instance has begun yet
   * @throws IOException if they do not answer within some seconds
   */
  public Look look() throws IOException {
    // Asked first: what was made of chunks that are committed then counts among the parts.
    Map<TopicPartition, OffsetAndMetadata> committed = topics.committed(applicationId);
    Map<TopicPartition, Long> ends = new HashMap<>(topics.ends(source.topic()));
    Map<TopicPartition, Long> begins = new HashMap<>(topics.begins(source.topic()));
    String parts = AnalysisPlan.partsTopic(applicationId);
    boolean split = topics.partitionsOrNone(parts) > 0;
    if (split) {
      ends.putAll(topics.ends(parts));
      begins.putAll(topics.begins(parts));
    }
    Map<TopicPartition, String> owners = new HashMap<>();
    List<Instance> instances = instances(owners);
    if (instances.isEmpty() && committed.isEmpty()) {
      throw new NoSuchSourceException(
          "nobody has begun the analysis '" + applicationId + "' at " + source.servers());
    }
    Map<TopicPartition, Long> next = RunEnd.next(ends.keySet(), begins, committed);
    silent.skip(next, ends);
    List<Partition> partitions = new ArrayList<>();
    next.forEach(
        (partition, from) ->
            partitions.add(
                new Partition(
                    partition.toString(), owners.get(partition), from, ends.get(partition))));
    partitions.sort(
        Comparator.comparingInt((Partition one) -> one.name().length())
            .thenComparing(Partition::name));
    boolean done = partitions.stream().allMatch(partition -> partition.lag() == 0);
    return new Look(instances, List.copyOf(partitions), audit(split, done, begins));
  }

  private List<Instance> instances(Map<TopicPartition, String> owners) throws IOException {
    Map<String, Instance> instances = new TreeMap<>();
    for (MemberDescription member : topics.members(applicationId)) {
      String client = member.clientId().replaceFirst("-StreamThread-.*", "");
      String id = instance(client);
      member.assignment().topicPartitions().forEach(partition -> owners.put(partition, id));
      int partitions = member.assignment().topicPartitions().size();
      String host = member.host().replaceFirst("^/", "");
      instances.merge(
          id,
          new Instance(id, client, host, 1, partitions),
          (one, other) ->
              new Instance(
                  id,
                  client,
                  host,
                  one.threads() + other.threads(),
                  one.partitions() + other.partitions()));
    }
    return List.copyOf(instances.values());
  }

  /** Kafka Streams calls a client {@code <application>-<process>-StreamThread-1-consumer}. */
  private String instance(String client) {
    String prefix = applicationId + "-";
    return client.startsWith(prefix)
        ? client.substring(prefix.length(), Math.min(client.length(), prefix.length() + 8))
        : client;
  }

  private void keepAccount(ConsumerRecord<byte[], byte[]> message) throws IOException {
    if (message.value() != null && ByteBuffer.wrap(message.key()).getInt() == SavedState.AUDIT) {
      accounts.put(
          new TopicPartition(message.topic(), message.partition()),
          SavedState.read(message.value()));
    }
  }

  /**
   * Reads what was committed last, of each partition. If all is done, the last commit is waited
   * for: its outcome may not be written to the change log yet. Before, a killed instance does not
   * hold up those who look.
   */
  private Audit audit(boolean split, boolean done, Map<TopicPartition, Long> begins)
      throws IOException {
    String log = AnalysisPlan.stateTopic(applicationId);
    if (topics.partitionsOrNone(log) == 0) {
      accounts.clear();
      consumer.unsubscribe();
      return null;
    }
    try {
      Map<TopicPartition, Long> ends = done ? topics.ends(log) : topics.stableEnds(log);
      if (!consumer.assignment().equals(ends.keySet())
          || ends.entrySet().stream().anyMatch(this::isBeyond)) {
        accounts.clear(); // the first look, or one after the analysis was begun anew
        consumer.assign(ends.keySet());
        ends.forEach((partition, end) -> consumer.seek(partition, Math.max(0, end - BACK)));
      }
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (ends.entrySet().stream().anyMatch(this::isBehind)) {
        if (System.nanoTime() - deadline > 0) {
          String reason = " is too slow, or a transaction is open there";
          throw new IOException("cannot read " + log + ": " + source.servers() + reason);
        }
        for (ConsumerRecord<byte[], byte[]> message : consumer.poll(WAIT)) {
          keepAccount(message);
        }
      }
    } catch (KafkaException e) {
      throw new IOException("cannot read " + log + ": " + source.redact(e), e);
    }
    // While parts wait, chunks they were made of may be deleted.
    Map<TopicPartition, Long> ends = done ? topics.ends(source.topic()) : Map.of();
    List<Audit> audits =
        accounts.values().stream().map(account -> SavedState.audit(account, begins, ends)).toList();
    return analysed(audits, split, consumer.assignment().size());
  }

  /**
   * What all partitions have analysed. Of split chunks each one has a part, and so the whole
   * account of the chunks that it has analysed: the one that is least far is taken.
   */
  static Audit analysed(Collection<Audit> audits, boolean split, int partitions) {
    if (audits.isEmpty() || split && audits.size() < partitions) {
      return null;
    }
    return split
        ? audits.stream().min(Comparator.comparingLong(Audit::chunks)).get()
        : Audit.merge(List.copyOf(audits));
  }

  private boolean isBehind(Map.Entry<TopicPartition, Long> end) {
    return consumer.position(end.getKey(), PATIENCE) < end.getValue();
  }

  private boolean isBeyond(Map.Entry<TopicPartition, Long> end) {
    return consumer.position(end.getKey(), PATIENCE) > end.getValue();
  }

  @Override
  public void close() {
    consumer.close();
    silent.close();
    topics.close();
  }
}
