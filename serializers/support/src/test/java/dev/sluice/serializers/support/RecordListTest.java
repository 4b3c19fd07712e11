package dev.sluice.serializers.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.DecodeLimits;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordListTest {
  private static final RecordType TYPE =
      new RecordType(
          "test.list",
          1,
          List.of(
              new Field("time", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("plain", FieldType.LONG),
              Field.of("flag", FieldType.BOOLEAN),
              Field.of("real", FieldType.FLOAT),
              Field.of("text", FieldType.STRING),
              Field.of("data", FieldType.BYTES)));

  private static Chunk chunk(int compression, int records) {
    Accounting accounting = new Accounting.Builder(1).emitted(records).clockOffset(1000).build();
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + 10 + ChunkLayout.CRC_BYTES];
    return ChunkLayout.seal(
        bytes,
        ChunkLayout.MAX_HEADER_BYTES,
        ChunkHeader.of(200, 10, records, accounting).compressed(compression, 20));
  }

  private static RecordList list(int records) throws MalformedChunkException {
    RecordList list = new RecordList(chunk(0, records), DecodeLimits.FORMAT);
    list.addType(TYPE);
    return list;
  }

  @Test
  void values_come_back_and_instants_in_epoch_nanoseconds() throws Exception {
    RecordList list = list(2);
    list.add(list.type(0), 5L, 5L, true, 0.5, "twin", new byte[] {1});
    list.add(list.type(0), 6L, 6L, false, -0.5, new String("twin"), null);

    RecordList complete = list.complete();

    assertThat(complete.next()).isTrue();
    assertThat(complete.type()).isSameAs(TYPE);
    assertThat(complete.longValue(0)).isEqualTo(1005);
    assertThat(complete.longValue(1)).isEqualTo(5);
    assertThat(complete.longValue(2)).isEqualTo(1);
    assertThat(complete.doubleValue(3)).isEqualTo(0.5);
    assertThat(complete.bytes(5)).containsExactly(1);
    String first = complete.text(4);
    assertThat(complete.next()).isTrue();
    assertThat(complete.text(4)).isSameAs(first);
    assertThat(complete.longValue(2)).isZero();
    assertThat(complete.bytes(5)).isNull();
    assertThat(complete.next()).isFalse();
    assertThat(complete.next()).isFalse();
    assertThat(complete.types()).containsExactly(TYPE);
  }

  @ParameterizedTest
  @CsvSource({
    "BOOLEAN, 0, 1",
    "BYTE, -128, 127",
    "SHORT, -32768, 32767",
    "CHAR, 0, 65535",
    "INT, -2147483648, 2147483647"
  })
  void integers_outside_of_their_type_are_refused(FieldType fieldType, long min, long max)
      throws Exception {
    RecordType type = new RecordType("test.one", 1, List.of(Field.of("v", fieldType)));
    RecordList list = list(0);
    for (long wrong : new long[] {min - 1, max + 1}) {
      assertThatThrownBy(() -> list.add(type, wrong)).hasMessageContaining("is no " + fieldType);
    }
    if (fieldType != FieldType.BOOLEAN) {
      list.add(type, min);
      list.add(type, max);
    }
  }

  @Test
  void values_of_another_class_or_number_are_refused() throws Exception {
    RecordList list = list(1);
    assertThatThrownBy(() -> list.add(TYPE, 1L)).hasMessageContaining("6 fields, not 1");
    assertThatThrownBy(() -> list.add(TYPE, null, 1L, true, 1.0, "", null))
        .hasMessageContaining("time");
    assertThatThrownBy(() -> list.add(TYPE, 1L, 1, true, 1.0, "", null))
        .hasMessageContaining("plain");
    assertThatThrownBy(() -> list.add(TYPE, 1L, 1L, 1L, 1.0, "", null))
        .hasMessageContaining("flag");
    assertThatThrownBy(() -> list.add(TYPE, 1L, 1L, true, 1L, "", null))
        .hasMessageContaining("real");
    assertThatThrownBy(() -> list.add(TYPE, 1L, 1L, true, 1.0, "x".repeat(65_537), null))
        .hasMessageContaining("text");
    assertThatThrownBy(() -> list.add(TYPE, 1L, 1L, true, 1.0, "", new byte[65_537]))
        .hasMessageContaining("data");
    assertThatThrownBy(() -> list.type(1)).hasMessageContaining("type 1 of 1");
    assertThatThrownBy(() -> list.type(-1)).hasMessageContaining("type -1 of 1");
    assertThatThrownBy(list::complete).hasMessageContaining("0 records instead of 1");
  }

  @Test
  void compressed_bodies_and_more_types_than_allowed_are_refused() throws Exception {
    assertThatThrownBy(
            () -> new RecordList(chunk(ChunkLayout.COMPRESSION_LZ4, 0), DecodeLimits.FORMAT))
        .isInstanceOf(MalformedChunkException.class);
    RecordList one = new RecordList(chunk(0, 0), new DecodeLimits(1000, 1000, 10, 1, 10));
    one.addType(TYPE);
    assertThatThrownBy(() -> one.addType(TYPE)).hasMessageContaining("more than 1 types");
  }
}
