package com.example.jsonlines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.spi.CollectorReport;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.records.OperationDurationWriter;
import dev.sluice.streams.Audit;
import dev.sluice.streams.RecordStream;
import dev.sluice.testkit.Snippets;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page about serializers made by others shows this module and says what is true of it. */
class DocumentationTest {
  private static final Path PAGE = Path.of("../../docs/third-party-serializer.md");
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path TESTS = Path.of("src/test/java/com/example/jsonlines");

  @Test
  void the_page_shows_the_code_that_is_tested_here() throws Exception {
    Map<String, String> shown = Snippets.shownIn(PAGE);
    assertThat(shown).containsOnlyKeys("encoder", "contract");
    assertThat(SOURCES.resolve("com/example/jsonlines/JsonLines.java"))
        .content()
        .contains(member(shown.get("encoder")));
    assertThat(TESTS.resolve("JsonLinesContractTest.java"))
        .content()
        .endsWith(shown.get("contract"));
  }

  /** A block of the page as it is indented in its class. */
  private static String member(String block) {
    return block.indent(2).replaceAll("(?m)^ +$", "");
  }

  @Test
  void fewer_than_150_lines_are_enough() throws Exception {
    int lines = 0;
    try (Stream<Path> files = Files.walk(Path.of("src/main"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        lines += Files.readAllLines(file).size();
      }
    }
    assertThat(lines).isBetween(50, 149);
  }

  @Test
  void records_go_through_a_file_as_json_lines(@TempDir Path directory) throws Exception {
    long start = System.nanoTime();
    Path file = write(directory, start);

    List<Object> read = new ArrayList<>();
    try (RecordStream stream = RecordStream.builder("file:" + file).open()) {
      stream.drain((cursor, chunk) -> read.add(cursor.text(1)));
      assertThat(stream.audit()).returns(true, Audit::complete);
    }

    assertThat(read).containsExactly("void Größe.of(int)");
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .contains("\n[0," + start + ",\"void Gr\\u00F6\\u00DFe.of(int)\",42,false]");
  }

  private static Path write(Path directory, long start) {
    Path file = directory.resolve("records.slu");
    Monitor monitor = Monitor.to("file:" + file + "?serializer=json-lines&metadata=false");
    OperationDurationWriter durations = OperationDurationWriter.create(monitor.sink());
    durations.emit(start, monitor.sink().symbol("void Größe.of(int)"), 42, false);
    CollectorReport report = monitor.close(Duration.ofSeconds(10));
    assertThat(report.acknowledged()).isEqualTo(1);
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"cat", "inspect", "stats", "verify"})
  void the_command_reads_them_with_the_jar(String command, @TempDir Path directory)
      throws Exception {
    String file = write(directory, System.nanoTime()).toString();
    Path jar = jar(directory.resolve("json-lines.jar"), Path.of("target/classes"));
    Path other = jar(directory.resolve("other.jar"), TESTS);

    String without = sluice(1, command, "--plugins", other.toString(), file);
    String with = sluice(0, command, "--plugins", other + "|" + jar, file);

    assertThat(without).contains(command.equals("inspect") ? "serializer id '200'" : "id 200");
    if (!command.equals("inspect")) {
      assertThat(without).contains("--plugins JAR adds");
    }
    assertThat(with).doesNotContain("200'", "id 200");
    assertThat(sluice(2, command, "--plugins", "/none.jar", file))
        .contains("sluice: cannot read the plug-in '/none.jar'");
  }

  /** What the command prints, without this module on its class path. */
  private static String sluice(int exitCode, String... args) {
    String classPath = System.getProperty("java.class.path");
    String own = Path.of("target/classes").toAbsolutePath().toString();
    assertThat(classPath).contains(own + File.pathSeparator);
    System.setProperty("java.class.path", classPath.replace(own + File.pathSeparator, ""));
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      PrintStream err = new PrintStream(out, true, StandardCharsets.UTF_8);
      int code = Main.run(new Terminal(out, err, false), args);
      String printed = out.toString(StandardCharsets.UTF_8);
      assertThat(code).as(printed).isEqualTo(exitCode);
      return printed;
    } finally {
      System.setProperty("java.class.path", classPath);
    }
  }

  private static Path jar(Path jar, Path directory) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(directory.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
      }
    }
    return jar;
  }
}
