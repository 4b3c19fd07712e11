package dev.sluice.benchmarks.calls.kieker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import kieker.common.configuration.Configuration;
import kieker.common.record.IMonitoringRecord;
import kieker.common.record.io.BinaryValueSerializer;
import kieker.common.registry.writer.WriterRegistry;
import kieker.monitoring.core.controller.ReceiveUnfilteredConfiguration;
import kieker.monitoring.writer.AbstractMonitoringWriter;
import kieker.monitoring.writer.kafka.KafkaWriter;

/**
 * One message a record, and one for each new string: what Kieker's writer for AMQP does, which is
 * its only one for a broker that takes single records, through Kieker's own Kafka writer. Called by
 * Kieker's writer thread, or with the bypass of its queue by a single monitored thread.
 */
@ReceiveUnfilteredConfiguration
public final class KafkaRecordWriter extends AbstractMonitoringWriter {
  /**
   * How the message of a record begins; then the registry's id, the class, the time, the fields.
   */
  public static final byte RECORD = 1;

  /** How the message of a string begins; then the registry's id, the number, length and text. */
  public static final byte STRING = -1;

  private static final int BUFFER_BYTES = 1 << 14;

  private final KafkaWriter writer;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private final WriterRegistry strings = new WriterRegistry(this::send);

  /** Called by Kieker; the settings are those of its Kafka writer. */
  public KafkaRecordWriter(Configuration configuration) {
    super(configuration);
    writer = new KafkaWriter(configuration);
  }

  @Override
  public void onStarting() {
    writer.onInitialization();
  }

  /** In a buffer of its own: a string may be found to be new while its record is being written. */
  private void send(String text, int number) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer message = ByteBuffer.allocate(1 + Long.BYTES + 2 * Integer.BYTES + bytes.length);
    message.put(STRING).putLong(strings.getId());
    message.putInt(number).putInt(bytes.length).put(bytes);
    writer.writeData(message, 0, message.position());
  }

  @Override
  public void writeMonitoringRecord(IMonitoringRecord item) {
    String name = item.getClass().getName();
    strings.register(name);
    buffer.clear().put(RECORD).putLong(strings.getId());
    buffer.putInt(strings.getId(name)).putLong(item.getLoggingTimestamp());
    item.serialize(BinaryValueSerializer.create(buffer, strings));
    writer.writeData(buffer, 0, buffer.position());
  }

  @Override
  public void onTerminating() {
    writer.onTermination();
  }
}
