package dev.sluice.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs the command on what was recorded. */
final class Recording {
  private Recording() {}

  static List<String> sluice(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code = Main.run(new Terminal(out, errors, false), args);
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(code).as("%s of %s", lines, List.of(args)).isZero();
    return lines;
  }

  static JsonNode json(String... args) throws Exception {
    return new ObjectMapper().readTree(String.join("\n", sluice(args)));
  }
}
