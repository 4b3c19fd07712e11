package dev.sluice.benchmarks.calls.kieker;

import java.nio.ByteBuffer;
import kieker.common.configuration.Configuration;
import kieker.monitoring.core.controller.ReceiveUnfilteredConfiguration;
import kieker.monitoring.writer.kafka.KafkaWriter;
import kieker.monitoring.writer.raw.IRawDataWriter;

/**
 * Kieker's Kafka writer, connected when it is made. Kieker's collector schedules the task that
 * writes before it initializes the writer; a record that comes in between, as with the bypass of
 * its queue, ends the task with a null pointer, and nothing is ever sent. Called by the collector's
 * thread.
 */
@ReceiveUnfilteredConfiguration
public final class EarlyKafkaWriter implements IRawDataWriter {
  private final KafkaWriter writer;

  /** Called by Kieker; the settings are those of its Kafka writer. */
  public EarlyKafkaWriter(Configuration configuration) {
    writer = new KafkaWriter(configuration);
    writer.onInitialization();
  }

  @Override
  public void onInitialization() {}

  @Override
  public void writeData(ByteBuffer buffer, int offset, int length) {
    writer.writeData(buffer, offset, length);
  }

  @Override
  public void onTermination() {
    writer.onTermination();
  }
}
