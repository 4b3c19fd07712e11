package dev.sluice.benchmarks.rate;

import dev.sluice.api.config.Key;
import dev.sluice.benchmarks.Choice;
import dev.sluice.benchmarks.ScratchFolder;
import dev.sluice.benchmarks.calls.CollectorOverhead;
import dev.sluice.benchmarks.codec.MethodCallLog;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.cli.BrokerJvm;
import dev.sluice.pages.Page;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What a constant rate through a broker costs the process that emits it, by size of chunk. */
@Command(
    name = "io-refactoring",
    footer = {
      "",
      "100 000 operation executions a second are emitted for a minute, after a",
      "warm-up, by a process of its own through a broker of its own: one message a",
      "record, and chunks of 1 to 8192 records, by serializer and compression.",
      "",
      "kieker         Kieker behind its queue, as it comes; record: one message a",
      "               record, as its writer for brokers did before 2017",
      "kieker-bypass  the emitting thread calls Kieker's writer itself",
      "emitter alone  the harness without anybody who takes its records",
      "",
      "CPU            of the process that emits, with the making of the records",
      "network        what its Kafka producer sent and received",
      "lost           what a consumer did not find in the topic afterwards"
    })
public final class RefactoringExperiment extends Experiment {
  private static final String TOPIC = "rate";
  private static final String PROTOBUF = "protobuf";
  private static final RateTask.Window FULL = new RateTask.Window(20, 60, 1);
  private static final RateTask.Window QUICK = new RateTask.Window(8, 10, 1);

  /** A broker's and some JVMs' starts, and the count of what arrived. */
  private static final double MORE_SECONDS = 8;

  private static final List<Integer> SIZES = List.of(1, 16, 32, 128, 1024, 8192);

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "The folder with recorded logs: their method calls (MOO-F) are emitted, not",
        "made ones that look like them."
      })
  private Path data;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "Measure each cell so long (default: 60s, quick 10s).")
  private String duration;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      description = "The time before that (default: 20s, quick 8s).")
  private String warmUp;

  @Option(
      names = "--subject",
      split = ",",
      paramLabel = "SUBJECT",
      description = "Only these: sluice, kieker, kieker-bypass; and the emitter alone.")
  private List<String> subjects = List.of();

  @Option(
      names = "--serializer",
      split = ",",
      paramLabel = "NAME",
      description = "Only these: record, binary, protobuf.")
  private List<String> serializers = List.of();

  @Option(
      names = "--chunk-records",
      split = ",",
      paramLabel = "N",
      description = "Only these sizes.")
  private List<Integer> sizes = List.of();

  @Override
  public About about() {
    return new About(
        "CPU and network of 100 000 records/s through Kafka, by size of chunk.",
        "2017, EQ1 and EQ2",
        "--quick --subject sluice,kieker");
  }

  @Override
  protected List<Step> steps() {
    if (data != null) {
      MethodCallLog.read(data);
    }
    Choice.of(
        "subject", subjects, List.of(RateCase.SLUICE, RateCase.KIEKER, RateCase.KIEKER_BYPASS));
    Choice.of("serializer", serializers, List.of(RateCase.RECORD, RateCase.BINARY, PROTOBUF));
    List<Step> steps = new ArrayList<>(cases().stream().map(this::step).toList());
    if (subjects.isEmpty() && serializers.isEmpty() && sizes.isEmpty()) {
      steps.addAll(CollectorOverhead.steps(isQuick()));
    }
    return steps;
  }

  private List<RateCase> cases() {
    Stream<RateCase> all = isQuick() ? quick() : full();
    return all.filter(of -> of.size() == 0 || isChosen(of)).toList();
  }

  private boolean isChosen(RateCase of) {
    return (subjects.isEmpty() || subjects.contains(of.who()))
        && (serializers.isEmpty() || serializers.contains(of.serializer()))
        && (sizes.isEmpty() || sizes.contains(of.size()));
  }

  private static Stream<RateCase> quick() {
    return Stream.of(
        RateCase.alone(),
        RateCase.record(RateCase.KIEKER),
        RateCase.chunks(RateCase.KIEKER, 1024),
        RateCase.chunks(RateCase.KIEKER_BYPASS, 1024),
        RateCase.sluice(1),
        RateCase.sluice(1024));
  }

  private static Stream<RateCase> full() {
    List<RateCase> all = new ArrayList<>();
    all.add(RateCase.alone());
    for (String kieker : List.of(RateCase.KIEKER, RateCase.KIEKER_BYPASS)) {
      all.add(RateCase.record(kieker));
      SIZES.forEach(size -> all.add(RateCase.chunks(kieker, size)));
    }
    for (String compression : List.of(RateCase.NONE, "lz4", "zstd")) {
      SIZES.forEach(
          size -> all.add(new RateCase(RateCase.SLUICE, RateCase.BINARY, size, compression)));
    }
    // The serializer of protocol buffers does not compress.
    SIZES.forEach(size -> all.add(new RateCase(RateCase.SLUICE, PROTOBUF, size, RateCase.NONE)));
    return all.stream();
  }

  private static double seconds(String name, String text, double usual) {
    Key<Duration> time = Key.duration("time", null, Duration.ofSeconds(1), "").named(name);
    return text == null ? usual : time.parse(text).toSeconds();
  }

  private RateTask.Window window() {
    RateTask.Window window = isQuick() ? QUICK : FULL;
    return new RateTask.Window(
        seconds("--warm-up", warmUp, window.warmUp()),
        (int) seconds("--duration", duration, window.turns()),
        1);
  }

  private Step step(RateCase of) {
    RateTask.Window window = window();
    return new Step(
        of.cell().toString(),
        window.seconds() + MORE_SECONDS,
        recorder -> {
          try (ScratchFolder folder = ScratchFolder.create();
              BrokerJvm broker = BrokerJvm.start(folder.path())) {
            run(of, window, data, broker, TOPIC, folder.path(), recorder);
          }
        });
  }

  /** Measures one case through a broker, whose data are in a folder, and a topic of its own. */
  static void run(
      RateCase of,
      RateTask.Window window,
      Path data,
      BrokerJvm broker,
      String topic,
      Path folder,
      Step.Recorder recorder)
      throws IOException, InterruptedException {
    broker.createTopic(topic, Map.of());
    OwnJvm.run(
        RateTask.class,
        List.of("-Xmx1g"),
        new RateTask.Order(of, window, broker.address(), topic, folder, data).words(),
        recorder);
  }

  @Override
  protected List<String> notes() {
    return List.of(
        data == null
            ? "The executions are made ones, with the times of the method-call benchmark and seeded"
                + " noise; --data takes recorded ones."
            : "The executions are those of the recorded method-call benchmark (MOO-F).",
        "Each subject gets the same ones. Kieker adds a logging time to each, as it does to all.",
        "Both wait when they fall behind, but for Kieker's collector, which then loses records; its"
            + " queue has room for 1 048 576 and its buffer 1 MiB, so that neither overflows.",
        "The warm-up has the rate too. With chunks of 128 and more it is ten times as high for the"
            + " half in its middle: what runs once a chunk would else be compiled for minutes.");
  }

  @Override
  protected void print(Results results, PrintStream out) {
    sections(results).forEach(section -> section.print(out));
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    return new RateReport(results).comparisons();
  }

  @Override
  protected void page(Results results, Page page) {
    sections(results).forEach(section -> section.add(page));
    RateReport report = new RateReport(results);
    page.heading("Charts");
    page.chart(report.bySize("Processor time of the process that emits", RateMetrics.CPU));
    page.chart(report.bySize("Network of its producer", RateMetrics.NETWORK));
  }

  private static Stream<Section> sections(Results results) {
    RateReport report = new RateReport(results);
    return Stream.of(
            report.costs(), report.ratios(), report.fates(), CollectorOverhead.section(results))
        .filter(section -> !section.rows().isEmpty());
  }

  @Override
  protected List<Published> published(Results results) {
    List<Published> all = new ArrayList<>(new RateReport(results).published());
    all.addAll(CollectorOverhead.published(results));
    return all;
  }
}
