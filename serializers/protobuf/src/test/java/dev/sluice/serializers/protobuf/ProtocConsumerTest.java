package dev.sluice.serializers.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.chunk.v1.Body;
import dev.sluice.chunk.v1.Column;
import dev.sluice.chunk.v1.Field;
import dev.sluice.chunk.v1.FieldType;
import dev.sluice.chunk.v1.Predictor;
import dev.sluice.chunk.v1.RecordType;
import dev.sluice.testkit.Mutations;
import dev.sluice.testkit.RandomRecords;
import dev.sluice.testkit.RecordValues;
import dev.sluice.testkit.SampleRecords;
import dev.sluice.testkit.Seeds;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A consumer with generated classes reads what we write, and agrees on what is refused. */
class ProtocConsumerTest {
  private static final int MUTATIONS = 20_000;

  private final SerializerPair pair = SerializerPair.named(ProtobufFormat.NAME);

  private static List<List<Object>> consume(Chunk chunk) throws InvalidProtocolBufferException {
    Body body = Body.parseFrom(SerializerPair.body(chunk));
    return new ProtocConsumer(body, chunk.header().recordCount(), chunk.accounting().clockOffset())
        .records();
  }

  @Test
  void generated_classes_read_every_record() throws Exception {
    for (int records : new int[] {0, 1, 16, 1024, 10_000}) {
      Chunk mixed = pair.chunk(pair.encoder(), SampleRecords.mixed(records).build(), 77);
      assertThat(consume(mixed)).isEqualTo(pair.records(mixed)).hasSize(records);
      Chunk calls = pair.chunk(pair.encoder(), SampleRecords.operations(records).build(), -77);
      assertThat(consume(calls)).isEqualTo(pair.records(calls)).hasSize(records);
    }
  }

  @Test
  void generated_classes_read_random_records() throws Exception {
    long seed = Seeds.first("random schemas");
    Random random = new Random(seed);
    for (int round = 0; round < 40; round++) {
      RandomRecords records = new RandomRecords(random);
      TestBatch rows = new TestBatch();
      for (int i = random.nextInt(500); i >= 0; i--) {
        records.addTo(rows);
      }
      Chunk chunk = pair.chunk(pair.encoder(), rows.build(), random.nextLong());
      assertThat(consume(chunk)).as("seed %d", seed).isEqualTo(pair.records(chunk));
    }
  }

  @Test
  void what_generated_classes_write_is_read() throws Exception {
    Chunk chunk = pair.chunk(pair.encoder(), SampleRecords.mixed(300).build());
    Body body = Body.parseFrom(SerializerPair.body(chunk));
    // The classes write fields in their order, packed, and lengths as short as can be: so do we.
    assertThat(body.toByteArray()).isEqualTo(SerializerPair.body(chunk));
  }

  @Test
  void unpacked_numbers_split_messages_and_unknown_fields_are_read() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeInt64(99, 5);
    out.writeByteArray(1, type(column(3).toBuilder().build()));
    out.writeFixed32(98, 5);
    out.flush();
    List<List<Object>> wanted =
        List.of(List.of("t.1", 3L), List.of("t.1", 5L), List.of("t.1", 4L), List.of("t.1", 4L));
    Chunk chunk = pair.chunk(bytes.toByteArray(), 4);
    assertThat(pair.records(chunk)).isEqualTo(wanted).isEqualTo(consume(chunk));
  }

  /** Steps 3, 5, 4, 4: one packed, one not, one packed, and the last in another occurrence. */
  private static Column column(long first) {
    return Column.newBuilder().addValues(first).build();
  }

  private static byte[] type(Column first) throws Exception {
    ByteArrayOutputStream column = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(column);
    out.writeSInt64(5, 5);
    out.writeByteArray(5, new byte[] {8});
    out.writeByteArray(5, new byte[0]);
    out.writeSInt64(4, 17);
    out.writeInt32(6, 1);
    out.flush();
    ByteArrayOutputStream field = new ByteArrayOutputStream();
    out = CodedOutputStream.newInstance(field);
    out.writeByteArray(4, first.toByteArray());
    out.writeByteArray(1, "wrong".getBytes());
    out.writeByteArray(1, "v".getBytes());
    out.writeEnum(2, 6);
    out.writeByteArray(4, column.toByteArray());
    out.writeByteArray(4, Column.newBuilder().addValues(4).build().toByteArray());
    // A base that is written again, as 0.
    out.writeByteArray(4, new byte[] {4 << 3, 0});
    out.flush();
    ByteArrayOutputStream type = new ByteArrayOutputStream();
    out = CodedOutputStream.newInstance(type);
    out.writeByteArray(3, field.toByteArray());
    out.writeUInt64(2, (7L << 32) + 1);
    out.writeByteArray(1, "t".getBytes());
    out.flush();
    return type.toByteArray();
  }

  /** Strings are decoded before numbers, so they cannot be predicted from them. */
  @Test
  void a_string_that_refers_to_a_number_is_refused() throws Exception {
    RecordType type =
        RecordType.newBuilder()
            .setName(ByteString.copyFromUtf8("t"))
            .setVersion(1)
            .addFields(
                Field.newBuilder()
                    .setName(ByteString.copyFromUtf8("text"))
                    .setType(FieldType.FIELD_TYPE_STRING)
                    .setColumn(
                        Column.newBuilder()
                            .setPredictor(Predictor.PREDICTOR_REFERENCE)
                            .setReference(1)))
            .addFields(
                Field.newBuilder()
                    .setName(ByteString.copyFromUtf8("number"))
                    .setType(FieldType.FIELD_TYPE_INT)
                    .setColumn(Column.getDefaultInstance()))
            .build();
    Body body = Body.newBuilder().addTypes(type).setOrder(Column.getDefaultInstance()).build();
    Chunk chunk = pair.chunk(body.toByteArray(), 1);
    assertThat(consumed(chunk)).isNull();
    assertThatThrownBy(() -> pair.records(chunk))
        .isInstanceOf(MalformedChunkException.class)
        .hasMessageContaining("column 0 must not refer to field 1");
  }

  @Test
  void mutated_bodies_are_read_alike_or_refused_alike() throws Exception {
    long seed = Seeds.first("mutations");
    Random random = new Random(seed);
    int accepted = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      TestBatch rows = i % 2 == 0 ? SampleRecords.mixed(1 + i % 60) : new TestBatch();
      RandomRecords source = new RandomRecords(random);
      for (int k = random.nextInt(30); i % 2 == 1 && k >= 0; k--) {
        source.addTo(rows);
      }
      Chunk right = pair.chunk(pair.encoder(), rows.build());
      Chunk chunk = pair.chunk(Mutations.of(SerializerPair.body(right), random), rows.size());
      accepted += isReadAlike(chunk, "seed " + seed + ", mutation " + i) ? 1 : 0;
    }
    System.out.println(MUTATIONS + " mutations, " + accepted + " accepted");
    assertThat(accepted).as("seed %d", seed).isBetween(MUTATIONS / 100, MUTATIONS / 2);
  }

  private boolean isReadAlike(Chunk chunk, String name) {
    List<List<Object>> ours;
    try {
      ours = RecordValues.of(pair.decoder().decode(chunk));
    } catch (MalformedChunkException e) {
      if (!isStricter(e)) {
        assertThat(consumed(chunk)).as("%s refused: %s", name, e.getMessage()).isNull();
      }
      return false;
    }
    assertThat(consumed(chunk)).as(name).isEqualTo(ours);
    return true;
  }

  /**
   * Groups, tags and lengths beyond 32 bits, and varints whose tenth byte is not the last, which
   * generated classes let pass.
   */
  private static boolean isStricter(MalformedChunkException e) {
    return e.reason().contains("is refused")
        || e.reason().contains("is no field")
        || e.reason().contains("more than 10 bytes")
        || e.reason().matches("needs \\d{10,} bytes.*");
  }

  private static List<List<Object>> consumed(Chunk chunk) {
    try {
      return consume(chunk);
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      return null;
    }
  }
}
