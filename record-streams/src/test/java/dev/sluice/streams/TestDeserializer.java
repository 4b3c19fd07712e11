package dev.sluice.streams;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.spi.ChunkDecoder;
import dev.sluice.api.spi.DecodeLimits;
import dev.sluice.api.spi.Deserializer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Decodes bodies of lines: {@code event 5 some text} or {@code state true 0.5}. */
public final class TestDeserializer implements Deserializer {
  static final int ID = 200;
  static final RecordType EVENT =
      new RecordType(
          "test.event",
          1,
          List.of(Field.of("number", FieldType.INT), Field.of("text", FieldType.STRING)));
  static final RecordType STATE =
      new RecordType(
          "test.state",
          1,
          List.of(Field.of("on", FieldType.BOOLEAN), Field.of("ratio", FieldType.DOUBLE)));

  @Override
  public String name() {
    return "test";
  }

  @Override
  public int id() {
    return ID;
  }

  @Override
  public ChunkDecoder newDecoder(DecodeLimits limits) {
    return TestDeserializer::decode;
  }

  private static RecordCursor decode(Chunk chunk) throws MalformedChunkException {
    String body =
        new String(
            chunk.array(), chunk.bodyOffset(), chunk.header().bodyLength(), StandardCharsets.UTF_8);
    List<String[]> rows = new ArrayList<>();
    for (String line : body.lines().toList()) {
      String[] words = line.split(" ", 3);
      if (words[0].equals("bug")) {
        throw new IllegalStateException("a bug in the decoder");
      }
      if (words.length < 3 || !words[0].equals("event") && !words[0].equals("state")) {
        throw new MalformedChunkException(chunk.header().length(), "no record: " + line);
      }
      rows.add(words);
    }
    return new LineCursor(rows);
  }

  private static final class LineCursor implements RecordCursor {
    private final List<String[]> rows;
    private int row = -1;

    LineCursor(List<String[]> rows) {
      this.rows = rows;
    }

    @Override
    public boolean next() {
      return ++row < rows.size();
    }

    @Override
    public RecordType type() {
      return rows.get(row)[0].equals("event") ? EVENT : STATE;
    }

    @Override
    public long longValue(int field) {
      String value = rows.get(row)[field + 1];
      return type() == STATE ? (value.equals("true") ? 1 : 0) : Long.parseLong(value);
    }

    @Override
    public double doubleValue(int field) {
      return Double.parseDouble(rows.get(row)[field + 1]);
    }

    @Override
    public String text(int field) {
      return rows.get(row)[field + 1];
    }

    @Override
    public byte[] bytes(int field) {
      return null;
    }

    @Override
    public List<RecordType> types() {
      return List.of(EVENT, STATE);
    }
  }
}
