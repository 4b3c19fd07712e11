package dev.sluice.serializers.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.testkit.KiekerLogs;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Bytes a record on real logs, everything counted but the accounting block. Needs {@code
 * -Dsluice.data=FOLDER} with the logs.
 */
class DensityTest {
  private static final int[] SIZES = {1, 16, 128, 1024, 8192, 65_536};

  private final SerializerPair pair = SerializerPair.named(ProtobufFormat.NAME);

  @Test
  void six_bytes_a_record_are_enough_for_calls() throws Exception {
    String folder = System.getProperty("sluice.data", "");
    boolean there = !folder.isEmpty() && Files.isDirectory(Path.of(folder));
    if (!there) {
      System.out.println("density not measured: no logs in -Dsluice.data=" + folder);
    }
    assumeTrue(there, "no logs in -Dsluice.data=" + folder);
    Path data = Path.of(folder);

    print("MOO-F", KiekerLogs.mooF(data));
    print("MOO-K", KiekerLogs.mooK(data));
    print("REAL-OER", KiekerLogs.realOer(data));
    print("REAL-MIX", KiekerLogs.realMix(data));

    assertThat(density(KiekerLogs.mooF(data), 1024)).isLessThanOrEqualTo(6);
  }

  private void print(String name, TestBatch rows) throws Exception {
    StringBuilder line = new StringBuilder(String.format("%-9s %6d records:", name, rows.size()));
    for (int size : SIZES) {
      line.append(String.format(Locale.ROOT, "  %d: %.2f", size, density(rows, size)));
    }
    System.out.println(line);
  }

  private double density(TestBatch rows, int size) throws Exception {
    ChunkEncoder encoder = pair.encoder();
    long bytes = 0;
    for (int from = 0; from < rows.size(); from += size) {
      int to = Math.min(rows.size(), from + size);
      Chunk chunk = pair.chunk(encoder, rows.build(from, to));
      bytes += chunk.length() - (chunk.header().length() - ChunkLayout.FIXED_BYTES - 1);
      if (from % 1024 == 0) {
        assertThat(pair.records(chunk)).hasSize(to - from);
      }
    }
    return (double) bytes / rows.size();
  }
}
