package dev.sluice.cli.oracle;

import dev.sluice.api.config.Endpoint;
import dev.sluice.cli.Main;
import dev.sluice.cli.SourceHelp;
import dev.sluice.cli.Terminal;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.records.OperationExecutionWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/**
 * The examples in the commands' help, and a directory in which they can be run: each source that
 * they name is a small recording there. For one thread.
 */
public final class HelpExamples {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|([^\\s']+)");
  private static final Pattern PATH = Pattern.compile("([a-z]{4,}:)?([^?]*)(\\?.*)?");
  private static final List<String> RECORDINGS =
      List.of("records", "records.slu", "yesterday", "today", "monday", "tuesday.slu");

  private final Path inputs;
  private final Path outputs;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Makes the recordings, a log of Kieker and sources in an empty directory. */
  public HelpExamples(Path directory) throws IOException {
    inputs = Files.createDirectory(directory.resolve("in"));
    outputs = directory.resolve("out");
    RECORDINGS.forEach(name -> record(inputs.resolve(name)));
    Path log = inputs.resolve("kieker-20261122-1200-UTC");
    execute(List.of("convert", inputs.resolve("records").toString(), "--to", "kieker:" + log));
    Path sources = Files.createDirectories(inputs.resolve("src/main/java/com/acme"));
    Files.writeString(
        sources.resolve("Basket.java"), "package com.acme; class Basket { void add() {} }");
  }

  /** Requests of two calls each, one of which is not whole, in a window of five minutes. */
  private static void record(Path file) {
    ChunkingCollector collector =
        ChunkingCollector.open(
            Endpoint.parse("file:" + file + "?producer=shop&chunk.records=50&policy=block"));
    OperationExecutionWriter writer = OperationExecutionWriter.create(collector.rows());
    Instant start = Instant.parse("2026-11-22T10:01:00Z");
    for (int request = 0; request < 200; request++) {
      long begin = start.plusMillis(10L * request).getEpochSecond() * 1_000_000_000;
      begin += start.plusMillis(10L * request).getNano();
      for (int call = 1; call >= 0; call--) {
        writer.emit(
            collector
                .rows()
                .symbol("public void com.acme." + (call == 0 ? "Order.place()" : "Basket.add()")),
            null,
            request,
            begin + call,
            begin + 1000 + request % 7 - call,
            collector.rows().symbol("host"),
            request == 100 ? 2 * call : call,
            call,
            false);
      }
    }
    collector.close(Duration.ofSeconds(10));
  }

  /**
   * The examples of all commands, or of that one, as they are printed, each in one line.
   *
   * @param command its words, or null
   */
  public static List<String> all(String command) {
    CommandLine of = commands();
    List<String> all = new ArrayList<>();
    if (command == null) {
      add(of.getCommandSpec().usageMessage().footer(), all);
      addBelow(of, all);
      add(SourceHelp.lines().toArray(String[]::new), all);
      return all;
    }
    for (String word : command.split(" ")) {
      of = of.getSubcommands().get(word);
    }
    add(of.getCommandSpec().usageMessage().description(), all);
    return all;
  }

  private static void addBelow(CommandLine group, List<String> all) {
    for (CommandLine command : group.getSubcommands().values()) {
      add(command.getCommandSpec().usageMessage().description(), all);
      addBelow(command, all);
    }
  }

  private static void add(String[] lines, List<String> all) {
    StringBuilder example = null;
    for (String line : lines) {
      if (line.startsWith("  sluice ") || example == null || !line.startsWith("    ")) {
        add(example, all);
        example = line.startsWith("  sluice ") ? new StringBuilder() : null;
      }
      if (example != null) {
        example.append(line.replace("\\", "").replace("%%", "%").strip()).append(' ');
      }
    }
    add(example, all);
  }

  private static void add(StringBuilder example, List<String> all) {
    if (example != null) {
      // What is behind three blanks or a bar tells of the example, < is the shell's.
      all.add(example.toString().replaceFirst("( {3,}| [|<] ).*", "").strip());
    }
  }

  /** What an example asks for; fails if there is no such command or option. */
  public static ParseResult parse(String example) {
    return commands().parseArgs(words(example).toArray(String[]::new));
  }

  private static CommandLine commands() {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true);
    return Main.commands(new Terminal(nowhere, nowhere, false));
  }

  private static List<String> words(String example) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(example);
    while (word.find()) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words.subList(1, words.size());
  }

  /** Runs an example with the recordings as sources; the result is its exit code. */
  public int run(String example) throws IOException {
    Path fresh = Files.createDirectories(outputs.resolve("of" + example.hashCode() + "/build"));
    List<String> words = new ArrayList<>(words(example));
    for (int i = 1; i < words.size(); i++) {
      boolean isOutput = List.of("-o", "--to").contains(words.get(i - 1));
      words.set(i, isOutput ? in(fresh.getParent(), words.get(i)) : source(words.get(i)));
    }
    return execute(words);
  }

  private String source(String word) {
    if (word.startsWith("kafka:")) {
      return inputs.resolve("records").toString();
    }
    Matcher path = PATH.matcher(word);
    boolean known = path.matches() && RECORDINGS.contains(path.group(2));
    return known || word.matches("src.*|kieker-.*") ? in(inputs, word) : word;
  }

  private static String in(Path directory, String word) {
    Matcher path = PATH.matcher(word);
    return path.matches()
        ? text(path.group(1)) + directory.resolve(path.group(2)) + text(path.group(3))
        : word;
  }

  private static String text(String group) {
    return group == null ? "" : group;
  }

  private int execute(List<String> words) {
    err.reset();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    OutputStream nowhere = OutputStream.nullOutputStream();
    return Main.run(new Terminal(nowhere, errors, false), words.toArray(String[]::new));
  }

  /** What the last one wrote to standard error. */
  public String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
