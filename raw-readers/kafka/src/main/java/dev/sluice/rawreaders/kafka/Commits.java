package dev.sluice.rawreaders.kafka;

import dev.sluice.support.FailureLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.WakeupException;

/**
 * Commits the handled offsets of a consumer group, and no others. A commit that fails is repeated
 * with the next poll; if the partition is lost meanwhile, its next owner gets the chunks again. For
 * the reader's thread, on which Kafka calls the listener as well.
 */
final class Commits implements ConsumerRebalanceListener {
  private final Consumer<byte[], byte[]> consumer;
  private final boolean grouped;
  private final Partitions partitions;
  private final OffsetAccount account;
  private final Logger log;
  private final Map<TopicPartition, OffsetAndMetadata> open = new HashMap<>();
  private boolean failing;

  Commits(
      Consumer<byte[], byte[]> consumer,
      boolean grouped,
      Partitions partitions,
      OffsetAccount account,
      Logger log) {
    this.consumer = consumer;
    this.grouped = grouped;
    this.partitions = partitions;
    this.account = account;
    this.log = log;
  }

  /**
   * Notes that all messages before these offsets were handled; the id of their topic is kept with
   * them.
   */
  void handled(Map<TopicPartition, Long> next) {
    if (grouped) {
      next.forEach(
          (partition, offset) ->
              open.put(partition, new OffsetAndMetadata(offset, account.topicId())));
      retry();
    }
  }

  /** Commits the offsets that are not committed yet. */
  void retry() {
    if (!open.isEmpty()) {
      try {
        Map<TopicPartition, OffsetAndMetadata> offsets = Map.copyOf(open);
        undisturbed(() -> consumer.commitSync(offsets));
        open.clear();
        failing = false;
      } catch (RebalanceInProgressException | CommitFailedException e) {
        // The next poll settles who owns what; partitions that stay are committed after it.
      } catch (KafkaException e) {
        warn(e);
      }
    }
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
      String why = "commit failed, tried again with each poll: " + e.getMessage();
      log.log(Level.WARNING, FailureLog.line(why));
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
    retry();
    forget(revoked);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> lost) {
    forget(lost);
  }

  private void forget(Collection<TopicPartition> gone) {
    open.keySet().removeAll(gone);
    partitions.forget(gone);
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
    undisturbed(() -> partitions.assigned(assigned));
  }
}
