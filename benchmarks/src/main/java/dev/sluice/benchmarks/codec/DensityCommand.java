package dev.sluice.benchmarks.codec;

import com.github.luben.zstd.Zstd;
import dev.sluice.benchmarks.Choice;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Cell;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Metric;
import dev.sluice.benchmarks.frame.Report;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Section;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.pages.Axis;
import dev.sluice.pages.Chart;
import dev.sluice.pages.Page;
import dev.sluice.testkit.TestBatch;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Bytes a record of chunks that can be read without any other, on the axes of OTel Arrow. */
@Command(
    name = "density",
    footer = {
      "",
      "Each chunk, request or container can be read without any other. All that is",
      "sent counts: headers, accounting, strings. otlp: operation executions as",
      "spans, in the mapping that takes the least room; +zstd: at level 3, each",
      "chunk by itself."
    })
public final class DensityCommand extends Experiment {
  private static final Metric BYTES = new Metric("bytes a record", "B", 2);
  private static final List<Integer> SIZES = List.of(1, 10, 100, 1000, 5000);
  private static final int LEVEL = 3;
  private static final double SECONDS = 8;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The folder with recorded logs; without it only the generated set is taken.")
  private Path data;

  @Option(names = "--set", split = ",", paramLabel = "SET", description = "Only these sets.")
  private List<String> sets = List.of();

  @Override
  public About about() {
    return new About(
        "Bytes a record by chunk size, beside OTLP and Kieker.",
        "the axes of OpenTelemetry's Arrow project");
  }

  @Override
  protected List<Step> steps() {
    List<Step> steps = new ArrayList<>();
    List<RecordSet> all = List.of(RecordSet.values());
    for (RecordSet set : RecordSet.having(data, Choice.of("set", sets, all))) {
      TestBatch records = set.load(data);
      for (int size : isQuick() ? SIZES.subList(1, 4) : SIZES) {
        steps.add(
            new Step(
                set + ", chunks of " + size,
                size == 1 ? SECONDS : 1,
                recorder -> measure(set, records, size, recorder)));
      }
    }
    return steps;
  }

  private static void measure(RecordSet set, TestBatch records, int size, Step.Recorder recorder) {
    for (Subject subject :
        List.of(
            new Subject("binary", "none"),
            new Subject("binary", "zstd"),
            new Subject("protobuf", "none"))) {
      Codec.Density density = subject.codec().stage(records, size);
      record(set, subject.toString(), size, density.bytes() + density.accountingBytes(), recorder);
    }
    KiekerCodec kieker = new KiekerCodec();
    kieker.stage(records, size);
    peer(set, KiekerCodec.NAME, size, kieker.bytes(), recorder);
    if (OtlpSpans.canHold(records)) {
      peer(set, "otlp", size, OtlpSpans.requests(records, size), recorder);
    }
  }

  private static void peer(
      RecordSet set, String name, int size, List<byte[]> chunks, Step.Recorder recorder) {
    record(set, name, size, chunks.stream().mapToLong(c -> c.length).sum(), recorder);
    long compressed = chunks.stream().mapToLong(c -> Zstd.compress(c, LEVEL).length).sum();
    record(set, name + "+zstd", size, compressed, recorder);
  }

  private static void record(
      RecordSet set, String name, int size, long bytes, Step.Recorder recorder) {
    Cell cell = Cell.of("set", set, "format", name, "chunk", size);
    recorder.values(cell, BYTES, (double) bytes / set.records());
  }

  @Override
  protected void print(Results results, PrintStream out) {
    density(results).printUntitled(out);
  }

  private static Section density(Results results) {
    List<String> sizes =
        results.cells().stream().map(cell -> cell.get("chunk")).distinct().toList();
    List<String> headers = new ArrayList<>(List.of("set", "format"));
    sizes.forEach(size -> headers.add(">B/record at " + size));
    List<List<String>> rows =
        results.cells().stream()
            .map(cell -> List.of(cell.get("set"), cell.get("format")))
            .distinct()
            .map(name -> row(name, sizes, results))
            .toList();
    return new Section("Density", headers, rows);
  }

  private static List<String> row(List<String> name, List<String> sizes, Results results) {
    List<String> row = new ArrayList<>(name);
    for (String size : sizes) {
      Cell cell = Cell.of("set", name.get(0), "format", name.get(1), "chunk", size);
      row.add(Report.mean(results, cell, BYTES));
    }
    return row;
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    return List.of(Comparison.of(results, BYTES, "format", KiekerCodec.NAME));
  }

  @Override
  protected void page(Results results, Page page) {
    density(results).add(page);
    results.cells().stream()
        .map(cell -> cell.get("set"))
        .distinct()
        .forEach(set -> page.chart(chart(set, results)));
  }

  private static Chart chart(String set, Results results) {
    return Report.lines(
        Chart.of(set, Axis.log("records a chunk"), Axis.log("bytes a record")),
        results,
        cell -> cell.get("set").equals(set),
        BYTES,
        cell -> cell.get("format"),
        "chunk");
  }
}
