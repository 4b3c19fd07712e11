package dev.sluice.cli.convert;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs commands in this JVM. */
final class CommandRun {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Runs one; the result is its exit code. */
  int run(Object... args) {
    out.reset();
    err.reset();
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.run(new Terminal(out, errors, false), words);
  }

  /** The lines that the last one printed. */
  List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
