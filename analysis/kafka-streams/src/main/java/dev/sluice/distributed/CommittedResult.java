package dev.sluice.distributed;

import dev.sluice.analysis.Stage;
import dev.sluice.analysis.StageWorker;
import dev.sluice.streams.Audit;
import dev.sluice.streams.Positions;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.support.wire.KafkaAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the state that partitions committed last, and finishes it. */
final class CommittedResult {
  /** Longer than a broker takes to abort the transaction of a killed instance. */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration POLL = Duration.ofMillis(50);

  private CommittedResult() {}

  /**
   * Reads it.
   *
   * @param patience how long to wait for a transaction that is open in the change log: it may be a
   *     commit whose outcome is not yet written everywhere, or be left by a killed instance
   */
  static <R> DistributedAnalysis.Result<R> read(AnalysisPlan<R> plan, Duration patience)
      throws IOException {
    String topic = AnalysisPlan.stateTopic(plan.applicationId());
    KafkaAddress source = plan.source();
    try (RunEnd end = RunEnd.of(plan)) {
      KafkaTopics topics = end.topics();
      if (topics.partitionsOrNone(topic) == 0) {
        throw new IOException(
            "there is no analysis '" + plan.applicationId() + "' at " + source.servers());
      }
      long lag = end.lag(); // before the ends: they have what is committed by now
      Map<TopicPartition, Long> begins = topics.begins(source.topic());
      List<Positions> accounts = new ArrayList<>();
      R value = value(plan, topics.ends(topic), patience, accounts);
      Map<TopicPartition, Long> ends = topics.ends(source.topic());
      List<Audit> audits =
          accounts.stream().map(account -> SavedState.audit(account, begins, ends)).toList();
      Audit audit =
          audits.isEmpty() // nothing is committed, and so nothing is analysed
              ? Audit.merge(List.of())
              : DistributedStatus.analysed(audits, plan.stage().parts(), plan.partitions());
      return new DistributedAnalysis.Result<>(value, audit, lag);
    }
  }

  private static <R> R value(
      AnalysisPlan<R> plan,
      Map<TopicPartition, Long> ends,
      Duration patience,
      List<Positions> accounts)
      throws IOException {
    String topic = AnalysisPlan.stateTopic(plan.applicationId());
    Stage<R> stage = plan.stage().stage();
    R value = null;
    try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings(plan.source()))) {
      for (int number = 0; number < ends.size(); number++) {
        TopicPartition partition = new TopicPartition(topic, number);
        Map<Integer, byte[]> blocks = blocks(consumer, partition, ends.get(partition), patience);
        StageWorker<R> worker = stage.newWorker();
        byte[] account = blocks.remove(SavedState.AUDIT);
        if (account != null) {
          SavedState.read(StateBlocks.reading(blocks::remove), plan.stage().owner(), worker);
          accounts.add(SavedState.read(account));
        }
        R part = worker.finish();
        value = value == null ? part : stage.merge(value, part);
      }
      if (!plan.stage().parts()) {
        refuseSpread(accounts);
      }
      return value;
    } catch (KafkaException e) {
      throw new IOException("cannot read " + topic + ": " + plan.source().redact(e), e);
    } catch (IOException e) {
      throw new UnusableStateException(plan.applicationId(), e);
    }
  }

  /** Without splitting, the rows of a producer must have come to one worker. */
  private static void refuseSpread(List<Positions> accounts) throws IOException {
    Set<String> seen = new HashSet<>();
    for (Positions account : accounts) {
      for (ProducerAudit producer : account.audit().producers()) {
        if (!seen.add(producer.id())) {
          throw new IOException(
              "chunks of producer "
                  + producer.id()
                  + " lie in several partitions, so that they have to be split");
        }
      }
    }
  }

  private static Map<Integer, byte[]> blocks(
      Consumer<byte[], byte[]> consumer, TopicPartition partition, long end, Duration patience) {
    Map<Integer, byte[]> blocks = new HashMap<>();
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    long at = -1;
    long since = 0;
    while (consumer.position(partition) < end) {
      if (consumer.position(partition) > at) {
        at = consumer.position(partition);
        since = System.nanoTime();
      } else if (System.nanoTime() - since > patience.toNanos()) {
        throw new TimeoutException(
            "an open transaction hides what is behind offset " + at + " of partition " + partition);
      }
      for (ConsumerRecord<byte[], byte[]> message : consumer.poll(POLL).records(partition)) {
        if (message.offset() >= end) {
          break; // of a later commit, perhaps a part of it
        }
        int number = ByteBuffer.wrap(message.key()).getInt();
        if (message.value() == null) {
          blocks.remove(number);
        } else {
          blocks.put(number, message.value());
        }
      }
    }
    return blocks;
  }

  static Map<String, Object> settings(KafkaAddress source) {
    Map<String, Object> settings = new HashMap<>(source.client());
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // What is asked for is there, but a client that comes to the end asks for more at once; the
    // next partition would wait for that answer.
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 10);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put("enable.metrics.push", "false");
    return settings;
  }
}
