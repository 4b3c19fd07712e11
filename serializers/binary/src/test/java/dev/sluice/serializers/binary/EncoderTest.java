package dev.sluice.serializers.binary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.testkit.SampleRecords;
import dev.sluice.testkit.TestBatch;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EncoderTest {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static final RecordType TEXT =
      new RecordType("test.text", 1, List.of(Field.of("text", FieldType.STRING)));

  @Test
  void unknown_compression_is_refused_by_name() {
    Options options = new Options(Map.of("compression", "lz5"));
    new BinarySerializer().newEncoder(options);
    assertThatThrownBy(options::finish)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("compression")
        .hasMessageContaining("lz5");
  }

  @Test
  void compressed_bodies_say_so_and_plain_ones_do_not() throws Exception {
    byte[] out = new byte[100_000];
    RowBatch batch = SampleRecords.mixed(500).build();
    ChunkEncoder encoder = TestChunks.compressingEncoder();
    encoder.encode(batch, out, 0, out.length);
    assertThat(encoder.compression()).isEqualTo(ChunkLayout.COMPRESSION_LZ4);
    assertThat(encoder.rawLength()).isPositive();
    ChunkEncoder plain = TestChunks.encoder();
    plain.encode(batch, out, 0, out.length);
    assertThat(plain.compression()).isZero();
    assertThat(plain.rawLength()).isZero();
  }

  @Test
  void unique_strings_cost_no_more_than_their_bytes() throws Exception {
    Random random = new Random(3);
    TestBatch batch = new TestBatch();
    int raw = 0;
    for (int i = 0; i < 20_000; i++) {
      String text = Long.toString(random.nextLong(), 36);
      raw += text.length();
      batch.add(TEXT, text);
    }
    assertThat(TestChunks.body(TestChunks.chunk(TestChunks.encoder(), batch.build())).length)
        .isLessThan(raw + 20_000 + 20_000 * 2 + 500);
  }

  /**
   * A ratio in one run: comparing each string with each other one takes a thousand times as long.
   */
  @Test
  void strings_that_hash_alike_in_java_do_not_slow_encoding_down() throws Exception {
    String[] alike = {"Aa", "BB"};
    String[] different = {"Aa", "Bc"};
    encodingNanos(different);
    assertThat(encodingNanos(alike)).isLessThan(100 * encodingNanos(different));
  }

  /** Processor time of encoding and decoding all strings of 15 such pairs of letters. */
  private static long encodingNanos(String[] letters) throws Exception {
    TestBatch batch = new TestBatch();
    for (int i = 0; i < 32_768; i++) {
      StringBuilder text = new StringBuilder();
      for (int bit = 0; bit < 15; bit++) {
        text.append(letters[i >> bit & 1]);
      }
      batch.add(TEXT, text.toString());
    }
    RowBatch rows = batch.build();
    long start = THREADS.getCurrentThreadCpuTime();
    assertThat(TestChunks.records(TestChunks.chunk(TestChunks.encoder(), rows))).hasSize(32_768);
    return THREADS.getCurrentThreadCpuTime() - start;
  }

  @Test
  void more_strings_than_a_table_holds_do_not_fit() throws Exception {
    RecordType pair =
        new RecordType(
            "test.pair",
            1,
            List.of(Field.of("a", FieldType.STRING), Field.of("b", FieldType.STRING)));
    TestBatch batch = new TestBatch();
    for (int i = 0; i < 40_000; i++) {
      batch.add(pair, "a" + i, "b" + i);
    }
    byte[] out = new byte[4 << 20];
    ChunkEncoder encoder = TestChunks.encoder();
    assertThat(encoder.encode(batch.build(), out, 0, out.length)).isEqualTo(-1);
    assertThat(encoder.encode(batch.build(0, 20_000), out, 0, out.length)).isPositive();
  }
}
