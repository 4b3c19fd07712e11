package dev.sluice.rawwriters.kafka;

import dev.sluice.api.config.Endpoint;
import dev.sluice.support.wire.KafkaAddress;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Tells whether two addresses are one topic, however they name the cluster: who writes to the topic
 * that he reads reads it for ever, or has all of it twice.
 */
public final class SameTopic {
  private SameTopic() {}

  /**
   * Whether both are topics of one name in one cluster. Brokers that do not answer (see {@link
   * KafkaBrokers}) are told by whoever uses the address; here they count as others. Any thread.
   */
  public static boolean isSame(Endpoint source, Endpoint target) {
    if (!source.scheme().equals("kafka") || !target.scheme().equals("kafka")) {
      return false;
    }
    KafkaAddress from = KafkaAddress.of(source, ConsumerConfig.configNames());
    KafkaAddress to = KafkaAddress.of(target, ConsumerConfig.configNames());
    return from.topic().equals(to.topic())
        && (from.servers().equals(to.servers()) || isOneCluster(from, to));
  }

  private static boolean isOneCluster(KafkaAddress from, KafkaAddress to) {
    String cluster = cluster(from);
    return cluster != null && cluster.equals(cluster(to));
  }

  private static String cluster(KafkaAddress address) {
    try (KafkaBrokers brokers = KafkaBrokers.of(address)) {
      return brokers.await(brokers.admin().describeCluster().clusterId());
    } catch (KafkaBrokers.Refusal | InterruptException e) {
      return null;
    }
  }
}
