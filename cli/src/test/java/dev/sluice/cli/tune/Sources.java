package dev.sluice.cli.tune;

import dev.sluice.api.config.Options;
import dev.sluice.cli.Progress;
import dev.sluice.cli.Since;
import dev.sluice.cli.Source;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A command's terminal that is read by a test, and the sources that it opens. */
final class Sources {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  Terminal terminal() {
    return terminal(out);
  }

  Terminal terminal(OutputStream target) {
    return new Terminal(target, new PrintStream(err, true, StandardCharsets.UTF_8), false);
  }

  Progress progress() {
    return new Progress(terminal());
  }

  Source file(Path file) {
    return Source.of(file.toString(), new Options(Map.of()), false, new Since(), terminal());
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
