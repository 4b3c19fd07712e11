package dev.sluice.cli.tune;

import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A command's terminal that is read by a test. */
final class Sources {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  Terminal terminal() {
    return terminal(out);
  }

  Terminal terminal(OutputStream target) {
    return new Terminal(target, new PrintStream(err, true, StandardCharsets.UTF_8), false);
  }

  List<String> output() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  void clear() {
    out.reset();
    err.reset();
  }
}
