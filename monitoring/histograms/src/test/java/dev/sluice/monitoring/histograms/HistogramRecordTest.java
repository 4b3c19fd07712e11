package dev.sluice.monitoring.histograms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.FullRingPolicy;
import dev.sluice.monitoring.probe.AggregateSettings;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.records.OperationDurationHistogram;
import dev.sluice.monitoring.records.OperationDurationHistogramReader;
import dev.sluice.support.Plugins;
import dev.sluice.testkit.RecordingRawWriter;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From executions to what a consumer reads out of a histogram's bytes with the library. */
class HistogramRecordTest {
  private final RecordingRawWriter writer = new RecordingRawWriter();
  private final ChunkingCollector collector =
      ChunkingCollector.builder(
              writer, Plugins.find(Serializer.class, Serializer::name, "binary", "serializer"))
          .policy(FullRingPolicy.BLOCK)
          .build();
  private Probes probes;

  private Operation operation(int digits, long memory) {
    AggregateSettings settings = new AggregateSettings(1000, Duration.ofHours(1), digits, memory);
    probes = new Probes(collector.rows(), "host", thread -> true, settings);
    return probes.operation("void A.foo()", "A", EnumSet.of(ProbeKind.HISTOGRAM), null);
  }

  @AfterEach
  void close() {
    probes.close(Duration.ofSeconds(5));
    assertThat(collector.close(Duration.ofSeconds(5)).balanced()).isTrue();
  }

  /** An execution that ends now and took so long, at least; how long it was taken to be. */
  private static void execute(ProbeThread thread, Operation operation, long nanos) {
    thread.exit(operation, thread.enter(operation), System.nanoTime() - nanos);
  }

  private List<OperationDurationHistogram> records() throws Exception {
    assertThat(collector.flush(Duration.ofSeconds(10))).isTrue();
    ChunkDecoder decoder =
        Plugins.find(Deserializer.class, Deserializer::name, "binary", "deserializer")
            .newDecoder(DecodeLimits.FORMAT);
    OperationDurationHistogramReader reader = OperationDurationHistogramReader.create();
    List<OperationDurationHistogram> records = new ArrayList<>();
    for (Chunk chunk : writer.chunks()) {
      RecordCursor cursor = decoder.decode(chunk);
      while (cursor.next()) {
        records.add(reader.read(cursor));
      }
    }
    return records;
  }

  private static Histogram decode(OperationDurationHistogram record) {
    return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(record.histogram()), 0);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.07", "2, 0.01"})
  void percentiles_are_those_of_the_durations(int digits, double error) throws Exception {
    Operation foo = operation(digits, 1 << 20);
    ProbeThread thread = probes.thread();
    // So long that what the test itself takes does not matter.
    long[] durations = new Random(7).longs(10_000, 100_000_000L, 100_000_000_000L).toArray();
    for (long duration : durations) {
      execute(thread, foo, duration);
    }
    List<OperationDurationHistogram> records = records();
    assertThat(records).hasSize(10);
    Histogram all = new Histogram(3);
    for (OperationDurationHistogram record : records) {
      Histogram one = decode(record);
      assertThat(one.getTotalCount()).isEqualTo(record.count()).isEqualTo(1000);
      assertThat(one.valuesAreEquivalent(one.getMaxValue(), record.max())).isTrue();
      assertThat(one.valuesAreEquivalent(one.getMinValue(), record.min())).isTrue();
      all.add(one);
    }
    Arrays.sort(durations);
    for (double percentile : new double[] {1, 25, 50, 75, 90, 99, 99.9}) {
      long exact = durations[(int) Math.ceil(percentile / 100 * durations.length) - 1];
      assertThat((double) all.getValueAtPercentile(percentile))
          .as("percentile %s", percentile)
          .isCloseTo(exact, within(error * exact + 10_000_000));
    }
    long sum = records.stream().mapToLong(OperationDurationHistogram::sum).sum();
    assertThat(sum).isGreaterThanOrEqualTo(LongStream.of(durations).sum());
  }

  @Test
  void histograms_of_all_threads_add_up_while_the_interval_passes() throws Exception {
    Operation foo = operation(1, 1 << 20);
    int calls = 30_000;
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      threads.add(
          new Thread(
              () -> {
                ProbeThread mine = probes.thread();
                for (int i = 0; i < calls; i++) {
                  execute(mine, foo, i);
                }
              }));
    }
    threads.forEach(Thread::start);
    while (threads.stream().anyMatch(Thread::isAlive)) {
      probes.emitAggregates();
    }
    probes.close(Duration.ofSeconds(5));
    List<OperationDurationHistogram> records = records();
    assertThat(records)
        .allSatisfy(record -> assertThat(decode(record).getTotalCount()).isEqualTo(record.count()));
    assertThat(records.stream().mapToLong(OperationDurationHistogram::count).sum())
        .isEqualTo(4L * calls);
  }

  @Test
  void operation_without_memory_for_a_histogram_is_aggregated_all_the_same() {
    Operation foo = operation(1, 0);
    execute(probes.thread(), foo, 5);
    probes.close(Duration.ofSeconds(5));
    assertThat(collector.close(Duration.ofSeconds(5)).acknowledged()).isEqualTo(1);
  }
}
