package dev.sluice.benchmarks.rate;

import dev.sluice.benchmarks.calls.kieker.EarlyKafkaWriter;
import dev.sluice.benchmarks.calls.kieker.KafkaRecordWriter;
import java.util.Map;
import kieker.common.configuration.Configuration;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.monitoring.core.configuration.ConfigurationConstants;
import kieker.monitoring.core.configuration.ConfigurationFactory;
import kieker.monitoring.core.controller.MonitoringController;
import kieker.monitoring.core.controller.WriterController;
import kieker.monitoring.writer.collector.ChunkingCollector;
import kieker.monitoring.writer.kafka.KafkaWriter;
import kieker.monitoring.writer.serializer.BinarySerializer;

/**
 * Kieker 2.0.2 with its own Kafka writer, which cannot compress, at the defaults of both, but that
 * queue and buffer of its collector are raised so that neither overflows.
 */
final class KiekerSubject implements Subject {
  private static final int QUEUE_RECORDS = 1 << 20;
  private static final int BUFFER_BYTES = 1 << 20;
  private static final int BYPASS = 5;
  private static final long PATIENCE_MILLIS = 30_000;

  private final MonitoringController controller;
  private long refused;

  KiekerSubject(RateCase of, String broker, String topic) {
    Configuration configuration = ConfigurationFactory.createDefaultConfiguration();
    configuration.setProperty(ConfigurationConstants.META_DATA, false);
    configuration.setProperty(ConfigurationConstants.USE_SHUTDOWN_HOOK, false);
    configuration.setProperty(KafkaWriter.CONFIG_PROPERTY_BOOTSTRAP_SERVERS, broker);
    configuration.setProperty(KafkaWriter.CONFIG_PROPERTY_TOPIC_NAME, topic);
    if (of.isBypass()) {
      configuration.setProperty(
          WriterController.PREFIX + WriterController.RECORD_QUEUE_INSERT_BEHAVIOR, BYPASS);
    }
    Class<?> writer = of.isRecord() ? KafkaRecordWriter.class : ChunkingCollector.class;
    configuration.setProperty(ConfigurationConstants.WRITER_CLASSNAME, writer.getName());
    configuration.setProperty(
        ChunkingCollector.CONFIG_SERIALIZER_CLASSNAME, BinarySerializer.class.getName());
    configuration.setProperty(
        ChunkingCollector.CONFIG_WRITER_CLASSNAME, EarlyKafkaWriter.class.getName());
    configuration.setProperty(
        ChunkingCollector.CONFIG_QUEUE_TYPE, "java.util.concurrent.ArrayBlockingQueue");
    configuration.setProperty(ChunkingCollector.CONFIG_QUEUE_SIZE, QUEUE_RECORDS);
    configuration.setProperty(ChunkingCollector.CONFIG_OUTPUT_BUFFER_SIZE, BUFFER_BYTES);
    configuration.setProperty(ChunkingCollector.CONFIG_CHUNK_SIZE, of.size());
    controller = MonitoringController.createInstance(configuration);
  }

  @Override
  public void take(long traceId, long tin, long tout, int ess) {
    OperationExecutionRecord execution =
        new OperationExecutionRecord(
            Executions.SIGNATURE,
            OperationExecutionRecord.NO_SESSION_ID,
            traceId,
            tin,
            tout,
            Executions.HOST,
            ess,
            ess);
    if (!controller.newMonitoringRecord(execution)) {
      refused++;
    }
  }

  /** Kieker counts nothing else. */
  @Override
  public Map<String, Long> lost() {
    return refused == 0 ? Map.of() : Map.of("refused", refused);
  }

  @Override
  public void end() throws InterruptedException {
    controller.terminateMonitoring();
    controller.waitForTermination(PATIENCE_MILLIS);
  }
}
