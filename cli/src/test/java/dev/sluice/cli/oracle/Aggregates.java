package dev.sluice.cli.oracle;

import dev.sluice.api.record.RecordType;
import dev.sluice.cli.oracle.Producer.Probe;
import dev.sluice.monitoring.records.OperationDurationAggregateReader;
import dev.sluice.monitoring.records.OperationDurationHistogramReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;

/** Emits what probes do that count calls: a record for some calls of an operation. */
final class Aggregates {
  private static final int DIGITS = 2;

  private Aggregates() {}

  /** Behind the last of the calls, and at the end; each call is in one record for each probe. */
  static void emit(Producer producer, Random random) {
    for (Probe probe : List.of(Probe.AGGREGATE, Probe.HISTOGRAM)) {
      if (producer.has(probe)) {
        emit(producer, probe, 1 + random.nextInt(20));
      }
    }
  }

  private static void emit(Producer producer, Probe probe, int most) {
    Map<String, List<Call>> open = new LinkedHashMap<>();
    List<Emission> all = new ArrayList<>();
    int at = 0;
    for (Call call : producer.ended) {
      while (at < producer.emitted.size() && at < call.emittedBefore) {
        all.add(producer.emitted.get(at++));
      }
      List<Call> counted = open.computeIfAbsent(call.operation, name -> new ArrayList<>());
      counted.add(call);
      if (counted.size() == most) {
        all.add(record(probe, open.remove(call.operation)));
      }
    }
    all.addAll(producer.emitted.subList(at, producer.emitted.size()));
    open.values().forEach(counted -> all.add(record(probe, counted)));
    producer.emitted.clear();
    producer.emitted.addAll(all);
  }

  private static Emission record(Probe probe, List<Call> counted) {
    RecordType type =
        probe == Probe.AGGREGATE
            ? OperationDurationAggregateReader.TYPE
            : OperationDurationHistogramReader.TYPE;
    long time = counted.get(counted.size() - 1).end;
    List<Object> values =
        new ArrayList<>(
            Arrays.asList(
                time,
                counted.get(0).operation,
                counted.stream().mapToLong(call -> call.end).min().orElseThrow(),
                (long) counted.size(),
                counted.stream().mapToLong(Call::duration).sum(),
                counted.stream().mapToLong(Call::duration).min().orElseThrow(),
                counted.stream().mapToLong(Call::duration).max().orElseThrow(),
                counted.stream().filter(call -> call.failed).count()));
    if (probe == Probe.HISTOGRAM) {
      values.add(histogram(counted));
    }
    Emission record = new Emission(type, time, null, values);
    record.counted = counted;
    return record;
  }

  private static byte[] histogram(List<Call> counted) {
    Histogram histogram = new Histogram(DIGITS);
    counted.forEach(call -> histogram.recordValue(call.duration()));
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    return Arrays.copyOf(buffer.array(), histogram.encodeIntoByteBuffer(buffer));
  }
}
