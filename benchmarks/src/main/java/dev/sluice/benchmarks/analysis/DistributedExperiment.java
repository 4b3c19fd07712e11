package dev.sluice.benchmarks.analysis;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.OwnJvm;
import dev.sluice.benchmarks.frame.Published;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.cli.BrokerJvm;
import dev.sluice.pages.Page;
import dev.sluice.streams.RecordStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import picocli.CommandLine.Command;

/** The distributed run of 2013, with chunks. */
@Command(
    name = "analysis-distributed",
    footer = {
      "",
      "A broker in a JVM of its own has operation executions of two producers, ten",
      "nested calls a trace, a partition for each. Traces are rebuilt and operations",
      "summed up. All share the processors.",
      "",
      "core           one thread reads the topic, without Kafka Streams",
      "split          one instance with two threads, chunks split by trace id",
      "whole          the same without splitting: a producer is in one partition",
      "two            as split, but two instances with one thread each",
      "single         as split, but one record a message in the topic",
      "",
      "A time is from the first chunk that is worked on until all is committed."
    })
public final class DistributedExperiment extends Experiment {
  private static final String CHUNKS = "chunks-";
  private static final String SINGLE = "single";
  private static final String TWO = "two";
  private BrokerJvm broker;

  @Override
  public About about() {
    return new About(
        "Rebuild the traces of a topic in instances that share the work.", "2013, distributed");
  }

  private long records() {
    return isQuick() ? 8_000_000 : 40_000_000;
  }

  private int turns() {
    return isQuick() ? 2 : 4;
  }

  @Override
  protected List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    for (String how : List.of(DistributedTask.CORE, DistributedTask.SPLIT, DistributedTask.WHOLE)) {
      steps.add(step(how, how, CHUNKS, records(), 1));
    }
    steps.add(step(TWO, DistributedTask.SPLIT, CHUNKS, records(), 2));
    long single = isQuick() ? 200_000 : 1_000_000;
    steps.add(step(SINGLE, DistributedTask.SPLIT, SINGLE, single, 1));
    return steps;
  }

  private Step step(String label, String how, String topic, long records, int instances) {
    return new Step(
        label,
        10 + (turns() + 1) * (4 + records / (topic.equals(SINGLE) ? 100e3 : 10e6)),
        recorder -> run(label, how, topic, records, instances, recorder));
  }

  private void run(
      String label, String how, String topic, long records, int instances, Step.Recorder recorder)
      throws Exception {
    fill(topic, records);
    int threads = instances == 1 ? 2 : 1;
    List<?> arguments = List.of(how, broker.address(), topic, records, threads, turns());
    if (instances == 1) {
      instance(label, arguments, recorder);
      return;
    }
    TwoAtOnce.run(
        () -> instance(label + ", first", arguments, recorder),
        () -> instance(label + ", second", arguments, recorder));
  }

  private static void instance(String label, List<?> arguments, Step.Recorder recorder)
      throws IOException, InterruptedException {
    List<Object> all = new ArrayList<>(List.of(label));
    all.addAll(arguments);
    OwnJvm.run(DistributedTask.class, List.of("-Xmx512m"), all, recorder);
  }

  /** Makes a topic with the executions of two producers when it is first asked for. */
  private synchronized void fill(String topic, long records) throws IOException {
    if (broker == null) {
      broker = BrokerJvm.start(scratch().resolve("broker"));
    }
    Path first = scratch().resolve(topic + "-0.slu");
    if (first.toFile().exists()) {
      return;
    }
    broker.createTopic(topic, 2, Map.of());
    Map<String, Object> settings =
        Map.of("bootstrap.servers", broker.address(), "batch.size", 1 << 18, "linger.ms", 20);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int partition = 0; partition < 2; partition++) {
        Path file = scratch().resolve(topic + "-" + partition + ".slu");
        Recording.write(file, records / 2, topic.equals(SINGLE) ? 1 : Recording.CHUNK_RECORDS);
        int to = partition;
        try (RecordStream stream =
            RecordStream.builder("file:" + file)
                .chunkListener(chunk -> producer.send(message(topic, to, chunk)))
                .open()) {
          stream.drainColumns((batch, chunk) -> {});
        }
      }
    }
  }

  private static ProducerRecord<byte[], byte[]> message(String topic, int to, Chunk chunk) {
    return new ProducerRecord<>(topic, to, null, chunk.toByteArray());
  }

  @Override
  protected void close() {
    if (broker != null) {
      broker.close();
    }
  }

  @Override
  protected void print(Results results, PrintStream out) throws IOException {
    super.print(results, out);
    ratios(results).forEach(out::println);
  }

  @Override
  protected void page(Results results, Page page) {
    page.heading("Ratios");
    ratios(results).forEach(page::paragraph);
  }

  @Override
  protected List<Published> published(Results results) {
    return List.of(
        new Published(
            "2013, section 3",
            "distributed against sequential, traces, up to 4 servers, a message a record",
            "significantly slower",
            text(rate(results, DistributedTask.SPLIT) / rate(results, DistributedTask.CORE))));
  }

  private static String text(double ratio) {
    return Double.isNaN(ratio) ? "-" : Report.decimals(ratio, 2) + " times as fast";
  }

  /** The comparisons for which the experiment is made, as far as they were measured. */
  private static List<String> ratios(Results results) {
    List<String> lines = new ArrayList<>();
    double core = rate(results, DistributedTask.CORE);
    double split = rate(results, DistributedTask.SPLIT);
    // The one that began first has the time of both.
    double two = Math.min(rate(results, TWO + ", first"), rate(results, TWO + ", second"));
    line(lines, "split against core", split / core);
    line(lines, "whole against core", rate(results, DistributedTask.WHOLE) / core);
    line(lines, "two instances against one", two / split);
    line(lines, "split against single records", split / rate(results, SINGLE));
    return lines;
  }

  private static void line(List<String> lines, String what, double ratio) {
    if (!Double.isNaN(ratio)) {
      lines.add(what + ": " + text(ratio));
    }
  }

  /** Mean of the turns; NaN if there are none. */
  private static double rate(Results results, String analysis) {
    return results.mean(Cell.of("analysis", analysis), DistributedTask.RATE);
  }
}
