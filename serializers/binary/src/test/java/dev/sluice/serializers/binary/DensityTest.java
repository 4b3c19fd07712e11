package dev.sluice.serializers.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.testkit.KiekerLogs;
import dev.sluice.testkit.TestBatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Bytes a record on real logs, everything counted but the accounting block. Needs {@code
 * -Dsluice.data=FOLDER} with the logs.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DensityTest {
  private static final int[] SIZES = {1, 16, 128, 1024, 8192, 65_536};

  private Path data() {
    String folder = System.getProperty("sluice.data", "");
    boolean there = !folder.isEmpty() && Files.isDirectory(Path.of(folder));
    if (!there) {
      System.out.println("density not measured: no logs in -Dsluice.data=" + folder);
    }
    assumeTrue(there, "no logs in -Dsluice.data=" + folder);
    return Path.of(folder);
  }

  @Test
  void minimal_probe() throws Exception {
    assertThat(atOneKi("MOO-F", KiekerLogs.mooF(data()))).isLessThanOrEqualTo(2.7);
  }

  @Test
  void kieker_probe() throws Exception {
    assertThat(atOneKi("MOO-K", KiekerLogs.mooK(data()))).isLessThanOrEqualTo(3.3);
  }

  @Test
  void operation_executions() throws Exception {
    assertThat(atOneKi("REAL-OER", KiekerLogs.realOer(data()))).isLessThanOrEqualTo(9.3);
  }

  @Test
  void mixed_types() throws Exception {
    assertThat(atOneKi("REAL-MIX", KiekerLogs.realMix(data()))).isLessThanOrEqualTo(7.9);
  }

  private static double atOneKi(String name, TestBatch rows) throws Exception {
    double result = 0;
    StringBuilder line = new StringBuilder(String.format("%-9s %6d records:", name, rows.size()));
    for (int size : SIZES) {
      double density = density(rows, size);
      result = size == 1024 ? density : result;
      line.append(String.format(Locale.ROOT, "  %d: %.2f", size, density));
    }
    System.out.println(line);
    return result;
  }

  private static double density(TestBatch rows, int size) throws Exception {
    ChunkEncoder encoder = TestChunks.encoder();
    long bytes = 0;
    for (int from = 0; from < rows.size(); from += size) {
      int to = Math.min(rows.size(), from + size);
      Chunk chunk = TestChunks.chunk(encoder, rows.build(from, to));
      bytes += chunk.length() - accountingBytes(chunk.header());
      if (from % 1024 == 0) {
        assertThat(TestChunks.records(chunk)).hasSize(to - from);
      }
    }
    return (double) bytes / rows.size();
  }

  private static int accountingBytes(ChunkHeader header) {
    return header.length() - ChunkLayout.FIXED_BYTES - 1;
  }
}
