package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.api.spi.Collector;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.streams.Audit;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program that is killed, not ended: what it had written is there, the rest is known to be
 * missing.
 */
class KilledProgramTest {
  private static final int ENOUGH = 200_000;

  @Test
  @Timeout(120)
  void every_acknowledged_record_of_a_killed_program_is_read(@TempDir Path directory)
      throws Exception {
    Path records = directory.resolve("records");
    long acknowledged = emitUntilKilled(records);
    AtomicLong read = new AtomicLong();

    Audit audit = RecordStreams.read("file:" + records, (sample, chunk) -> read.incrementAndGet());

    assertThat(read.get()).isGreaterThanOrEqualTo(acknowledged).isGreaterThanOrEqualTo(ENOUGH);
    assertThat(audit.damaged()).as("a chunk that was being written").isLessThanOrEqualTo(1);
    assertThat(audit.producers()).hasSize(1);
    assertThat(audit.producers().get(0).gaps()).isZero();
    assertThat(audit.producers().get(0).duplicates()).isZero();
    assertThat(audit.producers().get(0).ended()).isFalse();
    assertThat(audit.complete()).isFalse();
  }

  /** The result is the last figure that the program could tell. */
  private static long emitUntilKilled(Path records) throws IOException, InterruptedException {
    Process program =
        new ProcessBuilder(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-cp",
                System.getProperty("java.class.path"),
                KilledProgramTest.class.getName(),
                records.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    long acknowledged = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      while (line != null) {
        acknowledged = Long.parseLong(line);
        if (acknowledged >= ENOUGH) {
          program.destroyForcibly();
        }
        line = lines.readLine();
      }
    } catch (IOException e) {
      // The pipe of a killed process may break instead of ending.
      assertThat(acknowledged).isGreaterThanOrEqualTo(ENOUGH);
    } finally {
      program.destroyForcibly();
    }
    assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).as("killed").isNotZero();
    return acknowledged;
  }

  /** The program: emits for ever and tells how much of it was acknowledged. */
  public static void main(String[] args) {
    Collector collector =
        ChunkingCollector.open(
            Endpoint.parse(
                Path.of(args[0]).toUri() + "?policy=block&delay=5ms&rotate.bytes=64KiB"));
    for (int i = 0; ; i += 1000) {
      EndToEndContract.emit(collector.rows(), "killed", i, 1000);
      System.out.println(collector.report().acknowledged());
    }
  }
}
