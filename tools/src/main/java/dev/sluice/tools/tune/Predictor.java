package dev.sluice.tools.tune;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.tools.Notices;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Finds out what settings do to a recording, with the collector itself on a virtual clock. */
final class Predictor {
  /** Records with which each serializer and compression is run before anything is measured. */
  private static final int WARM_UP_RECORDS = 200_000;

  /** The warming up ends when a run is hardly quicker than those before, or after so many runs. */
  private static final int MOST_WARM_UP_RUNS = 15;

  private static final double HARDLY_QUICKER = 0.97;

  private final Recording recording;
  private final List<Setting> settings;
  private final Notices progress;
  private final Conditions conditions;
  private final CpuClock cpu = new CpuClock();

  /**
   * What a prediction is for.
   *
   * @param stretch of the recording that counts
   * @param late by how much timers are late
   * @param sink for each simulation the nanoseconds that the sink takes for a chunk, by its bytes;
   *     only settings that adapt look at them
   * @param largest bytes of a chunk that the sink takes at most
   * @param options what the sink says of the collector
   */
  record Conditions(
      Stretch stretch,
      TimerLateness late,
      Supplier<LongUnaryOperator> sink,
      int largest,
      Map<String, String> options) {
    /** A whole recording, with a sink that takes no time and chunks of any size. */
    static Conditions of(TimerLateness late) {
      return new Conditions(
          Stretch.ALL, late, () -> bytes -> 0, ChunkLayout.MAX_CHUNK_BYTES, Map.of());
    }

    Conditions with(Supplier<LongUnaryOperator> other) {
      return new Conditions(stretch, late, other, largest, options);
    }

    Conditions with(Stretch other) {
      return new Conditions(other, late, sink, largest, options);
    }

    Conditions into(int largestChunk, Map<String, String> ofCollector) {
      return new Conditions(stretch, late, sink, largestChunk, ofCollector);
    }
  }

  private Predictor(
      Recording recording, List<Setting> settings, Conditions conditions, Notices progress) {
    this.conditions = conditions;
    this.recording = recording;
    this.settings = settings;
    this.progress = progress;
  }

  /** One prediction for each setting, in their order; all processors work. */
  static List<Prediction> predict(Recording recording, List<Setting> settings, Notices progress) {
    return predict(recording, settings, Conditions.of(TimerLateness.none()), progress);
  }

  /** The same under other conditions. */
  static List<Prediction> predict(
      Recording recording, List<Setting> settings, Conditions conditions, Notices progress) {
    return new Predictor(recording, settings, conditions, progress).predict();
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
      runAll(workers, warmUps(), "warming up");
      return List.of(runAll(workers, settings, "predicting"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ToolException("interrupted while predicting", e);
    } finally {
      workers.shutdownNow();
      progress.clear();
    }
  }

  /** One setting for each serializer and compression. */
  private List<Setting> warmUps() {
    Set<List<String>> seen = new LinkedHashSet<>();
    List<Setting> first = new ArrayList<>();
    for (Setting setting : settings) {
      if (seen.add(List.of(setting.serializer(), setting.compression()))) {
        first.add(setting);
      }
    }
    return first;
  }

  private Prediction[] runAll(ExecutorService workers, List<Setting> all, String what)
      throws InterruptedException {
    boolean warmUp = all != settings;
    CompletionService<Integer> done = new ExecutorCompletionService<>(workers);
    Prediction[] results = new Prediction[all.size()];
    for (int i = 0; i < results.length; i++) {
      int index = i;
      done.submit(
          () -> {
            results[index] = warmUp ? warmUp(all.get(index)) : predict(all.get(index));
            return index;
          });
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
      double left = (double) (System.nanoTime() - begun) / i * (results.length - i);
      progress.update(
          "%s: %s of %s, about %s s left"
              .formatted(
                  what, i, Figures.count(results.length, "setting"), Math.round(left / 1e9)));
    }
    return results;
  }

  private Prediction warmUp(Setting setting) {
    long best = Long.MAX_VALUE;
    int runs = 0;
    for (int slow = 0; slow < 2 && runs < MOST_WARM_UP_RUNS; runs++) {
      long work =
          simulate(recording.producers().get(0), setting, Stretch.ALL, WARM_UP_RECORDS).workNanos();
      slow = work < best * HARDLY_QUICKER ? 0 : slow + 1;
      best = Math.min(best, work);
    }
    return null;
  }

  private Simulation simulate(ProducerRows rows, Setting setting, Stretch stretch, int most) {
    return new Simulation(rows, recording.epochNanos(), conditions.with(stretch), most)
        .run(setting, cpu);
  }

  private Prediction predict(Setting setting) {
    long records = 0;
    long chunks = 0;
    long bursts = 0;
    long bytes = 0;
    long work = 0;
    long worked = 0;
    double messages = 0;
    Histogram delay = null;
    for (ProducerRows rows : recording.producers()) {
      Simulation simulation = simulate(rows, setting, conditions.stretch(), Integer.MAX_VALUE);
      records += simulation.records();
      worked += simulation.worked();
      chunks += simulation.chunks();
      bursts += simulation.bursts();
      bytes += simulation.bytes();
      work += simulation.workNanos();
      messages += simulation.chunksPerSecond();
      if (delay == null) {
        delay = simulation.delay();
      } else {
        delay.add(simulation.delay());
      }
    }
    return new Prediction(
        setting,
        records,
        chunks,
        bursts,
        bytes,
        delay,
        (double) work / Math.max(1, worked),
        messages);
  }
}
