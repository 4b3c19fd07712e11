package dev.sluice.rawreaders.kafka;

import dev.sluice.testkit.ChunkFactory;
import dev.sluice.testkit.broker.KafkaBroker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/**
 * A topic of a real broker and what was done to it. Each chunk is the only one of its producer, so
 * that the audit of a stream has it or has never heard of it. For one thread.
 */
final class ModelTopic implements AutoCloseable {
  /** What became of a message. */
  enum State {
    OPEN,
    COMMITTED,
    ABORTED
  }

  /** A message; {@code producer} is -1 for one that is no chunk. */
  static final class Entry {
    final long producer;
    State state;

    Entry(long producer, State state) {
      this.producer = producer;
      this.state = state;
    }
  }

  /** A partition: its messages by offset, and the first offset that is left. */
  static final class Log {
    final TreeMap<Long, Entry> entries = new TreeMap<>();
    long start;

    /** The offset before which a reader has all that it may have. */
    long end(boolean committedOnly) {
      long end =
          entries.entrySet().stream()
              .filter(e -> committedOnly && e.getValue().state == State.OPEN)
              .map(Map.Entry::getKey)
              .findFirst()
              .orElse(entries.isEmpty() ? 0 : entries.lastKey() + 1);
      return Math.max(start, end);
    }
  }

  private static final long COMPACTION_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  final String name = "offsets-" + NUMBERS.incrementAndGet();
  final boolean compacted;
  final Admin admin;
  private final KafkaBroker broker;
  private final KafkaProducer<byte[], byte[]> plain;
  private final Map<String, KafkaProducer<byte[], byte[]>> transactional;
  private final Map<Integer, List<Entry>> open = new HashMap<>();
  private long producers;
  List<Log> logs = new ArrayList<>();
  int incarnation;

  /** What all topics of a test share. */
  static final class Clients implements AutoCloseable {
    private final KafkaBroker broker;
    private final Admin admin;
    private final KafkaProducer<byte[], byte[]> plain;
    private final Map<String, KafkaProducer<byte[], byte[]>> transactional = new HashMap<>();

    Clients(KafkaBroker broker) {
      this.broker = broker;
      admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
      plain = producer(broker, Map.of("enable.idempotence", false));
    }

    @Override
    public void close() {
      plain.close();
      transactional.values().forEach(KafkaProducer::close);
      admin.close();
    }
  }

  ModelTopic(Clients clients, int partitions, boolean compacted) throws Exception {
    this.broker = clients.broker;
    this.admin = clients.admin;
    this.plain = clients.plain;
    this.transactional = clients.transactional;
    this.compacted = compacted;
    create(partitions);
  }

  private static KafkaProducer<byte[], byte[]> producer(
      KafkaBroker broker, Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("linger.ms", 0);
    settings.put("max.in.flight.requests.per.connection", 1);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private void create(int partitions) throws Exception {
    Map<String, String> settings =
        compacted
            ? Map.of(
                "cleanup.policy",
                "compact",
                "segment.ms",
                "1",
                "min.cleanable.dirty.ratio",
                "0.001",
                "delete.retention.ms",
                "0")
            : Map.of();
    NewTopic topic = new NewTopic(name, Optional.of(partitions), Optional.empty());
    admin.createTopics(List.of(topic.configs(settings))).all().get();
    await(partitions);
    logs = new ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      logs.add(new Log());
    }
  }

  private void await(int partitions) {
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .ignoreExceptions()
        .until(
            () ->
                admin
                        .describeTopics(List.of(name))
                        .allTopicNames()
                        .get()
                        .get(name)
                        .partitions()
                        .stream()
                        .filter(p -> p.leader() != null && !p.leader().isEmpty())
                        .count()
                    == partitions);
  }

  String uri() {
    return "kafka://" + broker.bootstrapServers() + "/" + name;
  }

  void send(int partition, boolean chunk) throws Exception {
    Entry entry = new Entry(chunk ? producers++ : -1, State.COMMITTED);
    long offset = plain.send(message(partition, entry)).get().offset();
    logs.get(partition).entries.put(offset, entry);
  }

  /** Sends a chunk in a transaction, which is begun if it is not open. */
  void sendInTransaction(int number, int partition) throws Exception {
    KafkaProducer<byte[], byte[]> producer = transactional.get("tx-" + number);
    if (producer == null) {
      producer = producer(broker, Map.of("transactional.id", "tx-" + number));
      producer.initTransactions();
      transactional.put("tx-" + number, producer);
    }
    if (!open.containsKey(number)) {
      producer.beginTransaction();
      open.put(number, new ArrayList<>());
    }
    Entry entry = new Entry(producers++, State.OPEN);
    long offset = producer.send(message(partition, entry)).get().offset();
    logs.get(partition).entries.put(offset, entry);
    open.get(number).add(entry);
  }

  private ProducerRecord<byte[], byte[]> message(int partition, Entry entry) {
    byte[] key = {(byte) (producers % 3)};
    byte[] value =
        entry.producer >= 0
            ? new ChunkFactory(id(entry), null).end().toByteArray()
            : producers % 2 == 0 ? null : "{}".getBytes(StandardCharsets.UTF_8);
    return new ProducerRecord<>(name, partition, key, value);
  }

  /** The producer's id: unlike those of other topics and incarnations. */
  long id(Entry entry) {
    return entry.producer + 1;
  }

  void finish(int number, boolean commit) {
    List<Entry> entries = open.remove(number);
    if (entries != null) {
      String id = "tx-" + number;
      if (commit) {
        transactional.get(id).commitTransaction();
      } else {
        transactional.get(id).abortTransaction();
      }
      // The markers come later.
      Awaitility.await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(2))
          .until(
              () ->
                  admin
                      .describeTransactions(List.of(id))
                      .all()
                      .get()
                      .get(id)
                      .state()
                      .toString()
                      .startsWith("Complete"));
      entries.forEach(entry -> entry.state = commit ? State.COMMITTED : State.ABORTED);
    }
  }

  void finishAll(boolean commit) {
    for (int number : List.copyOf(open.keySet())) {
      finish(number, commit);
    }
  }

  /** Deletes what lies before an offset, as retention does; -1 is the end of what is there. */
  void delete(int partition, long before) throws Exception {
    TopicPartition place = new TopicPartition(name, partition);
    logs.get(partition).start =
        admin
            .deleteRecords(Map.of(place, RecordsToDelete.beforeOffset(before)))
            .lowWatermarks()
            .get(place)
            .get()
            .lowWatermark();
  }

  /** Waits a while for compaction to take a message; returns whether it took one. */
  boolean compact(int partition) throws Exception {
    send(partition, true);
    TopicPartition place = new TopicPartition(name, partition);
    Map<TopicPartition, OffsetSpec> latest = Map.of(place, OffsetSpec.latest());
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers(), "fetch.max.wait.ms", 10),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      long end = admin.listOffsets(latest).partitionResult(place).get().offset();
      consumer.assign(List.of(place));
      long begin = System.nanoTime();
      boolean taken = false;
      while (!taken && System.nanoTime() - begin < COMPACTION_NANOS) {
        consumer.seekToBeginning(List.of(place));
        int count = 0;
        while (consumer.position(place) < end) {
          count += consumer.poll(Duration.ofMillis(50)).count();
        }
        taken = count < logs.get(partition).entries.size();
      }
      return taken;
    }
  }

  void add(int partitions) throws Exception {
    int count = logs.size() + partitions;
    admin.createPartitions(Map.of(name, NewPartitions.increaseTo(count))).all().get();
    await(count);
    while (logs.size() < count) {
      logs.add(new Log());
    }
  }

  void recreate(int partitions) throws Exception {
    finishAll(true);
    admin.deleteTopics(List.of(name)).all().get();
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> !admin.listTopics().names().get().contains(name));
    // A producer counts on, which the new partitions do not know.
    transactional.values().forEach(KafkaProducer::close);
    transactional.clear();
    incarnation++;
    create(partitions);
  }

  @Override
  public void close() {
    finishAll(false);
    admin.deleteTopics(List.of(name)).all().toCompletionStage().toCompletableFuture().join();
  }
}
