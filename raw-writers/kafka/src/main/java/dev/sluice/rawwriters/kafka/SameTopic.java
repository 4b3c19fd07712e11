package dev.sluice.rawwriters.kafka;

import dev.sluice.api.config.Endpoint;
import dev.sluice.support.wire.KafkaAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;

/**
 * Tells whether two addresses are one topic, however they name the cluster: who writes to the topic
 * that he reads reads it for ever, or has all of it twice.
 */
public final class SameTopic {
  private static final int ANSWER_SECONDS = 5;

  private SameTopic() {}

  /**
   * Whether both are topics of one name in one cluster. Brokers that do not answer within 5 s are
   * told by whoever uses the address; here they count as others. Any thread.
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
    Map<String, Object> settings = new HashMap<>(address.client());
    settings.keySet().retainAll(AdminClientConfig.configNames());
    settings.put("enable.metrics.push", "false");
    try (Admin admin = WithOwnLoader.call(() -> Admin.create(settings))) {
      return admin.describeCluster().clusterId().get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      return null;
    }
  }
}
