package dev.sluice.contexts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.agent.it.Program;
import dev.sluice.streams.RecordStream;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Strangers choose many long texts where they can: the heap is what it was before, and every record
 * arrives. {@code -Dsluice.hostile=1000000} for more.
 */
@Tag("full")
class StormIT {
  private static final int FEW = 4_000;
  private static final int TEXTS = Integer.getInteger("sluice.hostile", FEW);
  private static final int BEFORE = 4_500;

  /** Of a heap that is small: what it holds besides the texts differs by that much at most. */
  private static final double MOST = 1.05;

  @TempDir Path directory;

  private Program program() {
    return Program.on(Path.of(System.getProperty("java.home")), directory)
        .arguments("-Xmx64m", "-XX:+ExitOnOutOfMemoryError", "-XX:+UseSerialGC")
        .arguments("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
  }

  private Map<String, Integer> run(Program program, String classes, String entry, String sink)
      throws Exception {
    Program.Result result =
        program
            .limit(Duration.ofHours(2))
            .arguments("-cp", classes, "com.acme.storm.Storm", entry, "" + TEXTS, sink)
            .run();
    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    String[] heap = result.out().strip().split(" ");
    double grown = Double.parseDouble(heap[1]) / Double.parseDouble(heap[0]);
    System.out.printf(
        "%s: %,d texts, heap %s -> %s bytes, %.3f%n", entry, TEXTS, heap[0], heap[1], grown);
    assertThat(grown).isLessThan(MOST);

    Map<String, Integer> read = new TreeMap<>();
    try (RecordStream stream = RecordStream.builder("file:" + program.records()).open()) {
      stream.drain((record, chunk) -> read.merge(record.type().name(), 1, Integer::sum));
      assertThat(stream.audit().complete()).as(stream.audit().toString()).isTrue();
    }
    return read;
  }

  /** One of each table of texts, and the others where many texts are asked for. */
  private static Stream<String> entries(String few, String others) {
    return Stream.of((TEXTS == FEW ? few : few + " " + others).split(" "));
  }

  static Stream<String> ofBridges() {
    return entries(
        "brave.name kieker.session",
        "brave.key brave.value otel.name otel.key otel.scope micrometer.name micrometer.tag"
            + " micrometer.method log.logger log.thread log.pattern log.marker kieker.signature"
            + " kieker.host");
  }

  static Stream<String> underTheAgent() {
    return entries("http.route", "http.method http.header sql kafka.topic kafka.header");
  }

  @ParameterizedTest
  @MethodSource("ofBridges")
  void of_a_bridge(String entry) throws Exception {
    Program program = program();
    String sink =
        "file:" + program.records() + "?policy=block&compression=zstd&delay=100ms&jmx=true";
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Map<String, Integer> read = run(program, classes, entry, sink);
    assertThat(read.values()).contains(BEFORE + TEXTS + (entry.startsWith("kieker") ? 0 : 1));
    if (entry.startsWith("kieker")) {
      assertThat(read).containsEntry("kieker.misc.timestamp_record", 1);
    }
  }

  @ParameterizedTest
  @MethodSource("underTheAgent")
  void of_a_library_under_the_agent(String entry) throws Exception {
    Path own = Path.of(StormIT.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String libraries = System.getProperty("sluice.libraries") + "/*";
    Program program = program();
    program.agent(
        "sink=file:"
            + program.records()
            + "?policy=block;report="
            + program.report()
            + ";include=**.AgentEntries#control;preset=http,jdbc,kafka;context=true;jmx=true");
    Map<String, Integer> read = run(program, own + File.pathSeparator + libraries, entry, "agent");
    assertThat(read).containsEntry("sluice.operation_execution", BEFORE + TEXTS + 1);
    assertThat(program.report())
        .content()
        .contains("balanced=true", "failed.classes=0", "dropped=0\n");
    assertThat(Files.readString(directory.resolve("err"))).doesNotContain("Exception");
  }
}
