package dev.sluice.benchmarks.parts;

import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.cli.Terminal;
import java.util.LinkedHashMap;
import java.util.Map;

/** The experiments of this package. */
public final class Parts {
  private Parts() {}

  /** By their names on the command line. */
  public static Map<String, Experiment> experiments(Terminal terminal) {
    Map<String, Experiment> all = new LinkedHashMap<>();
    all.put("emit", jmh(terminal, EmitBenchmark.class, "One emit beside two clock reads."));
    all.put(
        "pipeline",
        jmh(terminal, PipelineBenchmark.class, "From emit to sealed chunks, sustained."));
    all.put(
        "probe", jmh(terminal, ProbeBenchmark.class, "Each kind of probe beside two clock reads."));
    all.put("storage", jmh(terminal, RowStorageBenchmark.class, "Three ways to store a row."));
    all.put("chunk", jmh(terminal, ChunkBenchmark.class, "Encode, seal and decode one chunk."));
    all.put("cost", new CostExperiment(terminal));
    all.put("latency", new LatencyExperiment(terminal));
    all.put("spill", new SpillExperiment(terminal));
    return all;
  }

  private static Experiment jmh(Terminal terminal, Class<?> benchmark, String what) {
    return new JmhExperiment(terminal, benchmark, new About(what, "-"));
  }
}
