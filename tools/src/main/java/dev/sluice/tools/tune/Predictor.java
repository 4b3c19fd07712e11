package dev.sluice.tools.tune;

import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/** Finds out what settings do to a recording, with the collector itself on a virtual clock. */
record Predictor(
    Recording recording,
    List<Setting> settings,
    Conditions conditions,
    CpuClock cpu,
    Notices progress) {
  /** Records with which each serializer and compression is run before anything is measured. */
  private static final int WARM_UP_RECORDS = 200_000;

  /**
   * Maximum number of warm-up runs; warm-up also ends when a run is hardly faster than those
   * before.
   */
  private static final int MAX_WARM_UP_RUNS = 15;

  private static final double HARDLY_QUICKER = 0.97;

  /**
   * Conditions of a prediction.
   *
   * @param span of the recording that counts
   * @param late by how much timers are late
   * @param sink for each simulation the nanoseconds that the sink takes for a chunk, by its bytes;
   *     only settings that adapt look at them
   * @param largest bytes of a chunk that the sink takes at most
   * @param options what the sink says of the collector
   */
  record Conditions(
      TimeSpan span,
      TimerLateness late,
      Supplier<LongUnaryOperator> sink,
      int largest,
      Map<String, String> options) {
    Conditions with(TimeSpan other) {
      return new Conditions(other, late, sink, largest, options);
    }
  }

  /** Returns one prediction for each setting, in their order; all processors work. */
  static List<Prediction> predict(
      Recording recording, List<Setting> settings, Conditions conditions, Notices progress) {
    return new Predictor(recording, settings, conditions, new CpuClock(), progress).predict();
  }

  private List<Prediction> predict() {
    ExecutorService workers =
        Executors.newFixedThreadPool(
            Runtime.getRuntime().availableProcessors(),
            run -> {
              Thread thread = new Thread(run, "sluice-predict");
              thread.setDaemon(true);
              return thread;
            });
    try {
      runAll(workers, warmUps(), this::warmUp, "warming up");
      return List.of(runAll(workers, settings, this::predict, "predicting"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolException("interrupted while predicting", e);
    } finally {
      workers.shutdownNow();
      progress.clear();
    }
  }

  /** Returns one setting for each serializer and compression. */
  private List<Setting> warmUps() {
    Map<String, Setting> first = new LinkedHashMap<>();
    settings.forEach(one -> first.putIfAbsent(one.serializer() + " " + one.compression(), one));
    return List.copyOf(first.values());
  }

  private Prediction[] runAll(
      ExecutorService workers, List<Setting> all, Function<Setting, Prediction> run, String what)
      throws InterruptedException {
    CompletionService<Prediction> done = new ExecutorCompletionService<>(workers);
    Prediction[] results = new Prediction[all.size()];
    for (int i = 0; i < results.length; i++) {
      int index = i;
      done.submit(() -> results[index] = run.apply(all.get(index)));
    }
    long begun = System.nanoTime();
    for (int i = 1; i <= results.length; i++) {
      try {
        done.take().get(); // its end happens-before this returns, and so the result is seen
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException cause
            ? cause
            : new IllegalStateException(e.getCause());
      }
      long left = Math.round((System.nanoTime() - begun) / 1e9 / i * (results.length - i));
      progress.update(
          "%s: %s of %s%s"
              .formatted(
                  what,
                  i,
                  Figures.count(results.length, "setting"),
                  left > 0 ? ", about " + left + " s left" : ""));
    }
    return results;
  }

  private Prediction warmUp(Setting setting) {
    Prediction prediction = null;
    long best = Long.MAX_VALUE;
    int runs = 0;
    for (int slow = 0; slow < 2 && runs < MAX_WARM_UP_RUNS; runs++) {
      prediction = simulate(recording.producers().get(0), setting, TimeSpan.ALL, WARM_UP_RECORDS);
      slow = prediction.workNanos() < best * HARDLY_QUICKER ? 0 : slow + 1;
      best = Math.min(best, prediction.workNanos());
    }
    return prediction;
  }

  private Prediction simulate(ProducerRows rows, Setting setting, TimeSpan span, int most) {
    return new Simulation(rows, recording.epochNanos(), conditions.with(span), most)
        .run(setting, cpu);
  }

  private Prediction predict(Setting setting) {
    return recording.producers().stream()
        .map(rows -> simulate(rows, setting, conditions.span(), Integer.MAX_VALUE))
        .reduce(Prediction::plus)
        .orElseThrow();
  }
}
