package dev.sluice.serializers.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.chunk.v1.Body;
import dev.sluice.chunk.v1.Column;
import dev.sluice.chunk.v1.Field;
import dev.sluice.chunk.v1.FieldType;
import dev.sluice.chunk.v1.RecordType;
import dev.sluice.testkit.Allocations;
import dev.sluice.testkit.SerializerPair;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies that make a decoder allocate as much as they can for each of their bytes. */
class MemoryTest {
  private static final int COUNT = 20_000;

  private final SerializerPair pair = SerializerPair.named(ProtobufFormat.NAME);

  static Stream<Arguments> bodies() throws IOException {
    Body.Builder fields = Body.newBuilder();
    Body.Builder types = Body.newBuilder();
    Body.Builder bare = Body.newBuilder();
    Body.Builder strings = Body.newBuilder();
    for (int i = 0; i < 1024; i++) {
      types.addTypes(type("t", 1));
      bare.addTypes(type("t", 0));
      strings.addStrings(ByteString.copyFromUtf8("a")).addStrings(ByteString.copyFromUtf8("é"));
    }
    for (int i = 0; i < 20; i++) {
      fields.addTypes(type("t", 255));
    }
    return Stream.of(
        Arguments.of("fields", fields.build().toByteArray(), 0),
        Arguments.of("types", types.build().toByteArray(), 0),
        Arguments.of("types without fields", bare.build().toByteArray(), 0),
        Arguments.of("strings", strings.build().toByteArray(), 0),
        Arguments.of("constants", type("t", 255, ChunkLayout.MAX_RECORDS), 65_536),
        Arguments.of("empty fields", nested(3), 0),
        Arguments.of("empty strings", repeated(3, COUNT, new byte[0]), 0),
        Arguments.of("packed values", column(5, false), COUNT),
        Arguments.of("single values", column(5, true), COUNT),
        Arguments.of("packed runs", column(7, false), COUNT),
        Arguments.of("single runs", column(7, true), COUNT));
  }

  private static RecordType.Builder type(String name, int fields) {
    RecordType.Builder type =
        RecordType.newBuilder().setName(ByteString.copyFromUtf8(name)).setVersion(1);
    for (int i = 0; i < fields; i++) {
      String fieldName = Integer.toString(i, 36);
      type.addFields(
          Field.newBuilder()
              .setName(ByteString.copyFromUtf8(fieldName))
              .setType(FieldType.FIELD_TYPE_LONG));
    }
    return type;
  }

  /** One constant for all rows. */
  private static byte[] type(String name, int fields, int rows) {
    RecordType.Builder type = type(name, fields);
    for (int i = 0; i < fields; i++) {
      type.getFieldsBuilder(i).setColumn(Column.newBuilder().addValues(i + 1).addRuns(rows));
    }
    return Body.newBuilder().addTypes(type).build().toByteArray();
  }

  private static byte[] repeated(int field, int count, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    for (int i = 0; i < count; i++) {
      out.writeByteArray(field, content);
    }
    out.flush();
    return bytes.toByteArray();
  }

  /** Types of nothing but fields of nothing. */
  private static byte[] nested(int field) throws IOException {
    return repeated(1, 100, repeated(field, 255, new byte[0]));
  }

  /** A type with one column of many numbers in the field. */
  private static byte[] column(int field, boolean single) throws IOException {
    ByteArrayOutputStream column = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(column);
    for (int i = 0; i < COUNT && single; i++) {
      out.writeUInt32(field, 2);
    }
    if (!single) {
      out.writeByteArray(field, new byte[COUNT]);
    }
    out.flush();
    RecordType.Builder type = type("t", 1);
    type.getFieldsBuilder(0).setColumn(Column.parseFrom(column.toByteArray()));
    byte[] read = Body.newBuilder().addTypes(type).build().toByteArray();
    return single ? unpacked(column.toByteArray()) : read;
  }

  private static byte[] unpacked(byte[] column) throws IOException {
    byte[] field = repeated(4, 1, column);
    return repeated(1, 1, repeated(3, 1, field));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void a_body_costs_no_more_than_is_stated(String name, byte[] body, int records) {
    Chunk chunk = pair.chunk(body, records);
    long bound =
        ProtobufChunkDecoder.MEMORY_CONSTANT
            + (long) ProtobufChunkDecoder.MEMORY_MULTIPLE * body.length;
    allocated(chunk);
    long allocated = allocated(chunk);
    System.out.printf(
        "%s: %d bytes, %.1f allocated for each%n",
        name, body.length, 1.0 * allocated / body.length);
    assertThat(allocated).isLessThan(bound);
  }

  private long allocated(Chunk chunk) {
    long before = Allocations.ofThisThread();
    try {
      pair.decoder().decode(chunk);
    } catch (MalformedChunkException e) {
      assertThat(e.reason()).isNotBlank();
    }
    return Allocations.ofThisThread() - before;
  }
}
