package dev.sluice.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.Symbol;
import dev.sluice.compiler.AllTypes.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a row writer puts into a row is what a reader of rows finds there. */
class EmitTest {
  private final FakeSink sink = new FakeSink(100_000);

  static Stream<AllTypes> records() {
    byte[] bytes = {-1, 0, 1, 2, 3, 4, 5, 6, 7};
    AllTypes nothing =
        new AllTypes(false, (byte) 0, (short) 0, '\0', 0, 0, 0, 0, null, null, null, null, 0, 0);
    AllTypes least =
        new AllTypes(
            true,
            Byte.MIN_VALUE,
            Short.MIN_VALUE,
            Character.MIN_VALUE,
            Integer.MIN_VALUE,
            Long.MIN_VALUE,
            Float.MIN_VALUE,
            Double.MIN_VALUE,
            "",
            "",
            Kind.PLAIN,
            new byte[0],
            Long.MIN_VALUE,
            Long.MIN_VALUE);
    AllTypes most =
        new AllTypes(
            true,
            Byte.MAX_VALUE,
            Short.MAX_VALUE,
            Character.MAX_VALUE,
            Integer.MAX_VALUE,
            Long.MAX_VALUE,
            Float.MAX_VALUE,
            Double.MAX_VALUE,
            "\uffff",
            "symbol",
            Kind.WITH_BODY,
            bytes,
            Long.MAX_VALUE,
            Long.MAX_VALUE);
    AllTypes minus =
        new AllTypes(
            false,
            (byte) -1,
            (short) -1,
            'x',
            -1,
            -1,
            -0.0f,
            -0.0,
            "\ud834\udd1e \ud800",
            "s",
            null,
            new byte[8],
            -1,
            -1);
    AllTypes odd =
        new AllTypes(
            false,
            (byte) 1,
            (short) 1,
            '\ud800',
            1,
            1,
            Float.intBitsToFloat(0x7fc00123),
            Double.longBitsToDouble(0x7ff8_0000_0000_0123L),
            "null",
            "",
            Kind.PLAIN,
            new byte[7],
            1,
            1);
    return Stream.of(nothing, least, most, minus, odd);
  }

  static Stream<AllTypes> randomRecords() {
    return LongStream.range(0, 200).mapToObj(seed -> random(new Random(seed)));
  }

  static AllTypes random(Random random) {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    char[] units = new char[random.nextInt(40)];
    for (int i = 0; i < units.length; i++) {
      units[i] = (char) (random.nextInt(0x10000) >>> random.nextInt(16));
    }
    return new AllTypes(
        random.nextBoolean(),
        (byte) random.nextInt(),
        (short) random.nextInt(),
        (char) random.nextInt(),
        random.nextInt(),
        random.nextLong(),
        random.nextFloat(),
        random.nextDouble(),
        random.nextInt(5) == 0 ? null : new String(units),
        random.nextInt(5) == 0 ? null : "symbol " + random.nextInt(3),
        random.nextInt(3) == 0 ? null : Kind.values()[random.nextInt(2)],
        random.nextInt(5) == 0 ? null : bytes,
        random.nextLong(),
        random.nextLong());
  }

  @ParameterizedTest
  @MethodSource({"records", "randomRecords"})
  void every_field_type_arrives_unchanged(AllTypes record) {
    assertThat(AllTypesWriter.create(sink).emit(record)).isTrue();
    assertArrived(record);
  }

  @ParameterizedTest
  @MethodSource({"records", "randomRecords"})
  void symbols_without_an_id_travel_as_text(AllTypes record) {
    sink.symbolLimit = 0;
    assertThat(AllTypesWriter.create(sink).emit(record)).isTrue();
    assertArrived(record);
  }

  private void assertArrived(AllTypes record) {
    assertThat(Row.exact(Row.first(sink).values())).isEqualTo(Row.exact(record.values()));
    assertThat(sink.buffer.rows(RowLayout.COMMITTED)).isEqualTo(1);
  }

  @Test
  void the_schema_is_registered_with_its_name_and_version() {
    AllTypesWriter.create(sink);
    assertThat(sink.types).containsExactly(AllTypesWriter.TYPE);
    assertThat(AllTypesWriter.TYPE.qualifiedName()).isEqualTo("test.all_types.3");
    assertThat(AllTypesWriter.TYPE.fields().get(8).name()).isEqualTo(AllTypes.TEXT);
    assertThat(AllTypesWriter.TYPE.recordTimeField()).isEqualTo(13);
  }

  @Test
  void enum_constants_are_registered_by_name_when_the_writer_is_created() {
    AllTypesWriter.create(sink);
    assertThat(sink.symbols).containsOnlyKeys("PLAIN", "WITH_BODY");
  }

  @Test
  void fields_as_parameters_and_the_record_give_the_same_row() {
    Samples_CallWriter writer = Samples_CallWriter.create(sink);
    Symbol operation = sink.symbol("a()");
    assertThat(writer.emit(operation, null, 1, 2, 3, Kind.WITH_BODY, 4, -5)).isTrue();
    assertThat(writer.emit(new Samples.Call("a()", null, 1, 2, 3, Kind.WITH_BODY, 4, -5))).isTrue();
    List<Integer> rows = sink.buffer.rows();
    assertThat(rows).hasSize(2);
    List<Object> values = new Row(sink, rows.get(0)).values();
    assertThat(values).containsExactly("a()", null, 1L, 2L, 3L, "WITH_BODY", 4L, -5L);
    assertThat(new Row(sink, rows.get(1)).values()).isEqualTo(values);
  }

  @Test
  void a_row_without_inline_data_has_the_fixed_length() {
    Samples_CallWriter.create(sink).emit(null, null, 1, 2, 3, null, 4, 5);
    assertThat(Row.first(sink).words())
        .isEqualTo(RowLayout.of(Samples_CallWriter.TYPE.fields()).fixedWords());
  }

  @Test
  void only_the_symbols_without_an_id_are_inline() {
    Samples_CallWriter writer = Samples_CallWriter.create(sink);
    writer.emit(sink.symbol("a"), new Symbol("b", Symbol.INLINE), 1, 2, 3, Kind.PLAIN, 4, 5);
    assertThat(Row.first(sink).values()).containsExactly("a", "b", 1L, 2L, 3L, "PLAIN", 4L, 5L);
    assertThat(Row.first(sink).words())
        .isEqualTo(RowLayout.of(Samples_CallWriter.TYPE.fields()).fixedWords() + 2);
  }

  @Test
  void a_type_of_wide_fields_leaves_half_slot_0_empty() {
    Samples_CallWriter.create(sink);
    Samples_WideWriter.create(sink).emit(-1, Double.NaN);
    assertThat(Row.first(sink).header()).isEqualTo(RowLayout.header(3, 1));
    assertThat(Row.first(sink).values()).containsExactly(-1L, Double.NaN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "\u00e4", "\u20ac", "\ud834\udd1e", "\udc00", "\ud800"})
  void texts_of_64_KiB_travel_and_longer_ones_are_oversize(String unit) {
    int bytes = dev.sluice.api.record.Rows.textBytes(unit);
    String longest = unit.repeat(65_536 / bytes) + "x".repeat(65_536 % bytes);
    Samples_TextsWriter writer = Samples_TextsWriter.create(sink);
    assertThat(emit(writer, longest, null)).isTrue();
    assertThat(emit(writer, longest + "x", null)).isFalse();
    assertThat(Row.first(sink).values().get(1)).isEqualTo(longest);
    assertThat(sink.rejected).containsExactly(DropCause.OVERSIZE);
    assertThat(sink.buffer.rows()).hasSize(1);
  }

  @Test
  void byte_arrays_of_64_KiB_travel_and_longer_ones_are_oversize() {
    Samples_TextsWriter writer = Samples_TextsWriter.create(sink);
    byte[] longest = new byte[65_536];
    Arrays.fill(longest, (byte) 0x80);
    assertThat(emit(writer, null, longest)).isTrue();
    assertThat(emit(writer, null, new byte[65_537])).isFalse();
    assertThat(Row.first(sink).values().get(8)).isEqualTo(longest);
    assertThat(sink.rejected).containsExactly(DropCause.OVERSIZE);
  }

  @Test
  void a_symbol_too_long_for_a_row_is_oversize() {
    Symbol symbol = new Symbol("x".repeat(65_537), Symbol.INLINE);
    assertThat(Samples_CallWriter.create(sink).emit(symbol, null, 1, 2, 3, null, 4, 5)).isFalse();
    assertThat(sink.rejected).containsExactly(DropCause.OVERSIZE);
  }

  @Test
  void a_row_longer_than_a_header_can_tell_is_oversize_and_never_claimed() {
    String text = "x".repeat(65_536);
    Samples_TextsWriter writer = Samples_TextsWriter.create(sink);
    assertThat(writer.emit(1, text, text, text, text, text, text, text, new byte[65_536]))
        .isFalse();
    assertThat(sink.rejected).containsExactly(DropCause.OVERSIZE);
    assertThat(sink.buffer.rows()).isEmpty();
  }

  private static boolean emit(Samples_TextsWriter writer, String text, byte[] bytes) {
    return writer.emit(1, text, null, null, null, null, null, null, bytes);
  }
}
