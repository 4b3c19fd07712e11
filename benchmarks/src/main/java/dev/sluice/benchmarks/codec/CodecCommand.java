package dev.sluice.benchmarks.codec;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.benchmarks.Choice;
import dev.sluice.benchmarks.JsonFile;
import dev.sluice.benchmarks.JsonRows;
import dev.sluice.cli.CliException;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures serializers and their deserializers. */
@Command(
    name = "codec",
    description = "Measure serializers: bytes a record, records a second, allocation.",
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
      "alloc.       bytes allocated a record; allocatedBytesPerRecord in JSON is",
      "             that of encoding"
    })
public final class CodecCommand implements Callable<Integer> {
  private final Terminal terminal;
  private final Effort full;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The folder with recorded logs; without it only the generated set is run.")
  private Path data;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the results as JSON.")
  private Path json;

  @Option(
      names = "--sets",
      split = ",",
      paramLabel = "SET",
      description = "Only these sets, e.g. MOO-F,REAL-OER.")
  private List<String> sets = List.of();

  @Option(
      names = "--serializers",
      split = ",",
      paramLabel = "NAME",
      description = "Only these, e.g. kieker,binary,binary+lz4.")
  private List<String> serializers = List.of();

  @Option(
      names = "--chunks",
      split = ",",
      paramLabel = "N",
      description = "Records of a chunk (default: 1,16,128,1024,8192,65536).")
  private List<Integer> chunks = List.of(1, 16, 128, 1024, 8192, 65_536);

  @Option(
      names = "--quick",
      description = "Short rounds, for a first look: exact bytes, rough speeds.")
  private boolean quick;

  /** Writes its progress and its tables to that terminal. */
  public CodecCommand(Terminal terminal) {
    this(terminal, Effort.FULL);
  }

  CodecCommand(Terminal terminal, Effort full) {
    this.terminal = terminal;
    this.full = full;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<RecordSet> chosenSets = chosenSets();
    List<Subject> subjects = chosenSubjects();
    checkChunks();
    JsonFile file = json == null ? null : JsonFile.check(json);
    chosenSets.forEach(set -> set.load(data));
    PrintStream out = terminal.printer();
    Effort effort = quick ? Effort.QUICK : full;
    CodecReport.head(effort, data, out);
    Progress progress = new Progress(terminal);
    Path folder = data == null ? Path.of("") : data;
    CodecRun run = new CodecRun(subjects, chunks, chosenSets.size(), effort, folder, progress);
    List<CodecResult> results = new ArrayList<>();
    for (RecordSet set : chosenSets) {
      progress.step("Measuring " + set + " …");
      List<CodecResult> some = run.run(set);
      progress.clear();
      CodecReport.print(some, out);
      results.addAll(some);
    }
    if (file != null) {
      file.write(target -> JsonRows.write(results, CodecReport::write, target));
    }
    return ExitCode.OK;
  }

  private List<RecordSet> chosenSets() {
    List<RecordSet> all = List.of(RecordSet.values());
    List<RecordSet> chosen = Choice.of("set", sets, all);
    if (data != null) {
      return chosen;
    }
    List<RecordSet> made = chosen.stream().filter(set -> !set.needsData()).toList();
    if (made.isEmpty()) {
      throw new CliException(chosen.get(0) + " is read from files: give their folder with --data");
    }
    return made;
  }

  private List<Subject> chosenSubjects() {
    return Choice.of("serializer", serializers, Subject.all());
  }

  private void checkChunks() {
    for (int size : chunks) {
      if (size < 1 || size > ChunkLayout.MAX_RECORDS) {
        throw new CliException(
            "--chunks takes 1 to " + ChunkLayout.MAX_RECORDS + " records, was " + size);
      }
    }
  }
}
