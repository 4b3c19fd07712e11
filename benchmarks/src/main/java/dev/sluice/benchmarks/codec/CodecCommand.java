package dev.sluice.benchmarks.codec;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.benchmarks.Choice;
import dev.sluice.benchmarks.frame.About;
import dev.sluice.benchmarks.frame.Comparison;
import dev.sluice.benchmarks.frame.Experiment;
import dev.sluice.benchmarks.frame.Results;
import dev.sluice.benchmarks.frame.Step;
import dev.sluice.pages.Page;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.JsonObject;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures serializers and their deserializers. */
@Command(
    name = "codec",
    footer = {
      "",
      "Sets: MOO-F, MOO-K, REAL-OER and REAL-MIX from --data, GENERATED from code.",
      "Always the whole set, cut into consecutive chunks.",
      "",
      "B/record     everything in the chunks but the accounting block",
      "no static    the same with the static strings switched off",
      "acc./chunk   bytes of the accounting block",
      "encode       from rows as a ring yields them (kieker: from its record",
      "             objects) to a sealed chunk, header and CRC32C included",
      "decode       from the bytes of a chunk, CRC32C checked, to every field of",
      "             every record visited",
      "columns      the same to columns of all fields, the last value of each visited",
      "two fields   the same to tin and tout alone, and the record time",
      "alloc.       bytes allocated a record; allocatedBytesPerRecord in JSON is",
      "             that of encoding"
    })
public final class CodecCommand extends Experiment {
  private static final int COMPARED = 1024;

  private final Effort full;
  private CodecRun run;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The folder with recorded logs; without it only the generated set is run.")
  private Path data;

  @Option(
      names = "--set",
      split = ",",
      paramLabel = "SET",
      description = "Only these sets, e.g. MOO-F,REAL-OER.")
  private List<String> sets = List.of();

  @Option(
      names = "--serializer",
      split = ",",
      paramLabel = "NAME",
      description = "Only these, e.g. kieker,binary,binary+lz4.")
  private List<String> serializers = List.of();

  @Option(
      names = "--chunk-records",
      split = ",",
      paramLabel = "N",
      description = "Records of a chunk (default: 1,16,128,1024,8192,65536).")
  private List<Integer> chunks = List.of(1, 16, 128, 1024, 8192, 65_536);

  /** Measures as long as the published figures were. */
  public CodecCommand() {
    this(Effort.FULL);
  }

  CodecCommand(Effort full) {
    this.full = full;
  }

  @Override
  public About about() {
    return new About(
        "Serializers: bytes a record, records a second, allocation.",
        "-",
        "--quick --serializer kieker,binary");
  }

  @Override
  protected List<Step> steps() {
    List<RecordSet> chosenSets =
        RecordSet.having(data, Choice.of("set", sets, List.of(RecordSet.values())));
    List<Subject> subjects = Choice.of("serializer", serializers, Subject.all());
    checkChunks();
    chosenSets.forEach(set -> set.load(data));
    run = new CodecRun(subjects, chunks, effort(), data == null ? Path.of("") : data);
    return run.steps(chosenSets);
  }

  private Effort effort() {
    return isQuick() ? Effort.QUICK : full;
  }

  @Override
  protected void close() {
    run.close();
  }

  @Override
  protected List<String> notes() {
    return CodecReport.notes(effort(), data);
  }

  @Override
  protected void print(Results results, PrintStream out) {
    CodecResult.of(results).stream()
        .collect(Collectors.groupingBy(CodecResult::set, TreeMap::new, Collectors.toList()))
        .values()
        .forEach(some -> CodecReport.print(some, out));
  }

  @Override
  protected List<JsonObject> json(Results results) {
    return CodecResult.of(results).stream().map(CodecReport::json).toList();
  }

  @Override
  protected List<Comparison> comparisons(Results results) {
    // Of chunks about as large as a collector makes them.
    String size =
        results.cells().stream()
            .map(cell -> cell.get("chunk"))
            .min(Comparator.comparingInt(chunk -> Math.abs(Integer.parseInt(chunk) - COMPARED)))
            .orElseThrow();
    return Stream.of(CodecResult.ENCODE, CodecResult.DECODE, CodecResult.BYTES)
        .map(
            metric ->
                Comparison.of(
                    results,
                    metric,
                    cell -> cell.get("chunk").equals(size),
                    cell -> cell.with("serializer", KiekerCodec.NAME)))
        .toList();
  }

  @Override
  protected void page(Results results, Page page) {
    page.heading("By chunk size");
    CodecReport.page(CodecResult.of(results), page);
  }

  private void checkChunks() {
    for (int size : chunks) {
      if (size < 1 || size > ChunkLayout.MAX_RECORDS) {
        throw new ToolException(
            "--chunk-records takes 1 to " + ChunkLayout.MAX_RECORDS + " records, was " + size);
      }
    }
  }
}
