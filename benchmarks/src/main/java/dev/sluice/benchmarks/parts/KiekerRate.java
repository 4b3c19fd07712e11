package dev.sluice.benchmarks.parts;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import kieker.analysis.plugin.reader.newio.deserializer.BinaryDeserializer;
import kieker.common.configuration.Configuration;
import kieker.common.record.controlflow.OperationExecutionRecord;
import kieker.common.record.io.BinaryValueSerializer;
import kieker.common.registry.writer.WriterRegistry;
import kieker.monitoring.writer.collector.ChunkingCollector;
import kieker.monitoring.writer.kafka.KafkaWriter;
import kieker.monitoring.writer.serializer.BinarySerializer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Kieker 2.0.2 with its own Kafka writer, which cannot compress, at that writer's defaults. Records
 * are handed over by the emitting thread: the bypass of its queue. For one thread.
 */
final class KiekerRate implements ConstantRate.Subject {
  private static final byte REGULAR = 0;
  private static final byte REGISTRY = 1;
  private static final int QUEUE_RECORDS = 1 << 17;
  private static final int BUFFER_BYTES = 1 << 20;
  private static final String SIGNATURE =
      "public final long moobench.application.MonitoredClassSimple.monitoredMethod(long, int)";

  private final String broker;
  private final Consumer<OperationExecutionRecord> target;
  private final Runnable end;
  private final ToIntFunction<byte[]> count;
  private long traceId;
  private long time;

  private KiekerRate(
      String broker,
      Consumer<OperationExecutionRecord> target,
      Runnable end,
      ToIntFunction<byte[]> count) {
    this.broker = broker;
    this.target = target;
    this.end = end;
    this.count = count;
  }

  /** One message a record, and one for each new string, as its writer for AMQP makes them. */
  static KiekerRate recordAtATime(String broker) {
    KafkaWriter writer = new KafkaWriter(configuration(broker));
    writer.onInitialization();
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    WriterRegistry[] registry = new WriterRegistry[1];
    registry[0] =
        new WriterRegistry(
            (text, id) -> {
              byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
              buffer.clear().put(REGISTRY).putLong(registry[0].getId());
              buffer.putInt(id).putInt(bytes.length).put(bytes);
              writer.writeData(buffer, 0, buffer.position());
            });
    String name = OperationExecutionRecord.class.getName();
    return new KiekerRate(
        broker,
        execution -> {
          registry[0].register(name);
          registry[0].register(execution.getOperationSignature());
          registry[0].register(execution.getSessionId());
          registry[0].register(execution.getHostname());
          buffer.clear().put(REGULAR).putLong(registry[0].getId());
          buffer.putInt(registry[0].getId(name)).putLong(execution.getLoggingTimestamp());
          execution.serialize(BinaryValueSerializer.create(buffer, registry[0]));
          writer.writeData(buffer, 0, buffer.position());
        },
        writer::onTermination,
        message -> message[0] == REGULAR ? 1 : 0);
  }

  /** Its collector; queue and buffer are raised so that neither overflows. */
  static KiekerRate chunks(String broker, int size) {
    Configuration configuration = configuration(broker);
    configuration.setProperty(
        ChunkingCollector.CONFIG_SERIALIZER_CLASSNAME, BinarySerializer.class.getName());
    configuration.setProperty(
        ChunkingCollector.CONFIG_WRITER_CLASSNAME, KafkaWriter.class.getName());
    configuration.setProperty(
        ChunkingCollector.CONFIG_QUEUE_TYPE, ArrayBlockingQueue.class.getName());
    configuration.setProperty(ChunkingCollector.CONFIG_QUEUE_SIZE, Integer.toString(QUEUE_RECORDS));
    configuration.setProperty(
        ChunkingCollector.CONFIG_OUTPUT_BUFFER_SIZE, Integer.toString(BUFFER_BYTES));
    configuration.setProperty(ChunkingCollector.CONFIG_CHUNK_SIZE, Integer.toString(size));
    ChunkingCollector collector = new ChunkingCollector(configuration);
    collector.onStarting();
    BinaryDeserializer deserializer = new BinaryDeserializer(new Configuration(), null);
    return new KiekerRate(
        broker,
        collector::writeMonitoringRecord,
        collector::onTerminating,
        message ->
            deserializer.deserializeRecords(ByteBuffer.wrap(message), message.length).size());
  }

  private static Configuration configuration(String broker) {
    Configuration configuration = new Configuration();
    configuration.setProperty(KafkaWriter.CONFIG_PROPERTY_BOOTSTRAP_SERVERS, broker);
    configuration.setProperty(KafkaWriter.CONFIG_PROPERTY_TOPIC_NAME, ConstantRate.TOPIC);
    return configuration;
  }

  /** The same values as {@link Emitter}. */
  @Override
  public void emit(int records) {
    for (int i = 0; i < records; i += Emitter.DEPTH) {
      long tin = time;
      long tout = time + 700;
      traceId++;
      time += 1000;
      for (int ess = Emitter.DEPTH - 1; ess >= 0; ess--) {
        target.accept(
            new OperationExecutionRecord(
                SIGNATURE, "", traceId, tin + 20L * ess, tout, "host-1", ess, ess));
        tout += 20;
      }
    }
  }

  @Override
  public void close() {
    end.run();
  }

  @Override
  public long arrived(long emitted) {
    TopicPartition partition = new TopicPartition(ConstantRate.TOPIC, 0);
    long arrived = 0;
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        ConsumerRecords<byte[], byte[]> some = consumer.poll(Duration.ofSeconds(1));
        for (ConsumerRecord<byte[], byte[]> message : some) {
          arrived += count.applyAsInt(message.value());
        }
      }
    }
    return arrived;
  }
}
