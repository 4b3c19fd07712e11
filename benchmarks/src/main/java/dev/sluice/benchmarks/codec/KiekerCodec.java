package dev.sluice.benchmarks.codec;

import dev.sluice.testkit.TestBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kieker.analysis.plugin.reader.newio.deserializer.BinaryDeserializer;
import kieker.common.configuration.Configuration;
import kieker.common.exception.RecordInstantiationException;
import kieker.common.record.IMonitoringRecord;
import kieker.common.record.factory.CachedRecordFactoryCatalog;
import kieker.monitoring.writer.serializer.BinarySerializer;

/**
 * Kieker 2.0.2: the serializer of its chunking collector, from record objects to its container, and
 * the deserializer of its raw-data readers, from there to record objects whose getters are called.
 */
final class KiekerCodec implements Codec {
  static final String NAME = "kieker";
  private static final String PACKAGE = "kieker.common.record.";
  private static final Map<String, String> CLASSES =
      Map.ofEntries(
          Map.entry("sluice.operation_execution", "controlflow.OperationExecutionRecord"),
          Map.entry("sluice.trace_metadata", "flow.trace.TraceMetadata"),
          Map.entry("sluice.before_operation", "flow.trace.operation.BeforeOperationEvent"),
          Map.entry("sluice.after_operation", "flow.trace.operation.AfterOperationEvent"),
          Map.entry("sluice.cpu_utilization", "system.CPUUtilizationRecord"),
          Map.entry("sluice.mem_swap_usage", "system.MemSwapUsageRecord"),
          Map.entry("sluice.garbage_collection", "jvm.GCRecord"),
          Map.entry("sluice.threads_status", "jvm.ThreadsStatusRecord"),
          Map.entry("sluice.class_loading", "jvm.ClassLoadingRecord"),
          Map.entry("sluice.compilation", "jvm.CompilationRecord"),
          Map.entry("sluice.jvm_heap", "jvm.MemoryRecord"),
          Map.entry("sluice.metadata", "misc.KiekerMetadataRecord"));

  /** Most bytes of a record without its strings, and of the header and all strings of a chunk. */
  private static final int RECORD_BYTES = 128;

  private static final int SPARE_BYTES = 1 << 20;

  private final BinarySerializer serializer = new BinarySerializer(new Configuration());
  private final BinaryDeserializer deserializer = new BinaryDeserializer(new Configuration(), null);
  private List<List<IMonitoringRecord>> batches;
  private ByteBuffer[] chunks;
  private ByteBuffer buffer;

  @Override
  public Density stage(TestBatch records, int chunkRecords) {
    batches = new ArrayList<>();
    for (int from = 0; from < records.size(); from += chunkRecords) {
      int to = Math.min(records.size(), from + chunkRecords);
      List<IMonitoringRecord> batch = new ArrayList<>();
      records.entries().subList(from, to).forEach(entry -> batch.add(record(entry)));
      batches.add(batch);
    }
    // On the heap, as the chunking collector allocates it.
    buffer = ByteBuffer.allocate(chunkRecords * RECORD_BYTES + SPARE_BYTES);
    chunks = new ByteBuffer[batches.size()];
    long bytes = 0;
    for (int i = 0; i < chunks.length; i++) {
      int length = encode(i);
      bytes += length;
      chunks[i] = ByteBuffer.allocate(length).put(0, buffer, 0, length);
      if (!read(i).equals(batches.get(i))) {
        throw new IllegalStateException("chunk " + i + " does not hold what was encoded");
      }
    }
    return new Density(bytes, 0, -1);
  }

  private static IMonitoringRecord record(TestBatch.Entry entry) {
    try {
      IMonitoringRecord record =
          CachedRecordFactoryCatalog.getInstance()
              .get(PACKAGE + CLASSES.get(entry.type().name()))
              .create(new KiekerValues(entry.values()));
      record.setLoggingTimestamp(entry.recordTime());
      return record;
    } catch (RecordInstantiationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int encode(int chunk) {
    buffer.clear();
    return serializer.serializeRecords(batches.get(chunk), buffer);
  }

  /** What {@link #stage} encoded, one array for each chunk. */
  List<byte[]> bytes() {
    return Stream.of(chunks).map(ByteBuffer::array).toList();
  }

  @Override
  public long decode(int chunk) {
    long sum = 0;
    for (IMonitoringRecord record : read(chunk)) {
      sum += KiekerVisits.visit(record);
    }
    return sum;
  }

  private List<IMonitoringRecord> read(int chunk) {
    ByteBuffer bytes = chunks[chunk];
    bytes.clear();
    return deserializer.deserializeRecords(bytes, bytes.capacity());
  }
}
