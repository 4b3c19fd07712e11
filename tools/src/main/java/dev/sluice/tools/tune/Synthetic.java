package dev.sluice.tools.tune;

import dev.sluice.api.config.Nearest;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.records.AfterOperationWriter;
import dev.sluice.monitoring.records.BeforeOperationWriter;
import dev.sluice.monitoring.records.CpuUtilizationWriter;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.rows.RowCapture;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Made-up records of standard types, as a program with some hundred operations emits them: calls of
 * which few are frequent, durations that spread over decades, arrivals at random distances. The
 * same on each run.
 */
final class Synthetic {
  /** Records a second unless the user says how many. */
  static final int DEFAULT_RATE = 10_000;

  /** Records that are made. */
  static final int DEFAULT_RECORDS = 400_000;

  private static final int OPERATIONS = 300;
  private static final long EPOCH = 1_767_225_600_000_000_000L;
  private static final int DEPTH = 8;

  private static final Map<String, Function<Synthetic, Emitter>> TYPES =
      new TreeMap<>(
          Map.of(
              "operation_execution", Synthetic::executions,
              "operation_duration", Synthetic::durations,
              "before_after_operation", Synthetic::events,
              "cpu_utilization", Synthetic::cpu));

  private final Random random = new Random(42);
  private final RowCapture capture = new RowCapture(new RowCapture.Scratch());
  private final Symbol[] operations = new Symbol[OPERATIONS];
  private final Symbol host = capture.symbol("shop-7f9c");

  /** Emits the n-th record at a time. */
  private interface Emitter {
    void emit(int number, long time);
  }

  private Synthetic() {
    for (int i = 0; i < OPERATIONS; i++) {
      operations[i] =
          capture.symbol(
              "public java.util.List com.example.shop.service%d.Service%d.find%d(long, int)"
                  .formatted(i % 17, i % 61, i));
    }
  }

  /** Returns what can be made. */
  static List<String> types() {
    return List.copyOf(TYPES.keySet());
  }

  /** Returns a recording of the given number of records of a type at a rate, 0 for the default. */
  static Recording recording(String type, int records, double rate) {
    Function<Synthetic, Emitter> maker = TYPES.get(type);
    if (maker == null) {
      throw new ToolException(
          "there are no synthetic records of type '%s', only of %s%s"
              .formatted(type, String.join(", ", types()), Nearest.hint(type, TYPES.keySet())));
    }
    Synthetic made = new Synthetic();
    return made.fill(maker.apply(made), records, rate == 0 ? DEFAULT_RATE : rate);
  }

  private Recording fill(Emitter emitter, int records, double rate) {
    RowRun run = new RowRun();
    capture.into(run);
    long[] arrivals = new long[records];
    double time = 0;
    for (int i = 0; i < records; i++) {
      arrivals[i] = (long) time;
      emitter.emit(i, EPOCH + arrivals[i]);
      run.time(EPOCH + arrivals[i]);
      time += -Math.log(1 - random.nextDouble()) * 1e9 / rate;
    }
    run.finish();
    ProducerRows rows =
        new ProducerRows(Map.of("producer", "synthetic"), capture, List.of(run), arrivals);
    return new Recording(List.of(rows), EPOCH, List.of(), true);
  }

  /** Few operations are called often. */
  private Symbol operation() {
    double x = random.nextDouble();
    return operations[(int) (OPERATIONS * x * x * x)];
  }

  private long duration() {
    return (long) Math.exp(8 + 2.5 * random.nextGaussian());
  }

  private Emitter executions() {
    OperationExecutionWriter writer = OperationExecutionWriter.create(capture);
    return (number, time) -> {
      // A trace has DEPTH calls, one within the other; the innermost ends first.
      int depth = DEPTH - 1 - number % DEPTH;
      long trace = 1_000_000 + number / DEPTH;
      writer.emit(operation(), null, trace, time - duration(), time, host, depth, depth, false);
    };
  }

  private Emitter durations() {
    OperationDurationWriter writer = OperationDurationWriter.create(capture);
    return (number, time) -> writer.emit(time, operation(), duration(), false);
  }

  private Emitter events() {
    BeforeOperationWriter before = BeforeOperationWriter.create(capture);
    AfterOperationWriter after = AfterOperationWriter.create(capture);
    Symbol type = capture.symbol("com.example.shop.Service");
    return (number, time) -> {
      int order = number % (2 * DEPTH);
      long trace = 1_000_000 + number / (2 * DEPTH);
      if (order < DEPTH) {
        before.emit(time, trace, order, operation(), type);
      } else {
        after.emit(time, trace, order, operation(), type);
      }
    };
  }

  private Emitter cpu() {
    CpuUtilizationWriter writer = CpuUtilizationWriter.create(capture);
    Symbol[] cores = new Symbol[8];
    for (int i = 0; i < cores.length; i++) {
      cores[i] = capture.symbol(Integer.toString(i));
    }
    return (number, time) -> {
      double user = Math.round(random.nextDouble() * 700) / 1000.0;
      double system = Math.round(random.nextDouble() * 200) / 1000.0;
      writer.emit(
          time,
          host,
          cores[number % cores.length],
          user,
          system,
          0.0,
          0.0,
          0.0,
          user + system,
          1 - user - system);
    };
  }
}
