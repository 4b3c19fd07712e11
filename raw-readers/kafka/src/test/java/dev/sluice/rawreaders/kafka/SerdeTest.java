package dev.sluice.rawreaders.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordReader;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.serializers.support.RecordList;
import dev.sluice.testkit.ChunkFactory;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class SerdeTest {
  @Test
  void chunk_survives_the_round_trip_byte_for_byte() {
    Chunk chunk = new ChunkFactory(5, "name").next(2, 50);
    try (ChunkSerde serde = new ChunkSerde()) {
      byte[] bytes = serde.serializer().serialize("t", chunk);
      Chunk back = serde.deserializer().deserialize("t", bytes);
      assertThat(back.toByteArray()).isEqualTo(chunk.toByteArray());
      assertThat(back.accounting()).isEqualTo(chunk.accounting());
      assertThat(serde.serializer().serialize("t", null)).isNull();
      assertThat(serde.deserializer().deserialize("t", (byte[]) null)).isNull();
    }
  }

  @Test
  void any_damage_is_a_serialization_exception() {
    byte[] sound = new ChunkFactory(5, "name").next(2, 50).toByteArray();
    ChunkDeserializer chunks = new ChunkDeserializer();
    for (int bit = 0; bit < sound.length * 8; bit++) {
      byte[] bytes = sound.clone();
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> chunks.deserialize("t", bytes))
          .isInstanceOf(SerializationException.class);
    }
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      assertThatThrownBy(() -> chunks.deserialize("t", bytes))
          .isInstanceOf(SerializationException.class)
          .hasMessageContaining("topic t");
    }
  }

  @Test
  void chunk_of_a_serializer_that_nobody_knows_is_a_serialization_exception() {
    try (RecordsDeserializer<String> records = new RecordsDeserializer<>(SomeReader.create())) {
      assertThatThrownBy(
              () -> records.deserialize("t", new ChunkFactory(5, null).next().toByteArray()))
          .isInstanceOf(SerializationException.class)
          .hasMessageContaining("200");
    }
  }

  @Test
  void chunk_without_records_needs_no_deserializer() {
    try (RecordsDeserializer<String> records = new RecordsDeserializer<>(SomeReader.create())) {
      byte[] end = new ChunkFactory(5, null).end().toByteArray();
      assertThat(records.deserialize("t", end)).isEmpty();
    }
  }

  @Test
  void decoder_that_fails_with_any_exception_makes_a_serialization_exception() {
    try (RecordsDeserializer<String> records = new RecordsDeserializer<>(SomeReader.create())) {
      assertThatThrownBy(() -> records.deserialize("t", chunk(0).toByteArray()))
          .isInstanceOf(SerializationException.class)
          .hasMessageContaining("message in topic t: decoder failed with")
          .hasRootCauseInstanceOf(ArithmeticException.class);
    }
  }

  @Test
  void records_may_be_mapped_with_the_producer_of_their_chunk() {
    try (RecordsDeserializer<String> records =
        new RecordsDeserializer<>(
            SomeReader.create(),
            (record, chunk) -> chunk.accounting().producerName() + " " + record)) {
      assertThat(records.deserialize("t", chunk(2).toByteArray()))
          .containsExactly("shop 1", "shop 2");
    }
  }

  private static Chunk chunk(int records) {
    byte[] bytes = new byte[ChunkLayout.MAX_HEADER_BYTES + 1 + ChunkLayout.CRC_BYTES];
    Accounting accounting = new Accounting.Builder(7).name("shop").emitted(records).build();
    return ChunkLayout.seal(
        bytes, ChunkLayout.MAX_HEADER_BYTES, ChunkHeader.of(Counting.ID, 1, records, accounting));
  }

  /** Records that hold the numbers from 1; fails if there is none. */
  public static final class Counting implements Deserializer {
    static final int ID = 199;

    @Override
    public String name() {
      return "counting";
    }

    @Override
    public int id() {
      return ID;
    }

    @Override
    public ChunkDecoder newDecoder(DecodeLimits limits) {
      return chunk -> {
        RecordType type = new RecordType("some", 1, List.of(Field.of("number", FieldType.LONG)));
        Math.floorDiv(1, chunk.header().recordCount());
        RecordList records = new RecordList(chunk, limits);
        records.addType(type);
        for (long i = 1; i <= chunk.header().recordCount(); i++) {
          records.add(type, i);
        }
        return records.complete();
      };
    }
  }

  @Test
  void record_reader_is_named_as_class_or_text() {
    for (Object named : List.of(SomeReader.class, SomeReader.class.getName())) {
      try (RecordsDeserializer<String> records = new RecordsDeserializer<>()) {
        records.configure(Map.of(RecordsDeserializer.READER, named), false);
        assertThat(records.deserialize("t", null)).isNull();
      }
    }
    for (Object named : List.of("no.such.Reader", String.class, 5)) {
      try (RecordsDeserializer<String> records = new RecordsDeserializer<>()) {
        assertThatThrownBy(
                () -> records.configure(Map.of(RecordsDeserializer.READER, named), false))
            .isInstanceOf(ConfigException.class)
            .hasMessageContaining("sluice.record.reader");
      }
    }
  }

  /** Shaped as the record compiler's. */
  public static final class SomeReader implements RecordReader<String> {
    public static SomeReader create() {
      return new SomeReader();
    }

    @Override
    public RecordType type() {
      return new RecordType("some", 1, List.of());
    }

    @Override
    public Class<String> recordClass() {
      return String.class;
    }

    @Override
    public String read(RecordCursor cursor) {
      return "" + cursor.longValue(0);
    }
  }
}
