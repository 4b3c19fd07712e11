package dev.sluice.collectors;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Rows;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A hand-written row writer, and the reading of what {@link RawSerializer} made of its rows. */
final class TestRows {
  static final RecordType TYPE =
      new RecordType(
          "test.row",
          1,
          List.of(
              Field.of("thread", FieldType.INT),
              Field.of("text", FieldType.STRING),
              new Field("time", FieldType.LONG, Field.Role.RECORD_TIME),
              Field.of("sequence", FieldType.LONG)));

  /** Words of a row without text. */
  static final int WORDS = 4;

  private final RowSink sink;
  private final int type;

  record Row(int thread, long time, long sequence, String text) {}

  TestRows(RowSink sink) {
    this.sink = sink;
    this.type = sink.register(TYPE);
  }

  boolean emit(int thread, long time, long sequence) {
    RowBuffer buffer = sink.buffer();
    int at = claim(buffer, WORDS);
    if (at < 0) {
      return false;
    }
    try {
      buffer.put(at + 1, 0);
      buffer.put(at + 2, time);
      buffer.put(at + 3, sequence);
      return buffer.commit(at, RowLayout.header(WORDS, type) | (long) thread << 32);
    } catch (Throwable failure) {
      buffer.givenUp[at & buffer.givenUp.length - 1] = true;
      return false;
    }
  }

  private int claim(RowBuffer buffer, int count) {
    int at = buffer.claim(count);
    return at < 0 ? sink.full(buffer, count) : at;
  }

  boolean emit(int thread, long time, long sequence, String text) {
    int bytes = Rows.textBytes(text);
    int count = WORDS + RowLayout.inlineWords(bytes);
    RowBuffer buffer = sink.buffer();
    int at = claim(buffer, count);
    if (at < 0) {
      return false;
    }
    buffer.put(at + 1, -WORDS & 0xffff_ffffL);
    buffer.put(at + 2, time);
    buffer.put(at + 3, sequence);
    buffer.putText(at + WORDS, text, bytes);
    return buffer.commit(at, RowLayout.header(count, type) | (long) thread << 32);
  }

  static List<Row> decode(Chunk chunk) {
    List<Row> rows = new ArrayList<>();
    ByteBuffer body =
        ByteBuffer.wrap(chunk.bodyArray(), chunk.bodyOffset(), chunk.header().bodyLength())
            .order(ByteOrder.LITTLE_ENDIAN);
    while (body.hasRemaining()) {
      long header = body.getLong();
      boolean hasText = (int) body.getLong() != 0;
      long time = body.getLong();
      long sequence = body.getLong();
      rows.add(new Row((int) (header >>> 32), time, sequence, hasText ? text(body) : null));
    }
    return rows;
  }

  private static String text(ByteBuffer body) {
    byte[] bytes = new byte[(int) body.getLong()];
    body.get(bytes);
    body.position(body.position() + (8 - (bytes.length & 7) & 7));
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
