package dev.sluice.benchmarks.codec;

import dev.sluice.benchmarks.Choice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** One codec alone in this JVM. */
@Command(
    name = "worker",
    description = {
      "Run one codec alone, for a profiler; takes orders from standard input.",
      "",
      "  sluice bench worker MOO-F logs binary < orders"
    },
    footer = {
      "",
      "Orders, a line each: stage RECORDS cuts the set into chunks; encode, decode, columns",
      "and fields (two of them, to columns) MILLIS go over them for so long. Answers: records,",
      "nanoseconds, bytes allocated, milliseconds of compilation."
    })
public final class WorkerCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "SET", description = "As 'bench codec' names it.")
  private String set;

  @Parameters(index = "1", paramLabel = "DIR", description = "The folder with recorded logs.")
  private Path data;

  @Parameters(
      index = "2",
      paramLabel = "SERIALIZER",
      description = "As 'bench codec' names it, e.g. binary+lz4.")
  private String serializer;

  @Override
  public Integer call() throws IOException {
    RecordSet chosen = Choice.of("set", List.of(set), List.of(RecordSet.values())).get(0);
    Subject subject = Choice.of("serializer", List.of(serializer), Subject.all()).get(0);
    CodecWorker.work(chosen, data, subject);
    return 0;
  }
}
