package dev.sluice.benchmarks.analysis;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does two things at the same time. */
final class TwoAtOnce {
  private TwoAtOnce() {}

  /** Measures. */
  @FunctionalInterface
  interface Work {
    void run() throws Exception;
  }

  /** Waits for both; what the first to fail throws comes out. */
  static void run(Work one, Work other) throws Exception {
    ExecutorService both = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> runs = List.of(both.submit(callable(one)), both.submit(callable(other)));
      for (Future<?> run : runs) {
        run.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    } finally {
      both.shutdownNow();
    }
  }

  private static Callable<Void> callable(Work work) {
    return () -> {
      work.run();
      return null;
    };
  }
}
