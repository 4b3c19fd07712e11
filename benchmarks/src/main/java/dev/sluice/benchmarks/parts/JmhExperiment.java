package dev.sluice.benchmarks.parts;

import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.cli.ChildJvm;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.JsonTree;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Parameters;

/** A class of JMH benchmarks, whose methods are the steps; allocation and drops are beside. */
public final class JmhExperiment extends Experiment {
  private static final List<String> QUICK =
      List.of("-f", "1", "-wi", "3", "-w", "500ms", "-i", "3", "-r", "500ms");
  private static final double QUICK_SECONDS = 4;
  private static final String ALLOCATION = "gc.alloc.rate.norm";

  private final String benchmark;
  private final About about;

  @Parameters(
      paramLabel = "ARG",
      description = "Options of JMH, behind '--': -- -p stripe=owned -prof perfasm")
  private List<String> arguments = List.of();

  /** Measures the benchmarks of a class of this package. */
  public JmhExperiment(Class<?> benchmark, About about) {
    this.benchmark = benchmark.getName();
    this.about = about;
  }

  @Override
  public About about() {
    return about;
  }

  @Override
  protected List<String> notes() {
    return List.of("JMH in JVMs of its own, with -prof gc; values are those of iterations.");
  }

  @Override
  protected List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (BenchmarkListEntry entry : entries()) {
      String name = entry.getUsername();
      steps.add(
          new Step(
              name.substring(name.lastIndexOf('.') + 1),
              seconds(entry),
              recorder -> run(name, recorder)));
    }
    return steps;
  }

  private Iterable<BenchmarkListEntry> entries() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return BenchmarkList.defaultList()
        .find(
            OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT),
            List.of("^" + benchmark.replace(".", "\\.") + "\\."),
            List.of());
  }

  /** As its annotations say, for each combination of parameters. */
  private double seconds(BenchmarkListEntry entry) {
    int combinations =
        entry.getParams().orElse(Map.of()).values().stream()
            .mapToInt(values -> values.length)
            .reduce(1, (a, b) -> a * b);
    TimeValue second = TimeValue.seconds(1);
    long millis =
        entry.getWarmupIterations().orElse(5)
                * entry.getWarmupTime().orElse(second).convertTo(TimeUnit.MILLISECONDS)
            + entry.getMeasurementIterations().orElse(5)
                * entry.getMeasurementTime().orElse(second).convertTo(TimeUnit.MILLISECONDS);
    double fork = isQuick() ? QUICK_SECONDS : entry.getForks().orElse(5) * (1 + millis / 1e3);
    return combinations * fork;
  }

  private void run(String name, Step.Recorder recorder) throws IOException, InterruptedException {
    Path json = Files.createTempFile("sluice-jmh-", ".json");
    try {
      List<String> words = new ArrayList<>();
      words.addAll(List.of("-cp", System.getProperty("java.class.path")));
      words.addAll(List.of("org.openjdk.jmh.Main", "^" + name.replace(".", "\\.") + "$"));
      words.addAll(List.of("-prof", "gc", "-foe", "true", "-rf", "json", "-rff", json.toString()));
      words.addAll(isQuick() ? shortened() : List.of());
      words.addAll(arguments);
      String shortName = name.substring(name.lastIndexOf('.') + 1);
      try (ChildJvm child =
          ChildJvm.start("JMH", words, line -> progress(line, shortName, recorder))) {
        child.join();
      }
      List<?> results = (List<?>) JsonTree.parse(Files.readString(json));
      if (results.isEmpty()) {
        throw new ToolException("JMH measured nothing: " + String.join(" ", arguments));
      }
      for (Object result : results) {
        record((Map<?, ?>) result, shortName, recorder);
      }
    } finally {
      Files.deleteIfExists(json);
    }
  }

  /** Short rounds, but for what the user says: JMH takes each option once. */
  private List<String> shortened() {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < QUICK.size(); i += 2) {
      if (!arguments.contains(QUICK.get(i))) {
        words.addAll(QUICK.subList(i, i + 2));
      }
    }
    return words;
  }

  /** JMH writes {@code # Run progress: 12.50% complete, ETA 00:00:14}. */
  private static void progress(String line, String name, Step.Recorder recorder) {
    if (line.startsWith("# Run progress: ")) {
      String percent = line.substring("# Run progress: ".length(), line.indexOf('%'));
      recorder.progress(name, Double.parseDouble(percent) / 100);
    }
  }

  private static void record(Map<?, ?> result, String name, Step.Recorder recorder) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("benchmark", name);
    if (result.get("params") instanceof Map<?, ?> params) {
      params.forEach((key, value) -> labels.put((String) key, (String) value));
    }
    Cell cell = new Cell(labels);
    Map<?, ?> primary = (Map<?, ?>) result.get("primaryMetric");
    String unit = (String) primary.get("scoreUnit");
    if (unit.equals("ops/s")) {
      record(primary, new Metric("throughput", "M ops/s", 2), 1e-6, cell, recorder);
    } else {
      record(primary, new Metric("time", unit, 2), 1, cell, recorder);
    }
    ((Map<?, ?>) result.get("secondaryMetrics"))
        .forEach((key, value) -> secondary((String) key, (Map<?, ?>) value, cell, recorder));
  }

  private static void secondary(String name, Map<?, ?> values, Cell cell, Step.Recorder recorder) {
    if (name.endsWith(ALLOCATION)) {
      record(values, new Metric("allocation", "B/op", 2), 1, cell, recorder);
    } else if (name.equals("dropped")) {
      record(values, Metric.LOST, 1, cell, recorder);
    }
  }

  /** One sample for each JVM, of one value for each iteration. */
  private static void record(
      Map<?, ?> of, Metric metric, double scale, Cell cell, Step.Recorder recorder) {
    for (Object fork : (List<?>) of.get("rawData")) {
      recorder.values(
          cell,
          metric,
          ((List<?>) fork).stream().mapToDouble(v -> scale * ((Number) v).doubleValue()).toArray());
    }
  }
}
