package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Whatever is typed, the answer is one line. */
class WrongArgumentsTest {
  private static final List<String> COMMANDS =
      List.of("cat", "stats", "inspect", "verify", "help", "trace", "top", "compare", "watch");
  private static final List<String> OPTIONS =
      List.of(
          "-n",
          "-c",
          "-t",
          "-f",
          "--from",
          "--config",
          "--plugins",
          "--chunk-text",
          "--json",
          "--bare",
          "--limit",
          "--format",
          "--long-as-string",
          "--debugg",
          "--slowest",
          "--id",
          "--containing",
          "--calls",
          "--sort",
          "--timeout",
          "--every",
          "-",
          "--",
          "-x",
          "@");
  private static final List<String> VALUES =
      List.of(
          "",
          " ",
          "0",
          "-1",
          "9223372036854775808",
          "jsonl",
          "text",
          "csv",
          "none",
          "\0",
          "%00",
          "a=b",
          "=",
          "?",
          "x?y",
          "file:",
          "file:?follow=",
          "file://host/x",
          "kafka:",
          "kafka://",
          "kafka://h:1/?a=b",
          "kafka://h:99999/t",
          "kafka://h:1/..",
          "tcp:",
          "tcp://x",
          "tcp://:-1",
          "tcp://:70000",
          "tcp://[::1",
          "tcp://127.0.0.1:0?memory=0",
          "http://x/",
          "*",
          "{",
          "[a",
          "**/x",
          "1e3",
          "-15m",
          "64MiB",
          "2026-11-22",
          "@/none",
          "${x}",
          "|",
          "/",
          "~",
          "ä\ud800");

  @TempDir private Path directory;

  @Test
  void wrong_arguments_never_end_in_a_stack_trace_or_an_unexpected_failure() throws IOException {
    Random random = new Random(11);
    String file = Recorded.file(directory, 3).toString();
    String empty = Files.createDirectory(directory.resolve("empty")).toString();
    List<String> values = new ArrayList<>(VALUES);
    values.addAll(List.of(file, empty, file + "?max.producers=x", "file:" + file + "?until=end"));
    for (int round = 0; round < 400; round++) {
      List<String> args = new ArrayList<>();
      args.add(any(COMMANDS, random));
      for (int i = random.nextInt(4); i >= 0; i--) {
        args.add(any(random.nextBoolean() ? OPTIONS : values, random));
      }
      if (args.get(0).equals("watch")) {
        args.addAll(1, List.of("--exit-at-end", "--port", "0"));
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);

      int code = Main.run(new Terminal(out, errors, false), args.toArray(String[]::new));

      List<String> lines = err.toString(StandardCharsets.UTF_8).lines().toList();
      assertThat(code).as("%s", args).isBetween(0, 2);
      assertThat(lines)
          .as("%s", args)
          .allMatch(line -> line.startsWith("sluice: "))
          .noneMatch(line -> line.contains("unexpectedly"))
          .noneMatch(line -> line.contains("null"));
      if (code == ExitCode.USAGE) {
        assertThat(lines).as("%s", args).hasSizeBetween(1, 1);
      }
    }
  }

  /** What each command needs beside the option; {@code NEW} is a path where nothing is. */
  private static final Map<String, List<String>> NEEDED =
      Map.ofEntries(
          Map.entry("cat", List.of("FILE")),
          Map.entry("stats", List.of("FILE")),
          Map.entry("inspect", List.of("FILE")),
          Map.entry("verify", List.of("FILE", "--json=NEW")),
          Map.entry("trace", List.of("FILE", "--json=NEW")),
          Map.entry("top", List.of("FILE", "--json=NEW")),
          Map.entry("analyze", List.of("FILE", "-o", "NEW")),
          Map.entry("compare", List.of("FILE", "FILE", "-o", "NEW", "--json=NEW.json")),
          Map.entry("findings", List.of("FILE", "--json=NEW", "--sarif=NEW.sarif")),
          Map.entry("merge", List.of("FILE", "--to", "NEW")),
          Map.entry("compact", List.of("FILE", "--to", "NEW")),
          Map.entry("cut", List.of("FILE", "--to", "NEW", "--type", "test.note")),
          Map.entry("convert", List.of("FILE", "--to", "NEW")),
          Map.entry("export", List.of("FILE", "--to", "jsonl:NEW")),
          Map.entry("watch", List.of("FILE", "--exit-at-end", "--port", "0")));

  private static final List<String> EXTREMES =
      List.of("", "0", "-1", "65", "9223372036854775807", "1e3", "9999d");

  @Test
  void every_option_says_of_a_wrong_value_which_one_it_is() throws IOException {
    String file = Recorded.file(directory, 3).toString();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true);
    CommandLine sluice = Main.commands(new Terminal(new ByteArrayOutputStream(), nowhere, false));
    List<String> before = workingDirectory();
    List<String> unclear = new ArrayList<>();
    int tried = 0;
    for (Map.Entry<String, List<String>> needed : NEEDED.entrySet()) {
      CommandSpec command = sluice.getSubcommands().get(needed.getKey()).getCommandSpec();
      for (OptionSpec option : command.options()) {
        for (String value : option.arity().max() > 0 ? EXTREMES : List.<String>of()) {
          List<String> args = new ArrayList<>(List.of(needed.getKey()));
          String place = directory.resolve("new-" + tried++).toString();
          needed.getValue().stream()
              .map(word -> word.replace("FILE", file).replace("NEW", place))
              .forEach(args::add);
          args.add(option.longestName() + "=" + value);
          String line = line(args);
          if (!isClear(line, option, value)) {
            unclear.add(args + ": " + line);
          }
        }
      }
    }
    assertThat(unclear).as("of %s", tried).isEmpty();
    assertThat(tried).isGreaterThan(500);
    assertThat(workingDirectory()).as("a value was taken for a file").isEqualTo(before);
  }

  private static List<String> workingDirectory() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(""))) {
      return files.map(Path::toString).sorted().toList();
    }
  }

  /** What standard error says of a wrong use; null if it was none. */
  private static String line(List<String> args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(new ByteArrayOutputStream(), errors, false);
    int code = Main.run(terminal, args.toArray(String[]::new));
    return code == ExitCode.USAGE ? err.toString(StandardCharsets.UTF_8).strip() : null;
  }

  /** Whether it names the option or the value, or says that the source contains no such record. */
  private static boolean isClear(String line, OptionSpec option, String value) {
    return line == null
        || line.lines().count() == 1
            && !line.contains("unexpectedly")
            && (Stream.of(option.names()).anyMatch(n -> line.contains(n.replaceFirst("^-+", "")))
                || line.contains("'" + value + "'")
                || line.contains("listen on " + value)
                || line.contains(" contains no"));
  }

  private static String any(List<String> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }
}
