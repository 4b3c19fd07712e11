package dev.sluice.cli;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkEncoder;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.testkit.SerializerPair;
import dev.sluice.testkit.TestBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Chunks that no program of ours would write. */
public final class Chunks {
  /** A time and a text. */
  public static final RecordType NOTE =
      new RecordType(
          "test.note",
          1,
          List.of(
              new Field("time", FieldType.LONG, Field.Role.RECORD_TIME),
              new Field("text", FieldType.STRING, Field.Role.SYMBOL)));

  private static final SerializerPair BINARY = SerializerPair.named("binary");
  private static final ChunkEncoder ENCODER = BINARY.encoder();

  private Chunks() {}

  /** All of a producer: one chunk, which is its last. */
  public static byte[] only(long producer, String name, TestBatch rows) {
    return only(producer, name, rows, 1);
  }

  /** The same with the time of the last record, in nanoseconds. */
  public static byte[] only(long producer, String name, TestBatch rows, long last) {
    return of(
        new Accounting.Builder(producer)
            .name(name)
            .end(true)
            .emitted(rows.size())
            .times(0, last)
            .build(),
        rows);
  }

  /** A chunk that says that of its producer. */
  public static byte[] of(Accounting accounting, TestBatch rows) {
    return of(accounting, Attributes.NONE, rows);
  }

  /** The same with these attributes. */
  public static byte[] of(Accounting accounting, Attributes attributes, TestBatch rows) {
    try {
      Chunk like = BINARY.chunk(ENCODER, rows.build());
      ChunkHeader header = ChunkHeader.of(like.header().serializerId(), 0, rows.size(), accounting);
      return BINARY.chunk(SerializerPair.body(like), header.with(attributes)).toByteArray();
    } catch (RecordEncodeException e) {
      throw new AssertionError(e);
    }
  }

  /** Records with that text, one nanosecond after the other from the epoch on. */
  public static TestBatch notes(int count, String text) {
    TestBatch batch = new TestBatch();
    for (int i = 0; i < count; i++) {
      batch.add(NOTE, (long) i, text);
    }
    return batch;
  }

  /** A file of all of them. */
  public static Path file(Path path, byte[]... chunks) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] chunk : chunks) {
      all.write(chunk);
    }
    return Files.write(path, all.toByteArray());
  }
}
