package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RecordEncodeException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The part of {@link SerializerContract} for records that do not fit and rows that are no records.
 */
abstract class EncodeContract extends DamageContract {
  static final RecordType TEXT =
      new RecordType("test.text", 1, List.of(Field.of("text", FieldType.STRING)));

  private static final int SIZE = 1 << 20;

  EncodeContract(String name) {
    super(name);
  }

  /** Returns sets of options; the contract is tested with each of them. */
  protected List<Map<String, String>> options() {
    return List.of(Map.of());
  }

  @Test
  public void a_batch_that_does_not_fit_is_refused_and_fewer_rows_are_taken() throws Exception {
    TestBatch rows = SampleRecords.mixed(2000);
    byte[] untouched = new byte[SIZE];
    Arrays.fill(untouched, (byte) 0x55);
    for (Map<String, String> option : options()) {
      ChunkEncoder encoder = pair.encoder(option);
      byte[] out = new byte[SIZE];
      int fits = encoder.encode(rows.build(), out, 0, out.length);
      assertThat(fits).isPositive();
      for (int room : new int[] {0, 1, 10, 100, fits / 2, fits - 1}) {
        Arrays.fill(out, (byte) 0x55);
        assertThat(encoder.encode(rows.build(), out, 100, 100 + room)).isEqualTo(-1);
        // Not with containsOnly, which boxes a million bytes.
        assertThat(Arrays.equals(out, 0, 100, untouched, 0, 100)).isTrue();
        assertThat(Arrays.mismatch(out, 100 + room, SIZE, untouched, 100 + room, SIZE))
            .isNegative();
      }
      int half = encoder.encode(rows.build(0, 900), out, 100, 100 + fits / 2 + 1000);
      assertThat(half).isPositive();
      assertThat(pair.records(pair.chunk(encoder, rows.build(0, 900)))).hasSize(900);
    }
  }

  @Test
  public void a_body_that_fits_exactly_is_taken() throws Exception {
    RowBatch rows = SampleRecords.mixed(500).build();
    ChunkEncoder encoder = pair.encoder();
    byte[] out = new byte[1 << 20];
    encoder.encode(rows, out, 0, out.length);
    int length = encoder.encode(rows, out, 0, out.length);
    assertThat(encoder.encode(rows, out, 0, length)).isEqualTo(length);
  }

  @Test
  public void a_row_that_cannot_be_encoded_is_named() {
    TestBatch good = new TestBatch().add(TEXT, "good");
    assertRefused(good, RowLayout.header(1, 0, RowLayout.CLAIMED), "not committed");
    assertRefused(good, RowLayout.header(1, 9), "unknown type");
    assertRefused(good, RowLayout.header(1, 0) | 70_001L << 32, "symbol 70001");
    assertRefused(good, RowLayout.header(1, 0) | -5L << 32, "outside of its row");
    assertRefused(good, RowLayout.header(9, 0), "behind its batch");
  }

  private void assertRefused(TestBatch good, long header, String reason) {
    RowBatch rows = new RowBatch(16, good);
    RowBatch one = good.build();
    rows.append(one.words, 0, one.length(), 1);
    rows.append(new long[] {header}, 0, 1, 1);
    assertThatThrownBy(() -> pair.encoder().encode(rows, new byte[1000], 0, 1000))
        .isInstanceOf(RecordEncodeException.class)
        .hasMessageContaining(reason)
        .extracting(e -> ((RecordEncodeException) e).row())
        .isEqualTo(1);
  }

  @Test
  public void inline_text_that_is_no_wtf8_is_named() {
    RowBatch rows = new TestBatch().add(TEXT, "good").add(TEXT, "bad").add(TEXT, "good").build();
    rows.words[RowLayout.words(rows.words[0]) + 2] = 0xff;

    assertThatThrownBy(() -> pair.encoder().encode(rows, new byte[1000], 0, 1000))
        .isInstanceOf(RecordEncodeException.class)
        .hasMessageContaining("WTF-8")
        .extracting(e -> ((RecordEncodeException) e).row())
        .isEqualTo(1);
  }

  @Test
  public void a_record_that_failed_leaves_no_trace() throws Exception {
    ChunkEncoder encoder = pair.encoder();
    TestBatch rows = SampleRecords.mixed(100);
    RowBatch broken = rows.build();
    broken.words[0] = 0;
    assertThatThrownBy(() -> encoder.encode(broken, new byte[100_000], 0, 100_000))
        .isInstanceOf(RecordEncodeException.class);

    assertThat(pair.records(pair.chunk(encoder, rows.build()))).hasSize(100);
  }
}
