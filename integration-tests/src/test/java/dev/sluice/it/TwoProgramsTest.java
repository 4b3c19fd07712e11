package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.streams.Audit;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that write to one sink at full rate, without knowing of each other. */
@Tag("one-jdk")
class TwoProgramsTest {
  private static final long RUN_NANOS = TimeUnit.SECONDS.toNanos(1);

  @ParameterizedTest(name = "{0} programs to {1}")
  @CsvSource({"2, all.slu", "4, all.slu", "2, records"})
  @Timeout(120)
  void what_is_acknowledged_is_what_arrives(int count, String name, @TempDir Path directory)
      throws Exception {
    Path sink = directory.resolve(name);
    List<Process> programs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      programs.add(start(sink));
    }
    long acknowledged = 0;
    for (Process program : programs) {
      String line = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(line).startsWith("balanced true ");
      acknowledged += Long.parseLong(line.strip().substring("balanced true ".length()));
    }
    AtomicLong read = new AtomicLong();
    Audit audit = RecordStreams.read("file:" + sink, (sample, chunk) -> read.incrementAndGet());

    assertThat(read.get()).isEqualTo(acknowledged).isPositive();
    assertThat(audit.damaged()).isZero();
    assertThat(audit.producers()).allSatisfy(p -> assertThat(p.duplicates()).isZero());
  }

  private static Process start(Path sink) throws IOException {
    return new ProcessBuilder(
            System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
            "-cp",
            System.getProperty("java.class.path"),
            TwoProgramsTest.class.getName(),
            sink.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** The program: emits for a second and tells how much of it was acknowledged. */
  public static void main(String[] args) {
    Collector collector =
        ChunkingCollector.open(Endpoint.parse(Path.of(args[0]).toUri() + "?delay=5ms"));
    long end = System.nanoTime() + RUN_NANOS;
    for (int i = 0; System.nanoTime() < end; i += 1000) {
      EndToEndContract.emit(collector.rows(), "one of many", i, 1000);
    }
    CollectorReport report = collector.close(Duration.ofSeconds(2));
    System.out.println("balanced " + report.balanced() + " " + report.acknowledged());
  }
}
