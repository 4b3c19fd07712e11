package dev.sluice.benchmarks.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sluice.testkit.TestBatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bars of density: bytes a record, everything counted but the accounting block. Those on recorded
 * logs run where the logs are, in {@code ../shared/data} beside the project or in {@code
 * -Dsluice.data=DIR}, and print their figures.
 */
class DensityTest {
  private static final Map<RecordSet, TestBatch> LOADED = new EnumMap<>(RecordSet.class);

  private static double bytesPerRecord(String serializer, TestBatch records, int chunkRecords) {
    Codec codec = new Subject(serializer, "none").codec();
    return (double) codec.stage(records, chunkRecords).bytes() / records.size();
  }

  private static TestBatch load(RecordSet set) {
    Path folder = Path.of(System.getProperty("sluice.data", "../../shared/data"));
    if (!Files.isDirectory(folder)) {
      System.out.println("skipped: no recorded logs in " + folder + "; -Dsluice.data=DIR");
      assumeTrue(false, "no recorded logs in " + folder);
    }
    return LOADED.computeIfAbsent(set, key -> key.load(folder));
  }

  @ParameterizedTest
  @CsvSource({
    "MOO_F, 238, 14.5, 2.7, 2.5, 2.5",
    "MOO_K, 238, 15, 3.3, 3.15, 3.15",
    "REAL_OER, 205, 24.5, 9.3, 9.3, 9.0",
    "REAL_MIX, 249, 34, 7.9, 7.4, 7.0"
  })
  void recorded_logs_are_small(
      RecordSet set, double at1, double at16, double at1024, double at8192, double at65536) {
    TestBatch records = load(set);

    SoftAssertions bars = new SoftAssertions();
    int[] sizes = {1, 16, 1024, 8192, 65_536};
    double[] most = {at1, at16, at1024, at8192, at65536};
    for (int i = 0; i < sizes.length; i++) {
      double bytes = bytesPerRecord("binary", records, sizes[i]);
      print(set, sizes[i], bytes, most[i]);
      bars.assertThat(bytes).as("%s, chunks of %d", set, sizes[i]).isLessThanOrEqualTo(most[i]);
    }
    bars.assertAll();
  }

  private static void print(RecordSet set, int chunkRecords, double bytes, double bar) {
    System.out.printf(
        "%s, chunks of %d: %.2f bytes a record, bar %s%n", set, chunkRecords, bytes, bar);
  }

  @Test
  void six_bytes_a_record_are_enough_for_calls_in_protobuf() {
    double bytes = bytesPerRecord("protobuf", load(RecordSet.MOO_F), 1024);
    print(RecordSet.MOO_F, 1024, bytes, 6);
    assertThat(bytes).isLessThanOrEqualTo(6);
  }

  /** The bars above are ratios to Kieker's figures, which are told by its own library here. */
  @ParameterizedTest
  @CsvSource({"1, 1.0", "16, 4.5", "128, 12", "1024, 20", "65536, 22"})
  void calls_take_a_fraction_of_what_they_take_in_the_baseline(int chunkRecords, double ratio) {
    TestBatch records = load(RecordSet.MOO_F);
    double baseline = bytesPerRecord(KiekerCodec.NAME, records, chunkRecords);
    double bytes = bytesPerRecord("binary", records, chunkRecords);
    System.out.printf("Kieker, chunks of %d: %.1f bytes a record%n", chunkRecords, baseline);

    assertThat(baseline / bytes).isGreaterThanOrEqualTo(ratio);
  }

  /** Random numbers and texts that never repeat: nothing to gain, and nothing to lose. */
  @ParameterizedTest
  @ValueSource(ints = {1, 16, 1024, 8192})
  void noise_takes_hardly_more_than_in_the_baseline(int chunkRecords) {
    Random random = new Random(1);
    TestBatch noise = new TestBatch();
    TestBatch.Entry like = GeneratedStream.records().entries().get(0);
    for (int i = 0; i < 8192; i++) {
      noise.add(
          like.type(),
          random.nextLong(),
          text(random),
          text(random),
          random.nextLong(),
          random.nextLong(),
          random.nextLong(),
          text(random),
          random.nextInt(),
          random.nextInt());
    }

    assertThat(bytesPerRecord("binary", noise, chunkRecords))
        .isLessThanOrEqualTo(1.01 * bytesPerRecord(KiekerCodec.NAME, noise, chunkRecords));
  }

  private static String text(Random random) {
    return Long.toHexString(random.nextLong() | Long.MIN_VALUE)
        + Long.toHexString(random.nextLong() | Long.MIN_VALUE);
  }
}
