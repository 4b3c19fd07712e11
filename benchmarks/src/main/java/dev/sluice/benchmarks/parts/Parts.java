package dev.sluice.benchmarks.parts;

import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Experiment;
import java.util.LinkedHashMap;
import java.util.Map;

/** The experiments of this package. */
public final class Parts {
  private Parts() {}

  /** By their names on the command line. */
  public static Map<String, Experiment> experiments() {
    Map<String, Experiment> all = new LinkedHashMap<>();
    all.put("emit", jmh(EmitBenchmark.class, "One emit beside two clock reads."));
    all.put("pipeline", jmh(PipelineBenchmark.class, "From emit to sealed chunks, sustained."));
    all.put("probe", jmh(ProbeBenchmark.class, "Each kind of probe beside two clock reads."));
    all.put("storage", jmh(RowStorageBenchmark.class, "Three ways to store a row."));
    all.put("chunk", jmh(ChunkBenchmark.class, "Encode, seal and decode one chunk."));
    all.put("cost", new CostExperiment());
    all.put("latency", new LatencyExperiment());
    all.put("spill", new SpillExperiment());
    return all;
  }

  private static Experiment jmh(Class<?> benchmark, String what) {
    return new JmhExperiment(benchmark, new About(what, "-"));
  }
}
