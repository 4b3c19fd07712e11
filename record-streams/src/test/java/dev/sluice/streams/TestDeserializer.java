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
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decodes bodies of lines: {@code event 5 some text} or {@code state true 0.5}. The cursor fails at
 * {@code late bug here}; a decoder fails whole at {@code bug}, {@code deep} and {@code large};
 * {@code many 5 x} stands for so many events.
 */
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

  private static final Set<String> KINDS = Set.of("event", "state", "late");
  private static final String[] EVENT_1 = {"event", "1", "one"};

  /** How many decoders were made. */
  static final AtomicInteger DECODERS = new AtomicInteger();

  /** How often any cursor was moved. */
  static final AtomicInteger MOVES = new AtomicInteger();

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
    DECODERS.incrementAndGet();
    return chunk -> {
      limits.check(chunk);
      return decode(chunk);
    };
  }

  private static RecordCursor decode(Chunk chunk) throws MalformedChunkException {
    String body =
        new String(
            chunk.bodyArray(),
            chunk.bodyOffset(),
            chunk.header().bodyLength(),
            StandardCharsets.UTF_8);
    List<String[]> rows = new ArrayList<>();
    for (String line : body.lines().toList()) {
      String[] words = line.split(" ", 3);
      if (words[0].equals("bug")) {
        throw new IllegalStateException("a bug in the decoder");
      }
      if (words[0].equals("deep")) {
        throw new StackOverflowError();
      }
      if (words[0].equals("large")) {
        throw new OutOfMemoryError();
      }
      if (words[0].equals("many")) {
        rows.addAll(Collections.nCopies(Integer.parseInt(words[1]), EVENT_1));
        continue;
      }
      if (words.length < 3 || !KINDS.contains(words[0])) {
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
      MOVES.incrementAndGet();
      if (++row < rows.size() && rows.get(row)[0].equals("late")) {
        throw new IllegalStateException("a bug in the cursor");
      }
      return row < rows.size();
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
