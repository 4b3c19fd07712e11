package dev.sluice.serializers.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.chunk.v1.Body;
import dev.sluice.chunk.v1.Column;
import dev.sluice.chunk.v1.Field;
import dev.sluice.chunk.v1.FieldType;
import dev.sluice.chunk.v1.Predictor;
import dev.sluice.chunk.v1.RecordType;
import dev.sluice.chunk.v1.Role;
import dev.sluice.testkit.SerializerPair;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One body made by hand for each thing that may be wrong; the CRC is right. */
class HostileBodyTest {
  private static final SerializerPair PAIR = SerializerPair.named(ProtobufFormat.NAME);

  private static ByteString text(String text) {
    return ByteString.copyFrom(text, StandardCharsets.UTF_8);
  }

  private static Field.Builder field(String name, FieldType type, Consumer<Column.Builder> column) {
    Field.Builder field = Field.newBuilder().setName(text(name)).setType(type);
    column.accept(field.getColumnBuilder());
    return field;
  }

  private static RecordType.Builder type(Field.Builder... fields) {
    RecordType.Builder type = RecordType.newBuilder().setName(text("t")).setVersion(1);
    List.of(fields).forEach(type::addFields);
    return type;
  }

  private static Body.Builder body(RecordType.Builder... types) {
    Body.Builder body = Body.newBuilder();
    List.of(types).forEach(body::addTypes);
    return body;
  }

  private static Field.Builder longs(Consumer<Column.Builder> column) {
    return field("v", FieldType.FIELD_TYPE_LONG, column);
  }

  private static void refused(int records, Body.Builder body, String reason) {
    Chunk chunk = PAIR.chunk(body.build().toByteArray(), records);
    assertThatThrownBy(() -> PAIR.decoder().decode(chunk))
        .isInstanceOf(MalformedChunkException.class)
        .hasMessageContaining(reason);
    // Not only we: the rules are the specification's.
    assertThatThrownBy(() -> new ProtocConsumer(body.build(), records, 0).records())
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static void accepted(int records, Body.Builder body) throws Exception {
    Chunk chunk = PAIR.chunk(body.build().toByteArray(), records);
    assertThat(PAIR.records(chunk))
        .hasSize(records)
        .isEqualTo(new ProtocConsumer(body.build(), records, 0).records());
  }

  @Test
  void columns_of_a_wrong_shape_are_refused() throws Exception {
    accepted(2, body(type(longs(c -> c.addValues(1).addValues(2)))));
    refused(3, body(type(longs(c -> c.addValues(1).addValues(2)))), "2 values for 3 rows");
    refused(1, body(type(longs(c -> c.addValues(1).addValues(2)))), "2 values for 1 rows");
    refused(1, body(type(longs(c -> c.addValues(1).addWords(2)))), "values and words");
    refused(3, body(type(longs(c -> c.addWords(1).addWords(2).addRuns(3)))), "1 runs of 2 items");
    refused(3, body(type(longs(c -> c.addWords(1).addRuns(2)))), "2 values for 3 rows");
    refused(0, body(type(longs(c -> c.addRuns(1)))), "1 runs of 0 items");
    refused(
        2,
        body(type(longs(c -> c.addValues(1).addValues(2).addRuns(2).addRuns(0)))),
        "a run of 0 rows");
    refused(
        1,
        body(type(longs(c -> c.addValues(1).addValues(2).addRuns(-1).addRuns(2)))),
        "4294967297 values for 1 rows");
    refused(0, body(type(longs(c -> c.addValues(1)))), "1 values for 0 rows");
    refused(1, body(type(longs(c -> c.setReference(1)))), "a reference without use");
    refused(1, body(type(longs(c -> c.setStart(1)))), "a start without use");
    refused(1, body(type(longs(c -> c.setContent(text("x"))))), "content are not used");
  }

  private static void unread(Body.Builder body, String reason) throws Exception {
    RecordCursor cursor = PAIR.decoder().decode(PAIR.chunk(body.build().toByteArray(), 1));
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.types()).isEmpty();
    assertThat(cursor.unread()).containsExactly(new UnreadRecords("t.1", reason, 1));
  }

  @Test
  void what_is_not_known_costs_its_type_alone() throws Exception {
    Field.Builder v = longs(c -> {});
    unread(body(type(longs(c -> c.setPredictorValue(3)))), "predictor 3");
    unread(body(type(longs(c -> c.setPredictorValue(-1)))), "predictor 4294967295");
    unread(body(type(v.clone().setTypeValue(0))), "field type 0");
    unread(body(type(v.clone().setTypeValue(12))), "field type 12");
    unread(body(type(v.clone().setTypeValue(-1))), "field type 4294967295");
    unread(body(type(v.clone().setRoleValue(4))), "field role 4");
    unread(body(type(v.clone().setRoleValue(-1))), "field role 4294967295");
  }

  private static Field.Builder reference(int other, Role role) {
    return longs(c -> c.setPredictor(Predictor.PREDICTOR_REFERENCE).setReference(other))
        .setRole(role);
  }

  private static Field.Builder other(FieldType type) {
    return field("w", type, c -> {});
  }

  @Test
  void references_that_lead_nowhere_or_round_in_circles_are_refused() throws Exception {
    Field.Builder number = other(FieldType.FIELD_TYPE_LONG);
    Field.Builder time = other(FieldType.FIELD_TYPE_LONG).setRole(Role.ROLE_RECORD_TIME);
    accepted(1, body(type(reference(1, Role.ROLE_PLAIN), number)));
    accepted(1, body(type(time, reference(0, Role.ROLE_PLAIN))));
    refused(1, body(type(reference(0, Role.ROLE_PLAIN), number)), "refer to field 0");
    refused(1, body(type(number, reference(0, Role.ROLE_PLAIN))), "refer to field 0");
    refused(1, body(type(reference(2, Role.ROLE_PLAIN), number)), "refer to field 2");
    refused(1, body(type(reference(-1, Role.ROLE_PLAIN))), "refer to field 4294967295");
    refused(1, body(type(reference(1, Role.ROLE_RECORD_TIME), number)), "refer to field 1");
    refused(
        1,
        body(type(reference(1, Role.ROLE_PLAIN), other(FieldType.FIELD_TYPE_DOUBLE))),
        "refer to field 1");
    // A type without records is checked as well.
    refused(0, body(type(reference(0, Role.ROLE_PLAIN))), "refer to field 0");
  }

  @ParameterizedTest
  @CsvSource({
    "BOOLEAN, 0, 1",
    "BYTE, -128, 127",
    "SHORT, -32768, 32767",
    "CHAR, 0, 65535",
    "INT, -2147483648, 2147483647",
    "FLOAT, -2147483648, 2147483647",
    "LONG, -9223372036854775808, 9223372036854775807",
    "DOUBLE, -9223372036854775808, 9223372036854775807",
    "STRING, 0, 2",
    "ENUM, 0, 2"
  })
  void values_outside_of_their_range_are_refused(String type, long min, long max) throws Exception {
    for (long value : new long[] {min, max}) {
      accepted(1, ofType(type, value));
    }
    for (long value : new long[] {min - 1, max + 1}) {
      if (value < min || value > max) {
        refused(1, ofType(type, value), "a value of v is not " + min + " to " + max);
      }
    }
  }

  private static Body.Builder ofType(String type, long value) {
    return body(type(field("v", FieldType.valueOf("FIELD_TYPE_" + type), c -> c.setBase(value))))
        .addStrings(text("a"))
        .addStrings(text("b"));
  }

  private static Body.Builder bytes(String content, long... lengthsPlusOne) {
    return body(
        type(
            field(
                "v",
                FieldType.FIELD_TYPE_BYTES,
                c -> {
                  c.setContent(text(content));
                  for (long length : lengthsPlusOne) {
                    c.addValues(length);
                  }
                })));
  }

  @Test
  void byte_arrays_that_do_not_fill_their_content_are_refused() throws Exception {
    accepted(4, bytes("abc", 0, 3, 1, 2));
    accepted(1, bytes("x".repeat(65_536), 65_537));
    refused(4, bytes("abcd", 0, 3, 1, 2), "1 bytes of content are not used");
    refused(4, bytes("ab", 0, 3, 1, 2), "longer than the column's content");
    refused(1, bytes("x".repeat(65_537), 65_538), "not 0 to 65537");
    refused(1, bytes("x", -1), "not 0 to 65537");
    refused(2, bytes("", Long.MAX_VALUE, 2), "not 0 to 65537");
  }

  @Test
  void schemas_that_break_the_rules_are_refused() {
    Field.Builder v = longs(c -> {});
    refused(0, body(type().setName(text("Type"))), "dotted lower case");
    refused(0, body(type().setName(text("t".repeat(201)))), "dotted lower case");
    refused(0, body(type().clearName()), "dotted lower case");
    refused(0, body(type().setVersion(0)), "version");
    refused(0, body(type().setVersion(65_536)), "version");
    refused(0, body(type(v, v)), "two fields called");
    refused(0, body(type(field("", FieldType.FIELD_TYPE_INT, c -> {}))), "1 to 255");
    refused(0, body(type(field("x".repeat(256), FieldType.FIELD_TYPE_INT, c -> {}))), "1 to 255");
    refused(0, body(type(field("type", FieldType.FIELD_TYPE_INT, c -> {}))), "called 'type'");
    refused(0, body(type(v.clone().setRole(Role.ROLE_SYMBOL))), "must be STRING");
    refused(
        0,
        body(type(field("v", FieldType.FIELD_TYPE_INT, c -> {}).setRole(Role.ROLE_INSTANT))),
        "must be LONG");
    refused(
        0,
        body(
            type(
                v.clone().setRole(Role.ROLE_RECORD_TIME),
                other(FieldType.FIELD_TYPE_LONG).setRole(Role.ROLE_RECORD_TIME))),
        "two record times");
    refused(
        0,
        body(type(v.clone().setName(ByteString.copyFrom(new byte[] {(byte) 0xc0})))),
        "no WTF-8");
    refused(0, body(wide(256)), "more than 255 fields");
    refused(0, many(1025), "more than 1024 types");
  }

  private static RecordType.Builder wide(int fields) {
    RecordType.Builder type = type();
    for (int i = 0; i < fields; i++) {
      type.addFields(field("f" + i, FieldType.FIELD_TYPE_INT, c -> {}));
    }
    return type;
  }

  private static Body.Builder many(int types) {
    Body.Builder body = body();
    for (int i = 0; i < types; i++) {
      body.addTypes(type().setName(text("t" + i)));
    }
    return body;
  }

  @Test
  void strings_that_break_the_rules_are_refused() throws Exception {
    accepted(0, body().addStrings(text("x".repeat(65_536))).addStrings(text("")));
    refused(0, body().addStrings(text("x".repeat(65_537))), "string of 65537 bytes");
    refused(0, body().addStrings(ByteString.copyFrom(new byte[] {97, (byte) 0xff})), "string 1");
    Body.Builder full = body();
    for (int i = 0; i < 65_536; i++) {
      full.addStrings(ByteString.EMPTY);
    }
    accepted(0, full);
    refused(0, full.addStrings(ByteString.EMPTY), "more than 65536 strings");
  }

  @Test
  void a_lower_limit_of_strings_is_honoured() {
    Body two = body().addStrings(text("a")).addStrings(text("b")).build();
    DecodeLimits limits = new DecodeLimits(1 << 20, 1 << 20, 10, 10, 1);
    assertThatThrownBy(
            () -> PAIR.deserializer().newDecoder(limits).decode(PAIR.chunk(two.toByteArray(), 0)))
        .hasMessageContaining("more than 1 strings");
  }

  @Test
  void an_order_that_names_no_type_is_refused() throws Exception {
    Column.Builder order = Column.newBuilder().addValues(0).addValues(1).addValues(0);
    accepted(3, many(2).setOrder(order));
    refused(3, many(1).setOrder(order), "record of type 1 of 1");
    refused(2, many(2).setOrder(order), "3 values for 2 rows");
    refused(1, body(), "record of type 0 of 0");
    refused(1, many(2).setOrder(Column.newBuilder().setBase(-1)), "record of type -1 of 2");
    refused(1, many(2).setOrder(Column.newBuilder().setContent(text("x"))), "content");
    refused(
        1,
        many(2).setOrder(Column.newBuilder().setPredictor(Predictor.PREDICTOR_REFERENCE)),
        "reference");
  }

  @ParameterizedTest
  @CsvSource({
    "00, tag 0 is no field",
    "07, tag 7 is no field",
    "8880808010, tag 4294967304 is no field",
    "0b0c, wire type 3 is refused",
    "0c, wire type 4 is refused",
    "7e, wire type 6 is refused",
    "7f, wire type 7 is refused",
    "0a, needs 1 bytes",
    "0a05, needs 5 bytes",
    "0affffffffffffffffff01, needs 18446744073709551615 bytes",
    "98068080808080808080808001, varint has more than 10 bytes",
    "9980, needs 1 bytes",
    "990600, needs 8 bytes",
    "9d0600, needs 4 bytes",
    "12032a0180, needs 1 bytes",
    "120b3209000000000000000000, needs 8 bytes"
  })
  void bytes_that_are_no_message_are_refused(String hex, String reason) {
    Chunk chunk = PAIR.chunk(HexFormat.of().parseHex(hex), 0);
    assertThatThrownBy(() -> PAIR.decoder().decode(chunk))
        .isInstanceOf(MalformedChunkException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void a_chunk_describes_itself() throws Exception {
    Body.Builder body =
        body(
            type(
                longs(c -> c.addValues(1).addRuns(3)),
                other(FieldType.FIELD_TYPE_LONG),
                field(
                    "d", FieldType.FIELD_TYPE_DOUBLE, c -> c.addWords(1).addWords(2).addWords(3))));
    String description =
        PAIR.describe(PAIR.chunk(body.addStrings(text("a\n")).build().toByteArray(), 3));
    assertThat(description.lines())
        .containsExactly(
            "string 1: \"a\\u000a\"",
            "type t.1",
            "  field v: long plain",
            "  field w: long plain",
            "  field d: double plain",
            "rows of t.1: 3",
            "  column v: none, 1 values in runs",
            "  column w: none, constant",
            "  column d: none, 3 words");
  }
}
