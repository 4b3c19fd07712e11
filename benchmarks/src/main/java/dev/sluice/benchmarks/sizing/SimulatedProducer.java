package dev.sluice.benchmarks.sizing;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.benchmarks.rate.Executions;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.serializers.binary.BinarySerializer;
import dev.sluice.support.platform.VirtualPlatform;
import dev.sluice.support.wire.KafkaBinding;
import dev.sluice.tools.tune.ImmediateWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * A producer on a virtual clock: its collector, chunks and headers are real, only its threads and
 * its time are not. For one thread.
 */
final class SimulatedProducer {
  private static final double NANOS = 1e9;

  /** What a message of parts has around each: a kind and a length. */
  private static final int AROUND_A_PART = 5;

  /** Lengths of a header's name and its value, as varints, and of the header list. */
  private static final int AROUND_A_HEADER = 2;

  /** The number of a format does not change the length of a header. */
  private static final int FORMAT = 250;

  private final Times times;
  private final byte[] part =
      new byte[ChunkLayout.MAX_HEADER_BYTES + 1 + ChunkLayout.CRC_BYTES + Long.BYTES];
  private final VirtualPlatform platform = new VirtualPlatform(0, 0);
  private Load sent = Load.NONE;

  /**
   * When what happens, in nanoseconds.
   *
   * @param start of emitting
   * @param from when counting begins
   * @param to when both end
   */
  record Times(long start, long from, long to) {}

  private SimulatedProducer(Times times) {
    this.times = times;
  }

  /**
   * Lets a producer emit traces of ten executions at even distances and returns what it sent.
   *
   * @param name of the producer
   * @param rate records a second
   * @param options of its collector
   * @param calls where the executions come from
   */
  static Load run(
      String name, double rate, Map<String, String> options, Executions calls, Times times) {
    return new SimulatedProducer(times).run(name, rate, options, calls);
  }

  private Load run(String name, double rate, Map<String, String> options, Executions calls) {
    Options all = new Options(options);
    ChunkingCollector collector =
        ChunkingCollector.builder(new ImmediateWriter(this::count), new BinarySerializer(), all)
            .platform(platform)
            .build();
    OperationExecutionWriter writer = OperationExecutionWriter.create(collector.rows());
    Symbol signature = collector.rows().symbol(Executions.SIGNATURE);
    Symbol host = collector.rows().symbol(name);
    double distance = NANOS * Executions.DEPTH / rate;
    for (double time = times.start(); time < times.to(); time += distance) {
      platform.advanceTo((long) time);
      calls.next(
          Executions.DEPTH,
          (trace, tin, tout, ess) ->
              writer.emit(signature, null, trace, tin, tout, host, ess, ess, false));
    }
    platform.advanceTo(times.to());
    CollectorReport report = collector.close(Duration.ofHours(1));
    if (report.dropped().total() > 0) {
      throw new IllegalStateException("simulated producer dropped records: " + report);
    }
    return sent;
  }

  private void count(Chunk chunk) {
    if (platform.now() >= times.from() && platform.now() < times.to()) {
      int records = chunk.header().recordCount();
      sent = sent.plus(new Load(1, records, messageBytes(chunk), emptyPartBytes(chunk.header())));
    }
  }

  private static int messageBytes(Chunk chunk) {
    int bytes = chunk.length() + KafkaBinding.producerKey(chunk.accounting()).length;
    for (Map.Entry<String, byte[]> header : KafkaBinding.headers(chunk.header()).entrySet()) {
      int name = header.getKey().getBytes(StandardCharsets.UTF_8).length;
      bytes += name + header.getValue().length + AROUND_A_HEADER;
    }
    return bytes;
  }

  private int emptyPartBytes(ChunkHeader header) {
    Accounting accounting = header.accounting();
    part[ChunkLayout.MAX_HEADER_BYTES] = 0;
    ChunkHeader empty = ChunkHeader.of(FORMAT, 1, header.recordCount(), accounting);
    return ChunkLayout.seal(part, ChunkLayout.MAX_HEADER_BYTES, empty).length() + AROUND_A_PART;
  }
}
