package dev.sluice.it;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.util.ArrayList;
import java.util.List;

/** Chunks with records of two versions of a type. */
final class NoteChunks {
  /** With a text. */
  static final RecordType ONE = type(1, Field.of("text", FieldType.STRING));

  /** With a number as well. */
  static final RecordType TWO =
      type(2, Field.of("text", FieldType.STRING), Field.of("count", FieldType.INT));

  private static final SerializerPair BINARY = SerializerPair.named("binary");

  private NoteChunks() {}

  private static RecordType type(int version, Field... fields) {
    List<Field> all = new ArrayList<>();
    all.add(new Field("time", FieldType.LONG, Field.Role.RECORD_TIME));
    all.addAll(List.of(fields));
    return new RecordType("test.note", version, all);
  }

  /** All chunks of a producer, each with one record of either version. */
  static List<byte[]> of(long producer, int count) throws Exception {
    List<byte[]> chunks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      TestBatch rows = new TestBatch().add(ONE, (long) i, "a" + i).add(TWO, (long) i, "b" + i, i);
      Accounting accounting =
          new Accounting.Builder(producer)
              .name("shop")
              .sequence(i)
              .emitted(2L * (i + 1))
              .end(i == count - 1)
              .times(0, i)
              .build();
      Chunk like = BINARY.chunk(BINARY.encoder(), rows.build());
      ChunkHeader header = ChunkHeader.of(like.header().serializerId(), 0, 2, accounting);
      chunks.add(BINARY.chunk(SerializerPair.body(like), header).toByteArray());
    }
    return chunks;
  }
}
