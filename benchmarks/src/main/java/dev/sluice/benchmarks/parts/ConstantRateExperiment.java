package dev.sluice.benchmarks.parts;

import dev.sluice.benchmarks.BrokerJvm;
import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.cli.Terminal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a constant rate through a broker costs the process that emits it, by size of chunk. */
final class ConstantRateExperiment extends Experiment {
  private static final int SECONDS = 60;
  private static final int QUICK_SECONDS = 10;

  /** A broker's and a JVM's start, and the count of what arrived. */
  private static final int MORE_SECONDS = 12;

  private static final List<Integer> SIZES = List.of(1, 16, 32, 128, 1024, 8192);
  private static final List<Integer> QUICK_SIZES = List.of(1, 1024);

  ConstantRateExperiment(Terminal terminal) {
    super(terminal);
  }

  @Override
  public About about() {
    return new About(
        "CPU and network of 100 000 records/s through Kafka, by size of chunk.",
        "2017, EQ2",
        3.5,
        70);
  }

  @Override
  protected List<Step> steps() {
    List<Integer> sizes = isQuick() ? QUICK_SIZES : SIZES;
    List<Step> steps = new ArrayList<>();
    add(steps, ConstantRate.ALONE, 0, "-");
    add(steps, ConstantRate.KIEKER_RECORD, 1, "none");
    sizes.forEach(size -> add(steps, ConstantRate.KIEKER, size, "none"));
    List<String> serializers = isQuick() ? List.of("binary") : List.of("binary", "protobuf");
    // The serializer of protocol buffers does not compress.
    for (String serializer : serializers) {
      for (String compression :
          serializer.equals("binary") ? List.of("none", "lz4", "zstd") : List.of("none")) {
        if (compression.equals("none") || !isQuick()) {
          sizes.forEach(size -> add(steps, serializer, size, compression));
        }
      }
    }
    return steps;
  }

  private void add(List<Step> steps, String subject, int size, String compression) {
    int seconds = isQuick() ? QUICK_SECONDS : SECONDS;
    steps.add(
        new Step(
            ConstantRate.cell(subject, size, compression).toString(),
            ConstantRate.WARM_UP_SECONDS + seconds + MORE_SECONDS,
            recorder -> run(subject, size, compression, seconds, recorder)));
  }

  /** With a broker of its own, whose data go when it ends. */
  private static void run(
      String subject, int size, String compression, int seconds, Step.Recorder recorder)
      throws IOException, InterruptedException {
    try (ScratchFolder folder = ScratchFolder.create();
        BrokerJvm broker = BrokerJvm.start(folder.path())) {
      broker.createTopic(ConstantRate.TOPIC, Map.of());
      OwnJvm.run(
          ConstantRate.class,
          List.of("-Xmx1g"),
          List.of(
              subject,
              Integer.toString(size),
              compression,
              Integer.toString(seconds),
              broker.address()),
          recorder);
    }
  }

  @Override
  protected List<Published> published(Results results) {
    List<Published> all = new ArrayList<>();
    beside(results, all, ConstantRate.KIEKER_RECORD, 1, "0.612 to 0.620", "1,913.7 to 1,914.2");
    beside(results, all, ConstantRate.KIEKER, 1, "0.768 to 0.780", "2,706.4 to 2,710.3");
    beside(results, all, ConstantRate.KIEKER, 16, "0.460 to 0.477", "684.2 to 684.3");
    beside(results, all, ConstantRate.KIEKER, 32, "0.273 to 0.275", "639.9 to 640.1");
    beside(results, all, ConstantRate.KIEKER, 128, "0.340 to 0.356", "593.8 to 594.2");
    beside(results, all, ConstantRate.KIEKER, 1024, "0.338 to 0.352", "577.3 to 581.1");
    Cell record = ConstantRate.cell(ConstantRate.KIEKER_RECORD, 1, "none");
    for (String subject : List.of(ConstantRate.KIEKER, "binary")) {
      Cell chunks = ConstantRate.cell(subject, 1024, "none");
      if (results.has(record, ConstantRate.CPU) && results.has(chunks, ConstantRate.CPU)) {
        String what = subject + ", chunks of 1024 of a record at a time: ";
        boolean kieker = subject.equals(ConstantRate.KIEKER);
        all.add(
            new Published(
                "2017, EQ2",
                what + "network",
                kieker ? "30 %" : "-",
                percent(
                    results.summary(chunks, ConstantRate.NETWORK).mean(),
                    results.summary(record, ConstantRate.NETWORK).mean())));
        all.add(
            new Published(
                "2017, EQ2",
                what + "CPU",
                kieker ? "55 %" : "-",
                percent(
                    results.summary(chunks, ConstantRate.CPU).mean(),
                    results.summary(record, ConstantRate.CPU).mean())));
      }
    }
    return all;
  }

  private static String percent(double part, double whole) {
    return Report.decimals(100 * part / whole, 1) + " %";
  }

  private static void beside(
      Results results, List<Published> all, String subject, int size, String cpu, String network) {
    Cell cell = ConstantRate.cell(subject, size, "none");
    all.add(
        new Published(
            "2017, EQ2",
            "CPU s/s (" + cell + ")",
            cpu,
            Report.mean(results, cell, ConstantRate.CPU)));
    all.add(
        new Published(
            "2017, EQ2",
            "network KiB/s (" + cell + ")",
            network,
            Report.mean(results, cell, ConstantRate.NETWORK)));
  }
}
