package dev.sluice.rawreaders.kafka;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Commits for a consumer group what was handled, and only that. A commit that fails is tried again
 * with the next poll; if the partition is lost meanwhile, its next owner gets the chunks again. For
 * the reader's thread, on which Kafka calls the listener as well.
 */
final class Commits implements ConsumerRebalanceListener {
  private final Consumer<byte[], byte[]> consumer;
  private final boolean grouped;
  private final Partitions partitions;
  private final Logger log;
  private final Map<TopicPartition, OffsetAndMetadata> open = new HashMap<>();
  private boolean failing;

  Commits(Consumer<byte[], byte[]> consumer, boolean grouped, Partitions partitions, Logger log) {
    this.consumer = consumer;
    this.grouped = grouped;
    this.partitions = partitions;
    this.log = log;
  }

  /** All wanted messages of a poll were handled. */
  void handled(ConsumerRecords<byte[], byte[]> records) {
    if (!grouped) {
      return;
    }
    for (TopicPartition partition : records.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> messages = records.records(partition);
      for (int i = messages.size() - 1; i >= 0; i--) {
        long offset = messages.get(i).offset();
        if (partitions.isWanted(partition, offset)) {
          open.put(partition, new OffsetAndMetadata(offset + 1));
          break;
        }
      }
    }
    retry();
  }

  /** Commits what is not committed yet. */
  void retry() {
    if (!open.isEmpty()) {
      try {
        commit(Map.copyOf(open));
        open.clear();
        failing = false;
      } catch (RebalanceInProgressException | CommitFailedException e) {
        // The next poll settles who owns what; partitions that stay are committed after it.
      } catch (KafkaException e) {
        warn(e);
      }
    }
  }

  private void commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
    undisturbed(() -> consumer.commitSync(offsets));
  }

  private void undisturbed(Runnable call) {
    try {
      call.run();
    } catch (WakeupException e) {
      // The wake-up is used up, and it was meant for a poll.
      call.run();
      consumer.wakeup();
    }
  }

  private void warn(KafkaException e) {
    if (!failing) {
      failing = true;
      log.log(Level.WARNING, "commit failed, tried again with each poll: " + e.getMessage());
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
    retry();
    open.keySet().removeAll(revoked);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> lost) {
    open.keySet().removeAll(lost);
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
    // Kafka starts them where the group has committed, or where auto.offset.reset says.
    undisturbed(() -> partitions.assigned(assigned));
  }
}
