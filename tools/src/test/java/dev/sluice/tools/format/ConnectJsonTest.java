package dev.sluice.tools.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.Test;

/** What Connect's own converter makes of it. */
class ConnectJsonTest {
  // Held, because the JVM forgets the level of a logger that nobody refers to.
  private static final Logger LOG = Logger.getLogger("org.apache.kafka");

  static {
    LOG.setLevel(Level.WARNING);
  }

  private static final RecordType ALL =
      new RecordType(
          "test.all",
          3,
          List.of(
              new Field("time", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("flag", FieldType.BOOLEAN),
              Field.of("letter", FieldType.CHAR),
              Field.of("small", FieldType.BYTE),
              Field.of("middle", FieldType.SHORT),
              Field.of("count", FieldType.INT),
              Field.of("ratio", FieldType.FLOAT),
              Field.of("size", FieldType.DOUBLE),
              Field.of("text", FieldType.STRING),
              Field.of("kind", FieldType.ENUM),
              Field.of("blob", FieldType.BYTES),
              Field.of("_producer", FieldType.STRING)));

  static SchemaAndValue converted(boolean bare, RecordType type, Object... values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TextOutput out = new TextOutput(bytes);
    ConnectJson json = new ConnectJson(out, bare);
    if (!bare) {
      Accounting accounting = new Accounting.Builder(0x1fL).name("shop \"1\"").build();
      json.producer(ChunkHeader.of((short) 1, 0, 1, accounting));
    }
    json.write(new FakeCursor(type, values));
    out.flush();
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", "true"), false);
      return converter.toConnectData("orders", bytes.toByteArray());
    }
  }

  private static Object[] values(double size) {
    return new Object[] {
      1_795_397_897_126_716_131L,
      true,
      'x',
      (byte) -1,
      (short) -2,
      -3,
      0.5f,
      size,
      "ä\n",
      "RED",
      new byte[] {1, 2},
      "own"
    };
  }

  @Test
  void converter_reads_every_type_of_field() {
    SchemaAndValue read = converted(false, ALL, values(2.25));

    assertThat(read.schema().name()).isEqualTo("test.all");
    assertThat(read.schema().version()).isEqualTo(3);
    Struct record = (Struct) read.value();
    record.validate();
    assertThat(record.getString("_producer")).isEqualTo("shop \"1\"");
    assertThat(record.getString("_producerId")).isEqualTo("000000000000001f");
    assertThat(record.getMap("_attributes")).isNull();
    assertThat(record.getString("type")).isEqualTo("test.all.3");
    assertThat(record.getInt64("time")).isEqualTo(1_795_397_897_126_716_131L);
    assertThat(record.getBoolean("flag")).isTrue();
    assertThat(record.getString("letter")).isEqualTo("x");
    assertThat(record.getInt8("small")).isEqualTo((byte) -1);
    assertThat(record.getInt16("middle")).isEqualTo((short) -2);
    assertThat(record.getInt32("count")).isEqualTo(-3);
    assertThat(record.getFloat32("ratio")).isEqualTo(0.5f);
    assertThat(record.getFloat64("size")).isEqualTo(2.25);
    assertThat(record.getString("text")).isEqualTo("ä\n");
    assertThat(record.getString("kind")).isEqualTo("RED");
    assertThat(ByteBuffer.wrap(record.getBytes("blob")))
        .isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
    assertThat(record.getString("__producer")).isEqualTo("own");
  }

  @Test
  void what_is_no_number_is_null_and_not_zero() {
    Struct record = (Struct) converted(false, ALL, values(Double.NaN)).value();

    assertThat(record.getFloat64("size")).isNull();
  }

  @Test
  void absent_texts_and_bytes_are_null() {
    Object[] values = values(1);
    values[8] = null;
    values[9] = null;
    values[10] = null;

    Struct record = (Struct) converted(false, ALL, values).value();

    assertThat(record.get("text")).isNull();
    assertThat(record.get("kind")).isNull();
    assertThat(record.get("blob")).isNull();
  }

  @Test
  void bare_records_have_their_own_fields_and_the_type() {
    RecordType type = new RecordType("test.bare", 1, List.of(Field.of("n", FieldType.INT)));

    Schema schema = converted(true, type, 7).schema();

    assertThat(schema.fields()).extracting(f -> f.name()).containsExactly("type", "n");
  }
}
