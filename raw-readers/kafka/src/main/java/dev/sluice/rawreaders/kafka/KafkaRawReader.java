package dev.sluice.rawreaders.kafka;

import dev.sluice.api.chunk.ChunkHandler;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.Damage;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.SourcePosition;
import dev.sluice.api.config.Loggers;
import dev.sluice.api.platform.Platform;
import dev.sluice.api.spi.NoSuchSourceException;
import dev.sluice.api.spi.RawReader;
import dev.sluice.support.ChunkFilter;
import dev.sluice.support.wire.KafkaAddress;
import dev.sluice.support.wire.KafkaDiagnosis;
import dev.sluice.support.wire.Obstacle;
import dev.sluice.support.wire.Obstacle.Stage;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Raw reader of a Kafka topic; a message is one chunk, anything else is damage. A partition is
 * named {@code topic-3}, an offset is Kafka's. For one thread but for {@link #wakeup}.
 *
 * <p>With a consumer group, what was handed over is committed when {@link
 * ChunkHandler#beforeAcknowledge} has returned, partitions that move away included; chunks between
 * a commit that failed and the next one come again. Without a group nothing is committed, and
 * partitions added later are found when the client refreshes what it knows of the topic ({@code
 * kafka.metadata.max.age.ms}, 5 min). A topic that does not exist is looked for until the poll's
 * time is over, unless the source has an end; then {@link NoSuchSourceException}.
 *
 * <p>If brokers do not answer, a poll waits as long as Kafka's client ({@code
 * default.api.timeout.ms}, 10 s), whatever its own timeout is, and up to 3 s more to find the
 * cause. Then a poll of a source without an end returns 0, after a warning, until the option {@code
 * timeout} is over; of a source with an end it fails.
 */
public final class KafkaRawReader implements RawReader {
  private static final byte[] NOTHING = {};

  /**
   * Interval in nanoseconds at which the client is asked whether it knows of more partitions; that
   * asks no broker.
   */
  private static final long CHECK_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Stages of a connection at which a broker stops a client that it may let pass later. */
  private static final Set<Stage> PASSING = EnumSet.of(Stage.PORT, Stage.TOPIC, Stage.UNKNOWN);

  private static final Duration QUICKLY = Duration.ofSeconds(2);

  private final KafkaAddress address;
  private final ConsumerSettings settings;
  private final Platform platform;
  private final TopicInfo topic;
  private final OffsetAccount account;
  private volatile Consumer<byte[], byte[]> consumer;
  private volatile boolean woken;
  private Partitions partitions;
  private Commits commits;
  private boolean exhausted;
  private Long waitsSince;
  private long lastContact;
  private long lastLook;

  KafkaRawReader(
      KafkaAddress address,
      ConsumerSettings settings,
      Platform platform,
      Map<String, Long> handledBefore) {
    this.address = address;
    this.settings = settings;
    this.platform = platform;
    topic = new TopicInfo(address, settings.timeout(), platform);
    account = new OffsetAccount(topic, new HashMap<>(handledBefore), log());
  }

  @Override
  public int poll(ChunkHandler handler, Duration timeout) throws IOException {
    try {
      connect(platform.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeout.toMillis()));
      commits.retry();
      ConsumerRecords<byte[], byte[]> records = records(timeout);
      int count = hand(records, ChunkFilter.before(handler, settings.from().time()));
      exhausted = partitions.exhausted();
      checkBroker(count);
      if (waitsSince != null) {
        log().log(Level.INFO, address + ": its brokers answer again");
        waitsSince = null;
      }
      return count;
    } catch (WakeupException e) {
      return 0;
    } catch (TimeoutException e) {
      waitOrFail(e);
      return 0;
    } catch (KafkaException e) {
      throw new IOException("cannot read " + address + ": " + KafkaDiagnosis.of(address, e), e);
    }
  }

  /**
   * Waits if the brokers are busy or unavailable, because they may answer the next poll; fails if
   * they use another protocol.
   */
  private void waitOrFail(TimeoutException thrown) throws IOException {
    Obstacle obstacle = KafkaDiagnosis.obstacle(address, thrown);
    String what =
        "cannot read %s: no answer within %s ms: %s"
            .formatted(address, settings.timeout().toMillis(), obstacle);
    boolean isFirst = waitsSince == null;
    long now = platform.nanoTime();
    waitsSince = isFirst ? Long.valueOf(now - settings.timeout().toNanos()) : waitsSince;
    if (!PASSING.contains(obstacle.stage()) || now - waitsSince >= settings.patience().toNanos()) {
      throw new IOException(what, thrown);
    }
    if (isFirst) {
      log()
          .log(
              Level.WARNING,
              what
                  + "; trying again for "
                  + settings.patience().toSeconds()
                  + " s (option timeout)");
    }
  }

  private void connect(long deadlineNanos) throws IOException {
    if (partitions != null) {
      return;
    }
    if (consumer == null) {
      consumer = new KafkaConsumer<>(settings.consumer());
      if (woken) {
        consumer.wakeup();
      }
    }
    Partitions found = new Partitions(address, settings, consumer, platform, topic, account);
    found.find(deadlineNanos);
    commits = new Commits(consumer, settings.grouped(), found, account, log());
    found.take(commits);
    partitions = found;
    lastContact = platform.nanoTime();
    lastLook = lastContact;
  }

  /**
   * Returns messages, or none if a partition lost the next one, because that must be reported
   * first.
   */
  private ConsumerRecords<byte[], byte[]> records(Duration timeout) throws IOException {
    try {
      partitions.startNew();
      return consumer.poll(timeout);
    } catch (OffsetOutOfRangeException e) {
      partitions.outOfRange(e.offsetOutOfRangePartitions());
      return ConsumerRecords.empty();
    }
  }

  private int hand(ConsumerRecords<byte[], byte[]> records, ChunkHandler handler) {
    Map<TopicPartition, Long> before = account.next();
    boolean handled = false;
    try {
      int count = account.report(handler);
      for (TopicPartition partition : records.partitions()) {
        String name = partition.toString();
        for (ConsumerRecord<byte[], byte[]> message : records.records(partition)) {
          long offset = message.offset();
          if (partitions.isWanted(partition, offset)) {
            count += account.reach(partition, offset, handler) + 1;
            hand(message.value(), new SourcePosition(name, offset), handler);
            account.passed(partition, offset);
          }
        }
      }
      count += partitions.reachPositions(handler);
      Map<TopicPartition, Long> moved = account.toKeep();
      if (count > 0 || !moved.isEmpty()) {
        moved.keySet().forEach(partition -> account.mark(partition, handler));
        handler.beforeAcknowledge();
      }
      handled = true;
      account.handled(moved);
      commits.handled(moved);
      return count;
    } finally {
      if (!handled) {
        partitions.rewind(before);
      }
    }
  }

  private static void hand(byte[] value, SourcePosition position, ChunkHandler handler) {
    byte[] bytes = value == null ? NOTHING : value;
    try {
      handler.chunk(ChunkLayout.parse(bytes, 0, bytes.length), position);
    } catch (MalformedChunkException e) {
      handler.damaged(new Damage(position, bytes.length, e.getMessage(), bytes));
    }
  }

  /**
   * Checks that the broker is alive: Kafka's poll waits without a message for a broker that is
   * unavailable, but a source with an end must not.
   */
  private void checkBroker(int count) throws IOException {
    long now = platform.nanoTime();
    if (now - lastLook >= CHECK_INTERVAL_NANOS) {
      lastLook = now;
      partitions.takeAdded();
    }
    if (count > 0 || exhausted) {
      lastContact = now;
    } else if (now - lastContact > settings.timeout().toNanos()) {
      partitions.probe();
      lastContact = platform.nanoTime();
    }
  }

  @Override
  public boolean exhausted() {
    return exhausted;
  }

  /**
   * Returns the number of messages after the delivered ones in each partition of this reader, as
   * far as the client knows without asking; a transaction's marks count. For the thread that polls.
   */
  public Map<String, Long> lags() {
    Map<String, Long> lags = new TreeMap<>();
    if (partitions != null) {
      for (TopicPartition partition : consumer.assignment()) {
        consumer.currentLag(partition).ifPresent(lag -> lags.put(partition.toString(), lag));
      }
    }
    return lags;
  }

  @Override
  public boolean isEndless() {
    return !settings.untilEnd();
  }

  @Override
  public void wakeup() {
    woken = true;
    Consumer<byte[], byte[]> current = consumer;
    if (current != null) {
      current.wakeup();
    }
  }

  /** Leaves the group; waits 2 s at most. Only handled messages are committed. */
  @Override
  @SuppressWarnings("deprecation") // Kafka 3 has no CloseOptions, and must do as well
  public void close() {
    try (topic) {
      if (consumer != null) {
        consumer.close(QUICKLY);
      }
    } catch (KafkaException e) {
      log().log(Level.DEBUG, this + " did not close in order: " + address.redact(e));
    }
  }

  static Logger log() {
    return Loggers.get(KafkaRawReader.class.getName());
  }

  /** Returns the topic and the servers, without settings. */
  @Override
  public String toString() {
    return "Kafka raw reader of " + address;
  }
}
