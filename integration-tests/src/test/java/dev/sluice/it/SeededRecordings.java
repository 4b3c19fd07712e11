package dev.sluice.it;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.record.Symbol;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.AfterOperationWriter;
import dev.sluice.monitoring.records.BeforeOperationWriter;
import dev.sluice.monitoring.records.CpuUtilizationWriter;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** Recordings as programs of several kinds leave them, the same for the same seed. */
final class SeededRecordings {
  private final Random random = new Random(23);
  private final Path file;

  SeededRecordings(Path file) {
    this.file = file;
  }

  /** One producer of a recording, whose records come at times that are ahead of the clock. */
  private final class Producer implements AutoCloseable {
    private final ChunkingCollector collector;
    private final OperationExecutionWriter executions;
    private final Symbol host;
    private final long start = System.nanoTime();
    private int number;

    Producer(Path to, String name) {
      String options = "?policy=block&block.deadline=60s&chunk.records=2000&producer=" + name;
      collector = ChunkingCollector.open(Endpoint.parse("file:" + to + options));
      executions = OperationExecutionWriter.create(collector.rows());
      host = collector.rows().symbol("shop-7f9c");
    }

    private Symbol operation() {
      double x = random.nextDouble();
      return collector
          .rows()
          .symbol("public void com.acme.Service.find" + (int) (80 * x * x) + "()");
    }

    private long at(double seconds) {
      return start + (long) (seconds * 1e9);
    }

    void execution(double seconds) {
      long out = at(seconds);
      long took = (long) Math.exp(8 + 2 * random.nextGaussian());
      int depth = 7 - number % 8;
      executions.emit(operation(), null, number++ / 8, out - took, out, host, depth, depth, false);
    }

    /** Executions at random distances, as many a second as the rate says at that second. */
    void executions(double to, double most, DoubleUnaryOperator rate) {
      for (double at = 0; at < to; at -= Math.log(1 - random.nextDouble()) / most) {
        if (random.nextDouble() * most < rate.applyAsDouble(at)) {
          execution(at);
        }
      }
    }

    /** Executions, events and samples of processors. */
    void mixed(double to, double rate) {
      BeforeOperationWriter before = BeforeOperationWriter.create(collector.rows());
      AfterOperationWriter after = AfterOperationWriter.create(collector.rows());
      CpuUtilizationWriter cpu = CpuUtilizationWriter.create(collector.rows());
      Symbol type = collector.rows().symbol("com.acme.Service");
      for (double at = 0; at < to; at -= Math.log(1 - random.nextDouble()) / rate) {
        Symbol operation = operation();
        execution(at);
        before.emit(at(at), number, 0, operation, type);
        after.emit(at(at), number, 1, operation, type);
        if (number % 50 == 0) {
          double user = random.nextInt(700) / 1000.0;
          cpu.emit(at(at), host, type, user, 0.1, 0, 0, 0, user + 0.1, 0.9 - user);
        }
      }
    }

    @Override
    public void close() {
      if (!collector.close(Duration.ofSeconds(60)).balanced()) {
        throw new AssertionError("not balanced");
      }
    }
  }

  /** Writes the recording of that name and returns where. */
  Path write(String name) {
    switch (name) {
      case "service" -> one(p -> p.executions(40, 20_000, SeededRecordings::service));
      case "mixed" -> one(p -> p.mixed(25, 1500));
      case "bursts" -> one(p -> p.executions(40, 25_000, at -> at % 2 < 0.2 ? 25_000 : 20));
      case "slow" -> one(p -> p.executions(60, 100, at -> 100));
      case "producers" -> {
        for (int i = 0; i < 20; i++) {
          produce(file, "p" + i, p -> p.executions(25, 300, at -> 300));
        }
      }
      default -> throw new IllegalArgumentException(name);
    }
    return file;
  }

  /** Classes are loaded in a flood of calls, nothing comes, then requests do, first slower ones. */
  private static double service(double at) {
    return at < 1.5 ? 20_000 : at < 5 ? 5 : at < 10 ? 800 * (at - 5) : 4000;
  }

  private interface Records {
    void emit(Producer producer);
  }

  private void one(Records records) {
    produce(file, "shop", records);
  }

  private void produce(Path to, String name, Records records) {
    try (Producer producer = new Producer(to, name)) {
      records.emit(producer);
    }
  }
}
