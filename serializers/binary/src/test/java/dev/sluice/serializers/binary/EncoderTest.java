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
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.Plugins;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.api.spi.Serializer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EncoderTest {
  private static final RecordType TEXT =
      new RecordType("test.text", 1, List.of(Field.of("text", FieldType.STRING)));

  @Test
  void serializer_and_deserializer_are_found_by_name_and_id() {
    assertThat(Plugins.find(Serializer.class, Serializer::name, "binary", "serializer").id())
        .isEqualTo(1);
    assertThat(Plugins.find(Deserializer.class, d -> "" + d.id(), "1", "deserializer").name())
        .isEqualTo("binary");
  }

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
  void a_batch_that_does_not_fit_is_refused_and_fewer_rows_are_taken() throws Exception {
    TestBatch rows = Samples.mixed(2000);
    for (ChunkEncoder encoder : List.of(TestChunks.encoder(), TestChunks.compressingEncoder())) {
      byte[] out = new byte[20_000];
      int fits = encoder.encode(rows.build(), out, 0, out.length);
      assertThat(fits).isPositive();
      for (int room : new int[] {0, 1, 10, 100, fits / 2, fits - 1}) {
        Arrays.fill(out, (byte) 0x55);
        assertThat(encoder.encode(rows.build(), out, 100, 100 + room)).isEqualTo(-1);
        assertThat(Arrays.copyOfRange(out, 0, 100)).containsOnly(0x55);
        assertThat(Arrays.copyOfRange(out, 100 + room, out.length)).containsOnly(0x55);
      }
      int half = encoder.encode(rows.build(0, 900), out, 100, 100 + fits / 2 + 1000);
      assertThat(half).isPositive();
      assertThat(TestChunks.records(TestChunks.chunk(encoder, rows.build(0, 900)))).hasSize(900);
    }
  }

  @Test
  void a_body_that_fits_exactly_is_taken() throws Exception {
    RowBatch batch = Samples.mixed(500).build();
    ChunkEncoder encoder = TestChunks.encoder();
    byte[] out = new byte[100_000];
    encoder.encode(batch, out, 0, out.length);
    int length = encoder.encode(batch, out, 0, out.length);
    assertThat(encoder.encode(batch, out, 0, length)).isEqualTo(length);
  }

  @Test
  void compressed_bodies_say_so_and_plain_ones_do_not() throws Exception {
    byte[] out = new byte[100_000];
    RowBatch batch = Samples.mixed(500).build();
    ChunkEncoder encoder = TestChunks.compressingEncoder();
    encoder.encode(batch, out, 0, out.length);
    assertThat(encoder.mustUnderstand()).isEqualTo(ChunkLayout.FEATURE_LZ4);
    assertThat(encoder.rawLength()).isPositive();
    ChunkEncoder plain = TestChunks.encoder();
    plain.encode(batch, out, 0, out.length);
    assertThat(plain.mustUnderstand()).isZero();
    assertThat(plain.rawLength()).isZero();
  }

  @Test
  void encoding_allocates_nothing_in_the_steady_state() throws Exception {
    RowBatch batch = Samples.operations(1024).build();
    RowBatch mixed = Samples.mixed(2100).build();
    ChunkEncoder encoder = TestChunks.encoder();
    byte[] out = new byte[200_000];
    for (int i = 0; i < 3000; i++) {
      encoder.encode(batch, out, 0, out.length);
      encoder.encode(mixed, out, 0, out.length);
    }
    long before = Allocations.ofThisThread();
    for (int i = 0; i < 1000; i++) {
      encoder.encode(batch, out, 0, out.length);
    }
    // A review of the choices, compiled anew, may box something once.
    assertThat(Allocations.ofThisThread() - before).isLessThan(20_000);
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

  @Test
  void strings_that_hash_alike_in_java_do_not_slow_encoding_down() throws Exception {
    TestBatch batch = new TestBatch();
    for (int i = 0; i < 32_768; i++) {
      StringBuilder text = new StringBuilder();
      for (int bit = 0; bit < 15; bit++) {
        text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      batch.add(TEXT, text.toString());
    }
    RowBatch rows = batch.build();
    long start = System.nanoTime();
    assertThat(TestChunks.records(TestChunks.chunk(TestChunks.encoder(), rows))).hasSize(32_768);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
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

  @Test
  void a_row_that_cannot_be_encoded_is_named() {
    TestBatch good = new TestBatch().add(TEXT, "good");
    assertRefused(good, RowLayout.header(1, 0, RowLayout.CLAIMED), "not committed");
    assertRefused(good, RowLayout.header(1, 9), "unknown type");
    assertRefused(good, RowLayout.header(1, 0) | 70_001L << 32, "symbol 70001");
    assertRefused(good, RowLayout.header(1, 0) | -5L << 32, "outside of its row");
    assertRefused(good, RowLayout.header(9, 0), "behind its batch");
  }

  @Test
  void inline_text_that_is_no_wtf8_is_named() {
    TestBatch rows = new TestBatch().add(TEXT, "good").add(TEXT, "bad").add(TEXT, "good");
    RowBatch batch = rows.build();
    int second = RowLayout.words(batch.words[0]);
    batch.words[second + 2] = 0xff;

    assertThatThrownBy(() -> TestChunks.encoder().encode(batch, new byte[1000], 0, 1000))
        .isInstanceOf(RecordEncodeException.class)
        .hasMessageContaining("WTF-8")
        .extracting(e -> ((RecordEncodeException) e).row())
        .isEqualTo(1);
  }

  @Test
  void a_record_that_failed_leaves_no_trace() throws Exception {
    ChunkEncoder encoder = TestChunks.encoder();
    TestBatch rows = Samples.mixed(100);
    RowBatch broken = rows.build();
    broken.words[0] = 0;
    assertThatThrownBy(() -> encoder.encode(broken, new byte[10_000], 0, 10_000))
        .isInstanceOf(RecordEncodeException.class);

    assertThat(TestChunks.records(TestChunks.chunk(encoder, rows.build()))).hasSize(100);
  }

  private static void assertRefused(TestBatch good, long header, String reason) {
    RowBatch batch = new RowBatch(16, good);
    RowBatch one = good.build();
    batch.append(one.words, 0, one.length(), 1);
    batch.append(new long[] {header}, 0, 1, 1);
    assertThatThrownBy(() -> TestChunks.encoder().encode(batch, new byte[1000], 0, 1000))
        .isInstanceOf(RecordEncodeException.class)
        .hasMessageContaining(reason)
        .extracting(e -> ((RecordEncodeException) e).row())
        .isEqualTo(1);
  }
}
