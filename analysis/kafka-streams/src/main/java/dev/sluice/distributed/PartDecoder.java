package dev.sluice.distributed;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.ColumnCursor;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldSelection;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.UnreadRecords;
import dev.sluice.api.spi.ChunkDecoder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads what {@link PartWriter} wrote, as columns. Only a batch that is asked for is looked at; a
 * damaged one ends the cursor with an exception, and its chunk's other records are rejected. For
 * one thread.
 */
final class PartDecoder implements ChunkDecoder, ColumnCursor, ColumnBatch {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final Field.Role[] ROLES = Field.Role.values();

  private static final int MOST_LAYOUTS = 64;

  private final List<Layout> layouts = new ArrayList<>();
  private final TextCache cache = new TextCache();
  private final Varint.Reader in = new Varint.Reader(new byte[0], 0, 0, 0);
  private byte[] array = new byte[0];
  private int records;
  private int delivered;
  private List<UnreadRecords> unread = List.of();
  private Layout layout;
  private int rows;
  private long[] values = new long[0];
  private int[] starts = new int[0];
  private String[] texts = new String[64];
  private int maxId;
  private byte[][][] contents = new byte[0][][];

  /**
   * A type and which of its fields are there.
   *
   * @param description what it was read from
   */
  private record Layout(RecordType type, boolean[] present, byte[] description) {
    FieldType fieldType(int field) {
      return type.fields().get(field).type();
    }
  }

  @Override
  public RecordCursor decode(Chunk chunk) throws MalformedChunkException {
    throw new MalformedChunkException(chunk.header().length(), "a part is read as columns");
  }

  @Override
  public ColumnCursor columns(Chunk chunk, FieldSelection wanted) throws MalformedChunkException {
    array = chunk.bodyArray();
    int from = chunk.bodyOffset();
    in.reset(array, from - chunk.header().length(), from, from + chunk.header().bodyLength());
    records = chunk.header().recordCount();
    delivered = 0;
    maxId = 0;
    unread = List.of();
    in.skip(PartWriter.HASH_BYTES);
    int rejected = in.bounded("rejected records", 0, records);
    if (rejected > 0) {
      int length = in.bounded("length of a reason", 0, in.remaining());
      String reason = new String(array, in.skip(length), length, StandardCharsets.UTF_8);
      unread = List.of(new UnreadRecords("records", reason, rejected));
    }
    return this;
  }

  @Override
  public boolean next() {
    if (in.remaining() == 0) {
      return false;
    }
    try {
      readBatch();
    } catch (MalformedChunkException e) {
      throw new IllegalStateException("damaged part: " + e.getMessage(), e);
    }
    delivered += rows;
    return true;
  }

  private void readBatch() throws MalformedChunkException {
    readLayout();
    rows = in.bounded("rows", 1, Math.min(MAX_ROWS, records - delivered));
    int fields = layout.present().length;
    if (values.length < (fields + 2) * rows) {
      values = new long[(fields + 2) * MAX_ROWS];
    }
    if (starts.length <= fields) {
      starts = new int[fields + 1];
    }
    // The first column is that of all fields that are not there.
    Arrays.fill(values, 0, rows, 0);
    for (int field = 0; field < fields; field++) {
      starts[field] = layout.present()[field] ? (field + 1) * rows : 0;
      if (layout.present()[field]) {
        readColumn(starts[field]);
      }
    }
    starts[fields] = (fields + 1) * rows;
    readColumn(starts[fields]);
    check(starts[fields], 0, records - 1L, "ordinal");
    readTexts();
    readContents();
  }

  private void readLayout() throws MalformedChunkException {
    int length = in.bounded("length of a type", 0, in.remaining());
    int from = in.skip(length);
    // Those that came last are found first.
    for (int i = layouts.size() - 1; i >= 0; i--) {
      byte[] known = layouts.get(i).description();
      if (Arrays.equals(array, from, from + length, known, 0, known.length)) {
        layout = layouts.get(i);
        return;
      }
    }
    layout = parse(Arrays.copyOfRange(array, from, from + length));
    if (layouts.size() == MOST_LAYOUTS) {
      layouts.remove(0);
    }
    layouts.add(layout);
  }

  private static Layout parse(byte[] description) throws MalformedChunkException {
    Varint.Reader text = new Varint.Reader(description, 0, 0, description.length);
    String name = name(text, description);
    int version = text.unsignedByte() << 8 | text.unsignedByte();
    List<Field> fields = new ArrayList<>();
    boolean[] present = new boolean[text.unsignedByte()];
    for (int i = 0; i < present.length; i++) {
      String field = name(text, description);
      FieldType kind = FieldType.byNumber(text.unsignedByte());
      int how = text.unsignedByte();
      int role = how & ~Projection.ABSENT;
      present[i] = role == how;
      if (kind == null || role >= ROLES.length) {
        throw text.malformed("field " + field + " has no known type");
      }
      fields.add(new Field(field, kind, ROLES[role]));
    }
    try {
      return new Layout(new RecordType(name, version, fields), present, description);
    } catch (IllegalArgumentException e) {
      throw text.malformed(e.getMessage());
    }
  }

  private static String name(Varint.Reader text, byte[] bytes) throws MalformedChunkException {
    int length = text.unsignedByte() << 8 | text.unsignedByte();
    return new String(bytes, text.skip(length), length, StandardCharsets.UTF_8);
  }

  private void readColumn(int start) throws MalformedChunkException {
    int head = in.unsignedByte();
    boolean differences = head >= PartWriter.DELTA;
    int bits = head & PartWriter.DELTA - 1;
    if (bits > Long.SIZE) {
      throw in.malformed(bits + " bits of a column are above " + Long.SIZE);
    }
    long before = differences ? in.fixed64() : 0;
    long least = in.fixed64();
    unpack(start, bits, least);
    if (differences) {
      for (int i = start; i < start + rows; i++) {
        before += values[i];
        values[i] = before;
      }
    }
  }

  private void unpack(int start, int bits, long least) throws MalformedChunkException {
    int length = (int) (((long) rows * bits + 7) / Byte.SIZE);
    int at = in.skip(length);
    if (bits == 0) {
      Arrays.fill(values, start, start + rows, least);
      return;
    }
    byte[] from = array;
    // Two longs are read at once, which may go beyond the end.
    if (array.length - at - length < 2 * Long.BYTES) {
      from = Arrays.copyOfRange(array, at, at + length + 2 * Long.BYTES);
      at = 0;
    }
    long mask = -1L >>> Long.SIZE - bits;
    long bit = (long) at * Byte.SIZE;
    for (int i = start; i < start + rows; i++) {
      int index = (int) (bit >>> 3);
      int shift = (int) bit & 7;
      long value = (long) LONG.get(from, index) >>> shift;
      if (bits > Long.SIZE - Byte.SIZE + 1 && shift > 0) {
        value |= (long) LONG.get(from, index + Long.BYTES) << Long.SIZE - shift;
      }
      values[i] = least + (value & mask);
      bit += bits;
    }
  }

  private void check(int start, long least, long most, String what) throws MalformedChunkException {
    for (int i = start; i < start + rows; i++) {
      if (values[i] < least || values[i] > most) {
        throw in.malformed(what + " " + values[i] + " is not " + least + " to " + most);
      }
    }
  }

  private void readTexts() throws MalformedChunkException {
    int count = in.bounded("texts", 0, in.remaining());
    if (texts.length <= maxId + count) {
      texts = Arrays.copyOf(texts, Math.max(maxId + count + 1, texts.length * 2));
    }
    for (int i = 0; i < count; i++) {
      boolean wide = in.unsignedByte() != 0;
      int length = in.bounded("length of a text", 0, in.remaining());
      texts[++maxId] = cache.text(array, in.skip(length), length, wide);
    }
    for (int field = 0; field < layout.present().length; field++) {
      if (layout.fieldType(field).isText()) {
        check(starts[field], 0, maxId, "id of a text");
      }
    }
  }

  private void readContents() throws MalformedChunkException {
    int fields = layout.present().length;
    contents = contents.length < fields ? new byte[fields][][] : contents;
    for (int field = 0; field < fields; field++) {
      if (layout.fieldType(field).hasContent()) {
        contents[field] = new byte[rows][];
        for (int row = 0; row < rows; row++) {
          if (values[starts[field] + row] != 0) {
            int length = in.bounded("length of a byte array", 0, in.remaining());
            int from = in.skip(length);
            contents[field][row] = Arrays.copyOfRange(array, from, from + length);
          }
        }
      }
    }
  }

  @Override
  public ColumnBatch batch() {
    return this;
  }

  /** None: a part has no schema beside that of its batches. */
  @Override
  public List<RecordType> types() {
    return List.of();
  }

  @Override
  public List<UnreadRecords> unread() {
    return unread;
  }

  /** Rows of the chunk that are in other parts, or that the stage does not look at. */
  @Override
  public int leftOut() {
    int rejected = unread.isEmpty() ? 0 : unread.get(0).count();
    return in.remaining() == 0 ? records - rejected - delivered : 0;
  }

  @Override
  public RecordType type() {
    return layout.type();
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public long[] values() {
    return values;
  }

  @Override
  public int start(int field) {
    return starts[field];
  }

  @Override
  public int minId() {
    return 0;
  }

  @Override
  public int maxId() {
    return maxId;
  }

  @Override
  public String text(long id) {
    return id == 0 ? null : texts[(int) id];
  }

  @Override
  public byte[] bytes(int field, int row) {
    byte[] value = contents[field][row];
    return value == null ? null : value.clone();
  }

  @Override
  public void ordinals(int[] to) {
    int start = starts[layout.present().length];
    for (int row = 0; row < rows; row++) {
      to[row] = (int) values[start + row];
    }
  }

  /** Texts by their bytes, kept for short ones that come again and again. */
  private static final class TextCache {
    private static final int SLOTS = 1 << 13;

    private static final int MAX_LENGTH = 512;

    private final byte[][] keys = new byte[SLOTS][];
    private final String[] texts = new String[SLOTS];

    /** The text, often the same object as before. */
    String text(byte[] bytes, int from, int length, boolean wide) {
      if (wide) {
        return ByteBuffer.wrap(bytes, from, length).asCharBuffer().toString();
      }
      if (length > MAX_LENGTH) {
        return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
      }
      int hash = length;
      for (int i = from; i < from + length; i++) {
        hash = 31 * hash + bytes[i];
      }
      int slot = hash * 0x9e37_79b1 >>> 19;
      byte[] key = keys[slot];
      if (key == null || !Arrays.equals(key, 0, key.length, bytes, from, from + length)) {
        keys[slot] = Arrays.copyOfRange(bytes, from, from + length);
        texts[slot] = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
      }
      return texts[slot];
    }
  }
}
