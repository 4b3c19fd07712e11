package dev.sluice.distributed;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.support.wire.KafkaAddress;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;

/**
 * All that makes up an analysis, as topology and names of topics.
 *
 * @param source the topic of chunks
 * @param applicationId what instances have in common
 * @param partitions parts of the work
 * @param threads of one instance
 * @param commitInterval how often state and positions are committed
 * @param stage what is done
 */
record AnalysisPlan<R>(
    KafkaAddress source,
    String applicationId,
    int partitions,
    int threads,
    Duration commitInterval,
    AnalyseProcessor.Plan<R> stage) {
  private static final String PARTS = "parts";

  /**
   * The topic that a source names.
   *
   * @throws ConfigurationException if it is none
   */
  static KafkaAddress topic(Endpoint source) {
    if (!source.scheme().equals("kafka")) {
      throw new ConfigurationException(
          List.of("'" + source + "' is no topic; a distributed analysis reads kafka://host/topic"));
    }
    return KafkaAddress.of(source, ConsumerConfig.configNames());
  }

  /** The application id of those that are given none. */
  static String defaultId(KafkaAddress source) {
    return "sluice-" + source.topic();
  }

  /** The topic of parts of chunks, if they are split. */
  static String partsTopic(String applicationId) {
    return applicationId + "-" + PARTS + "-repartition";
  }

  /** The change log. */
  static String stateTopic(String applicationId) {
    return applicationId + "-" + AnalyseProcessor.Plan.STORE + "-changelog";
  }

  /** What tasks do. */
  Topology topology(SourceGaps.Log log, RunFigures figures) {
    StreamsBuilder builder = new StreamsBuilder();
    KStream<byte[], byte[]> chunks =
        builder.stream(
            source.topic(),
            Consumed.with(Serdes.ByteArray(), Serdes.ByteArray())
                .withTimestampExtractor(new WallclockTimestampExtractor())
                .withName("chunks"));
    KStream<Integer, byte[]> results;
    if (stage.parts()) {
      results =
          chunks
              .process(
                  SplitProcessor.supplier(stage.stage(), partitions, stage.keys(), log, figures),
                  Named.as("split"))
              .repartition(
                  Repartitioned.with(Serdes.Integer(), Serdes.ByteArray())
                      .withName(PARTS)
                      .withNumberOfPartitions(partitions)
                      .withStreamPartitioner(
                          (topic, partition, message, count) -> place(partition, count)))
              .process(AnalyseProcessor.supplier(stage, log, figures), Named.as("analyse"));
    } else {
      results = chunks.process(AnalyseProcessor.supplier(stage, log, figures), Named.as("analyse"));
    }
    if (stage.results() != null) {
      results.to(stage.results().topic(), Produced.with(Serdes.Integer(), Serdes.ByteArray()));
    }
    return builder.build();
  }

  /**
   * Two that start together may have different partitions; then only the parts of one are right.
   */
  Optional<Set<Integer>> place(int partition, int partitionsOfTopic) {
    try {
      UnusableStateException.check(applicationId, partitionsOfTopic, partitions);
      return Optional.of(Set.of(partition));
    } catch (UnusableStateException e) {
      throw new UncheckedIOException(e);
    }
  }
}
