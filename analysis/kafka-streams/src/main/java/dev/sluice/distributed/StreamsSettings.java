package dev.sluice.distributed;

import dev.sluice.api.config.ConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Our settings of Kafka Streams under those of the user, and those that cannot be chosen. */
final class StreamsSettings {
  /** A message holds a part of at most 16 MiB behind others. */
  private static final int MAX_MESSAGE_BYTES = (17 << 20) + Splitter.MESSAGE_BYTES;

  private static final Duration TRANSACTION_TIME = Duration.ofSeconds(10);

  private StreamsSettings() {}

  static Properties of(AnalysisPlan<?> plan) {
    Properties all = new Properties();
    // What one task and one client hold: tasks of many partitions share a heap.
    all.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, 32);
    all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    all.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 64);
    all.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 8 << 20);
    all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    // An instance that was killed is missed after this time.
    all.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 10_000);
    all.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 << 10);
    all.put(ProducerConfig.LINGER_MS_CONFIG, 20);
    all.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    all.putAll(plan.source().client());
    transactionTimeout(plan, all);
    all.put(StreamsConfig.APPLICATION_ID_CONFIG, plan.applicationId());
    all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, plan.threads());
    all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, plan.commitInterval().toMillis());
    all.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG), MAX_MESSAGE_BYTES);
    all.put(
        StreamsConfig.topicPrefix(TopicConfig.MAX_MESSAGE_BYTES_CONFIG),
        Integer.toString(MAX_MESSAGE_BYTES));
    // State is in several messages: without a transaction a kill would leave a part of them.
    all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    // A store is in memory and in the change log; a copy elsewhere would save nothing.
    all.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 0);
    return all;
  }

  /** What a killed instance had sent holds up its readers for that time. */
  private static void transactionTimeout(AnalysisPlan<?> plan, Properties all) {
    String name = ProducerConfig.TRANSACTION_TIMEOUT_CONFIG;
    long commit = plan.commitInterval().toMillis();
    Object millis = all.getOrDefault(name, (int) (commit + TRANSACTION_TIME.toMillis()));
    if (millis.toString().matches("\\d{1,9}") && Long.parseLong(millis.toString()) < commit) {
      throw new ConfigurationException(
          List.of(
              "kafka.transaction.timeout.ms="
                  + millis
                  + " is below the commit interval, "
                  + commit
                  + " ms"));
    }
    // Kafka Streams compares its commit interval with the setting that has the prefix alone.
    all.putIfAbsent(StreamsConfig.producerPrefix(name), millis);
  }
}
