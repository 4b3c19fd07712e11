package dev.sluice.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Uses what commands about a file use, so that a JVM started with {@code -XX:DumpLoadedClassList}
 * lists those classes. The launcher has it archive them: later JVMs find them parsed and verified.
 */
final class SharedClasses {
  private static final String RECORDS =
      """
      {"type":"sluice.operation_execution.1","operationSignature":"void a.B.c()","sessionId":"s",\
      "traceId":1,"tin":1000,"tout":2000,"hostname":"h","eoi":1,"ess":1,"exception":false}
      {"type":"sluice.operation_execution.1","operationSignature":"void a.B.d()","sessionId":"s",\
      "traceId":1,"tin":500,"tout":2500,"hostname":"h","eoi":0,"ess":0,"exception":true}
      """;

  static final String VERIFY = "verify %s";
  private static final String SQL =
      "sql %s select\noperationSignature,count(*),quantile_cont(epoch_ns(tout)-epoch_ns(tin),0.9)\n"
          + "from\noperation_execution\ngroup\nby\nall";

  private SharedClasses() {}

  /** Runs the commands; their output is dropped. */
  public static void main(String[] args) throws IOException {
    Main.silenceLibraries();
    run(args.length == 0 ? VERIFY : SQL);
    Main.main(new String[] {"help"});
  }

  /**
   * Runs the commands, drops their output, and returns those whose exit code is not 0.
   *
   * @param more begins a further command about the records; its words are separated by spaces
   */
  static List<String> run(String more) throws IOException {
    OutputStream nowhere = OutputStream.nullOutputStream();
    Terminal terminal =
        new Terminal(nowhere, new PrintStream(nowhere, false, StandardCharsets.UTF_8), false);
    Path directory = Files.createTempDirectory("sluice-classes");
    Path lines = directory.resolve("records.jsonl");
    Path records = directory.resolve("records.slu");
    try {
      Files.writeString(lines, RECORDS);
      return Stream.of(
              "help",
              "help top",
              "convert " + lines + " --to " + records,
              "top " + records,
              "cat " + records,
              "cat --format jsonl " + records,
              "stats " + records,
              "inspect " + records,
              "trace --slowest 1 " + records,
              "findings " + records,
              more.formatted(records),
              "verify " + lines)
          .filter(command -> Main.run(terminal, command.split(" ")) != 0)
          .toList();
    } finally {
      for (Path made : List.of(lines, records, directory)) {
        Files.deleteIfExists(made);
      }
    }
  }
}
