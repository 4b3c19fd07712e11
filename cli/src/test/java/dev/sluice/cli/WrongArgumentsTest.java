package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  private static String any(List<String> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }
}
