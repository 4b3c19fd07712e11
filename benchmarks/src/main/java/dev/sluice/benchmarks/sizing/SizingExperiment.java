package dev.sluice.benchmarks.sizing;

import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.benchmarks.rate.Executions;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Page;
import dev.sluice.tools.ToolException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a cluster has to carry that one machine cannot show. */
@Command(
    name = "sizing",
    footer = {
      "",
      "Each producer is a collector of its own on a virtual clock; chunks and headers are",
      "real, their records are traces of ten calls. The producer of rank i has a rate",
      "proportional to 1 / i^skew. Producers are spread over partitions by Kafka's hash of",
      "their keys, with ids drawn 200 times: the 99 %% column is what one start in a hundred",
      "exceeds. Busiest / mean is of records. Empty parts are those without rows that a",
      "distributed analysis sends, so that each of its partitions learns of each chunk.",
      "docs/sizing.md does the arithmetic."
    })
public final class SizingExperiment extends Experiment {
  static final Metric CHUNKS = new Metric("chunks", "1/s", 0);
  static final Metric RECORDS = new Metric("records a chunk", "", 1);
  static final Metric BYTES = new Metric("messages", "bytes/record", 2);
  static final Metric TRAFFIC = new Metric("topic", "MB/s", 1);
  static final Metric PART = new Metric("empty part", "bytes", 1);
  static final Metric IMBALANCE = new Metric("busiest / mean", "", 2);
  static final Metric BUSIEST_CHUNKS = new Metric("busiest", "chunks/s", 0);
  static final Metric BUSIEST_TRAFFIC = new Metric("busiest", "MB/s", 2);
  static final Metric PARTS = new Metric("empty parts", "MB/s", 1);

  static final String CHUNK = "chunks of at most";
  static final String PARTITIONS_OF = "partitions";
  static final String ALL = "all";

  static final String STATE = "state of traces and statistics";
  static final Metric STATE_BYTES = new Metric("in the change log", "bytes", 0);

  private static final int MANY = 999;
  private static final int OPEN = 10_000;
  private static final int[] PARTITIONS = {12, 24, 48, 96, 192, 384, 960};
  private static final long MAX_RATE = 1_000_000_000;
  private static final int DRAWS = 200;
  private static final long SEED = 20_261_123;
  private static final double NANOS = 1e9;
  private static final double MEGA = 1e6;

  /** About what the simulation takes for a record, and for a producer. */
  private static final double RECORD_NANOS = 100;

  private static final double PRODUCER_SECONDS = 1.5e-3;

  @Option(
      names = "--producers",
      paramLabel = "N",
      description = "How many (default: ${DEFAULT-VALUE}).")
  private int producers = 1_000;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Records a second of all of them (default: ${DEFAULT-VALUE}).")
  private long rate = 10_000_000;

  @Option(
      names = "--skew",
      paramLabel = "EXPONENT",
      description = "Of Zipf's law; 0 for equal rates (default: ${DEFAULT-VALUE}).")
  private double skew = 1;

  /** A collector's options, and how long a chunk waits at most. */
  private record Setting(String name, long delayMillis, Map<String, String> options) {
    static Setting of(String records, long delayMillis) {
      return new Setting(
          records + ", " + delayMillis + " ms",
          delayMillis,
          Map.of("chunk.records", records, "delay", delayMillis + "ms"));
    }
  }

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting("defaults", 200, Map.of()),
          Setting.of("256", 200),
          Setting.of("1024", 50),
          Setting.of("1024", 1_000),
          Setting.of("8192", 1_000));

  @Override
  public About about() {
    return new About(
        "Simulate many producers of unequal rates and their partitions.",
        "-",
        "--producers 100 --rate 1000000");
  }

  @Override
  protected List<String> notes() {
    return List.of(
        "%,d producers, %,d records/s in all, Zipf exponent %s; a simulation but for its chunks."
            .formatted(producers, rate, skew));
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    String usual = SETTINGS.get(0).name();
    return Stream.of(IMBALANCE, BUSIEST_CHUNKS)
        .map(metric -> Comparison.of(results, metric, CHUNK, usual))
        .toList();
  }

  private double countedSeconds() {
    return isQuick() ? 0.5 : 4;
  }

  @Override
  protected List<Step> steps() {
    if (producers < 1 || producers > 100_000) {
      throw new ToolException("--producers must be 1 to 100,000, was " + producers);
    }
    if (rate < producers || rate > MAX_RATE) {
      throw new ToolException("--rate must be one for each producer to 1,000,000,000, was " + rate);
    }
    if (!(skew >= 0) || skew > 4) {
      throw new ToolException("--skew must be 0 to 4, was " + skew);
    }
    List<Step> steps = new ArrayList<>();
    for (Setting setting : SETTINGS) {
      steps.add(
          new Step(
              setting.name(),
              (2 * setting.delayMillis() / 1e3 + countedSeconds()) * rate * RECORD_NANOS / NANOS
                  + producers * PRODUCER_SECONDS,
              recorder -> measure(setting, recorder)));
    }
    steps.add(new Step(STATE, 2, this::measureState));
    return steps;
  }

  /** What grows is told for each; the rest is that of a worker with one operation. */
  private void measureState(Step.Recorder recorder) throws IOException {
    int least = StateSize.of(1, 0);
    double ofOperation = (double) (StateSize.of(1 + MANY, 0) - least) / MANY;
    double ofTrace = (double) (StateSize.of(1, OPEN) - least) / OPEN;
    recorder.values(state("an operation of 200 calls"), STATE_BYTES, ofOperation);
    recorder.values(state("an open trace of 9 calls"), STATE_BYTES, ofTrace);
    recorder.values(state("all else"), STATE_BYTES, least - ofOperation);
  }

  private static Cell state(String of) {
    return Cell.of(STATE, of);
  }

  private void measure(Setting setting, Step.Recorder recorder) {
    List<Load> loads = new ArrayList<>();
    Executions calls = Executions.made();
    double delay = setting.delayMillis() * MEGA;
    double to = 2 * delay + countedSeconds() * NANOS;
    Random random = new Random(SEED);
    double[] shares = shares();
    for (int i = 0; i < producers; i++) {
      // Not all at once: chunks that wait for the delay would all come at its multiples.
      long start = (long) (delay * random.nextDouble());
      loads.add(
          SimulatedProducer.run(
              "service-" + i,
              rate * shares[i],
              setting.options(),
              calls,
              new SimulatedProducer.Times(start, (long) (2 * delay), (long) to)));
      recorder.progress(setting.name(), (i + 1.0) / producers);
    }
    record(setting, loads, recorder);
  }

  /** The producers' parts of the rate, the greatest first. */
  private double[] shares() {
    double[] shares = new double[producers];
    Arrays.setAll(shares, i -> Math.pow(i + 1, -skew));
    double sum = Arrays.stream(shares).sum();
    Arrays.setAll(shares, i -> shares[i] / sum);
    return shares;
  }

  private void record(Setting setting, List<Load> loads, Step.Recorder recorder) {
    Load all = loads.stream().reduce(Load.NONE, Load::plus);
    if (all.chunks() == 0) {
      throw new IllegalStateException("no chunk was sent in the simulated time");
    }
    double seconds = countedSeconds();
    Cell topic = cell(setting, ALL);
    recorder.values(topic, CHUNKS, all.chunks() / seconds);
    recorder.values(topic, RECORDS, (double) all.records() / all.chunks());
    recorder.values(topic, BYTES, (double) all.bytes() / all.records());
    recorder.values(topic, TRAFFIC, all.bytes() / seconds / MEGA);
    recorder.values(topic, PART, (double) all.emptyBytes() / all.chunks());
    Spread spread = new Spread(DRAWS, producers);
    for (int partitions : PARTITIONS) {
      Cell cell = cell(setting, Integer.toString(partitions));
      double mean = (double) all.records() / partitions;
      recorder.values(cell, IMBALANCE, most(spread, partitions, loads, Load::records, mean));
      recorder.values(cell, BUSIEST_CHUNKS, most(spread, partitions, loads, Load::chunks, seconds));
      recorder.values(
          cell, BUSIEST_TRAFFIC, most(spread, partitions, loads, Load::bytes, seconds * MEGA));
      recorder.values(cell, PARTS, all.emptyBytes() / seconds * (partitions - 1) / MEGA);
    }
  }

  private static double[] most(
      Spread spread, int partitions, List<Load> loads, ToLongFunction<Load> what, double unit) {
    return Arrays.stream(spread.most(partitions, loads, what)).map(most -> most / unit).toArray();
  }

  private static Cell cell(Setting setting, String partitions) {
    return Cell.of(CHUNK, setting.name(), PARTITIONS_OF, partitions);
  }

  @Override
  protected void print(Results results, PrintStream out) {
    Tables.of(results).forEach(table -> table.printUntitled(out));
  }

  @Override
  protected void page(Results results, Page page) {
    Tables.of(results).forEach(table -> table.add(page));
    page.heading("Charts");
    page.chart(chart(results, "Busiest partition against the mean, by records", IMBALANCE));
    page.chart(chart(results, "Messages of the busiest partition", BUSIEST_CHUNKS));
    page.chart(chart(results, "What parts without rows take, where chunks are split", PARTS));
  }

  private static Chart chart(Results results, String title, Metric metric) {
    return Report.lines(
        Chart.of(title, Axis.log("partitions"), Axis.log(metric.toString())),
        results,
        cell -> true,
        metric,
        cell -> cell.get(CHUNK),
        PARTITIONS_OF);
  }
}
