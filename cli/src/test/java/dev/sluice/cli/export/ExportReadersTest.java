package dev.sluice.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the tools' own readers find in exports. {@code -Dsluice.readers=PYTHON} names a Python with
 * the packages {@code perfetto} and {@code opentelemetry-proto}; {@code go} is on the path.
 */
class ExportReadersTest {
  private static final String PYTHON = System.getProperty("sluice.readers");
  private static final int CALLS = 2 * ExportCommandTest.TRACES - 1;

  @TempDir private Path directory;

  /** Exports to a file that is returned, if readers are asked for. */
  private Path export(String form) throws IOException {
    String reason = "needs -Dsluice.readers=PYTHON, see docs/development.md";
    if (PYTHON == null) {
      System.out.println("ExportReadersTest is skipped: " + reason);
    }
    assumeTrue(PYTHON != null, reason);
    Path source = ExportCommandTest.source(directory);
    Path file = directory.resolve("exported");
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(OutputStream.nullOutputStream(), errors, false);
    assertThat(Main.run(terminal, "export", source.toString(), "--to", form + ":" + file))
        .as(err.toString(StandardCharsets.UTF_8))
        .isZero();
    return file;
  }

  /** What a program prints. */
  private static String output(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.strip();
  }

  private String python(String what, Path file) throws Exception {
    Path script = directory.resolve("read_exports.py");
    try (InputStream in = ExportReadersTest.class.getResourceAsStream("read_exports.py")) {
      Files.copy(in, script);
    }
    return output(PYTHON, script.toString(), what, file.toString());
  }

  @Test
  void perfettos_schema_finds_each_call() throws Exception {
    assertThat(python("perfetto", export("perfetto")))
        .isEqualTo("begins " + CALLS + " ends " + CALLS);
  }

  @Test
  void opentelemetrys_schema_finds_each_call_and_the_incomplete_trace() throws Exception {
    assertThat(python("otlp", export("otlp"))).isEqualTo("spans " + CALLS + " incomplete 1");
  }

  @Test
  void pprof_finds_each_call() throws Exception {
    String top =
        output("go", "tool", "pprof", "-top", "-sample_index=calls", export("pprof").toString());
    assertThat(top).contains("Total samples = " + CALLS);
  }
}
