package dev.sluice.sql;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.tools.format.PerType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/** Copies rows of a record type from batches to slabs. For one thread. */
final class SlabFiller {
  /** Ids of texts that are remembered. */
  private static final int MAX_IDS = 1 << 20;

  private final List<Column> columns;
  private final TypeColumns type;
  private final TextCodes codes;
  private final PerType<int[]> fields = new PerType<>(this::fieldsOf);
  private String[] texts = new String[256];
  private byte[][] encoded = new byte[256][];

  /** Creates a filler for the columns of a type, in the order of the slabs. */
  SlabFiller(TypeColumns type, List<Column> columns) {
    this.type = type;
    this.columns = columns;
    boolean coded = columns.stream().anyMatch(Column::coded);
    codes = coded ? new TextCodes(type.texts()::code) : null;
  }

  private int[] fieldsOf(RecordType of) {
    boolean other = !of.qualifiedName().equals(type.qualifiedName());
    return other ? null : columns.stream().mapToInt(column -> field(of, column)).toArray();
  }

  private static int field(RecordType type, Column column) {
    return column.field() == null ? -1 : type.indexOf(column.field());
  }

  /**
   * Returns whether the batch has rows for the slabs. One with a text that had no number when all
   * were looked for came later than the query, and is left out.
   */
  boolean accepts(ColumnBatch batch, Chunk chunk) {
    return fields.of(batch.type()) != null
        && (codes == null
            || codes.meet(batch, chunk)
                && type.texts().code(producer(Kind.PRODUCER, chunk)) >= 0
                && type.texts().code(producer(Kind.PRODUCER_ID, chunk)) >= 0);
  }

  private static String producer(Kind kind, Chunk chunk) {
    Accounting told = chunk.accounting();
    return kind == Kind.PRODUCER ? told.producerName() : told.producer().toString();
  }

  /**
   * Copies rows from {@code from} on behind those of the slab.
   *
   * @return how many; at least 1, fewer than there are if the slab is full then
   */
  int fill(Slab slab, ColumnBatch batch, Chunk chunk, int from) {
    int[] sources = fields.of(batch.type());
    int count = Math.min(batch.rows() - from, Slab.ROWS - slab.rows);
    for (int i = 0; i < sources.length; i++) {
      if (slab.texts[i] != null) {
        count = fillTexts(slab, i, batch, sources[i], chunk, from, count);
      }
    }
    for (int i = 0; i < sources.length; i++) {
      if (slab.numbers[i] != null) {
        if (columns.get(i).coded()) {
          fillCodes(slab, i, batch, sources[i], chunk, from, count);
        } else {
          fillNumbers(slab, i, batch, sources[i], from, count);
        }
      }
    }
    slab.rows += count;
    return count;
  }

  private int fillTexts(
      Slab slab, int column, ColumnBatch batch, int field, Chunk chunk, int from, int count) {
    Kind kind = columns.get(column).kind();
    byte[][] to = slab.texts[column];
    if (kind == Kind.PRODUCER || kind == Kind.PRODUCER_ID) {
      String text = producer(kind, chunk);
      byte[] bytes = text == null ? null : utf8(text);
      Arrays.fill(to, slab.rows, slab.rows + count, bytes);
      return count;
    }
    if (field < 0) {
      slab.putNull(column, slab.rows, count);
      return count;
    }
    long[] values = batch.values();
    int start = batch.start(field) + from;
    for (int row = 0; row < count; row++) {
      byte[] bytes =
          switch (kind) {
            case TEXT -> text(batch, values[start + row]);
            case CHAR -> utf8(String.valueOf((char) values[start + row]));
            default -> base64(batch.bytes(field, from + row));
          };
      to[slab.rows + row] = bytes;
      slab.textBytes += bytes == null ? 0 : bytes.length;
      if (slab.textBytes > Slab.MAX_TEXT_BYTES) {
        return row + 1;
      }
    }
    return count;
  }

  /** A decoder has the same object for the same text, often for many chunks. */
  private byte[] text(ColumnBatch batch, long id) {
    String text = batch.text(id);
    if (text == null) {
      return null;
    }
    int at = (int) Math.min(id - batch.minId(), MAX_IDS);
    if (at == MAX_IDS) {
      return utf8(text);
    }
    if (at >= texts.length) {
      int size = Math.max(at + 1, 2 * texts.length);
      texts = Arrays.copyOf(texts, size);
      encoded = Arrays.copyOf(encoded, size);
    }
    if (texts[at] != text) {
      texts[at] = text;
      encoded[at] = utf8(text);
    }
    return encoded[at];
  }

  private void fillCodes(
      Slab slab, int column, ColumnBatch batch, int field, Chunk chunk, int from, int count) {
    Kind kind = columns.get(column).kind();
    long[] to = slab.numbers[column];
    if (kind != Kind.TEXT || field < 0) {
      int one = kind == Kind.TEXT ? 0 : type.texts().code(producer(kind, chunk));
      Arrays.fill(to, slab.rows, slab.rows + count, one);
      return;
    }
    int[] known = codes.codes();
    long[] values = batch.values();
    int start = batch.start(field) + from;
    for (int row = 0; row < count; row++) {
      to[slab.rows + row] = known[(int) values[start + row] - batch.minId()];
    }
  }

  private void fillNumbers(
      Slab slab, int column, ColumnBatch batch, int field, int from, int count) {
    if (field < 0) {
      slab.putNull(column, slab.rows, count);
      return;
    }
    long[] to = slab.numbers[column];
    System.arraycopy(batch.values(), batch.start(field) + from, to, slab.rows, count);
    boolean widen =
        columns.get(column).kind() == Kind.DOUBLE
            && batch.type().fields().get(field).type() == FieldType.FLOAT;
    for (int row = slab.rows; widen && row < slab.rows + count; row++) {
      to[row] = Double.doubleToRawLongBits(Float.intBitsToFloat((int) to[row]));
    }
  }

  private static byte[] base64(byte[] bytes) {
    return bytes == null ? null : Base64.getEncoder().encode(bytes);
  }

  /** Returns a lone surrogate, which UTF-8 cannot hold, becomes a question mark. */
  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
