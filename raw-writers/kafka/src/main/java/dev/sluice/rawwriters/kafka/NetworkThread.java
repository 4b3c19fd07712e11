package dev.sluice.rawwriters.kafka;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Finder of the thread on which a Kafka producer sends and receives; the client does not expose it.
 */
final class NetworkThread {
  private NetworkThread() {}

  /**
   * Returns the newest thread with the name of a client's network thread in the current thread's
   * group; called right after the client was created; null if there is none.
   */
  static Thread of(Map<String, Object> settings) {
    String name =
        KafkaProducer.NETWORK_THREAD_PREFIX + " | " + settings.get(ProducerConfig.CLIENT_ID_CONFIG);
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    Thread[] threads = new Thread[2 * group.activeCount() + 64];
    group.enumerate(threads, false);
    return Arrays.stream(threads)
        .filter(Objects::nonNull)
        .filter(thread -> thread.getName().equals(name))
        .max(Comparator.comparingLong(Thread::getId))
        .orElse(null);
  }
}
