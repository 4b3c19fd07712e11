package dev.sluice.rawwriters.kafka;

import dev.sluice.api.config.Endpoint;
import dev.sluice.support.wire.KafkaAddress;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Check whether two addresses are one topic, however they name the cluster: a program that writes
 * to the topic that it reads never ends, or duplicates the topic.
 */
public final class SameTopic {
  private SameTopic() {}

  /**
   * Returns whether both are topics of one name in one cluster. Brokers that do not answer (see
   * {@link KafkaBrokers}) count as different; the code that uses the address reports them. Any
   * thread.
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
