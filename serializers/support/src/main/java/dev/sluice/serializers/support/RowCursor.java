package dev.sluice.serializers.support;

import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.Rows;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.RecordEncodeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of a batch as records, one after the other: what a serializer starts from. All rows are
 * checked before the first is handed over, so that the accessors need not look again. For one
 * thread; allocates nothing per row, and only {@link #value}, {@link #text} and {@link #bytes} per
 * value.
 *
 * <p>Instants are as rows hold them ({@code nanoTime}): a body stores them without the clock
 * offset, which is in the chunk's header.
 */
public final class RowCursor implements RecordCursor {
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  private final List<RecordType> types = new ArrayList<>();
  private TypeRows[] byId = new TypeRows[16];

  private final SymbolTexts symbols = new SymbolTexts();
  private byte[] scratch = new byte[64];

  /** Where the rows start, and their types as places in {@link #types}. */
  private int[] starts = new int[64];

  private char[] codes = new char[64];
  private TypeRows[] batchTypes = new TypeRows[4];

  private long batchNumber;
  private RowBatch batch;
  private long[] words;
  private int row;
  private int start;
  private TypeRows current;

  /** A cursor without rows. */
  public RowCursor() {}

  /**
   * Starts on the rows of a batch, which must stay as they are while they are read.
   *
   * @throws RecordEncodeException if a row is not as {@link RowLayout} says, refers to no type or
   *     symbol, or holds a text that is no WTF-8
   */
  public void begin(RowBatch newBatch) throws RecordEncodeException {
    batch = newBatch;
    words = newBatch.words;
    batchNumber++;
    symbols.begin(newBatch.types());
    types.clear();
    int rows = newBatch.rows();
    if (starts.length < rows) {
      starts = new int[Math.max(rows, 2 * starts.length)];
      codes = new char[starts.length];
    }
    int p = 0;
    for (int i = 0; i < rows; i++) {
      long header = p < newBatch.length() ? words[p] : 0;
      start = p;
      check(header, i);
      starts[i] = p;
      codes[i] = (char) current.index;
      p += RowLayout.words(header);
    }
    row = -1;
  }

  @Override
  public boolean next() {
    if (row + 1 >= batch.rows()) {
      return false;
    }
    select(row + 1);
    return true;
  }

  /** Makes a row of the batch, counted from 0, the current record. */
  public void select(int newRow) {
    row = newRow;
    start = starts[newRow];
    current = batchTypes[codes[newRow]];
  }

  /** The place in {@link #types} of the current record's type. */
  public int typeIndex() {
    return codes[row];
  }

  /** The place in {@link #types} of the type of a row. */
  public int typeIndex(int ofRow) {
    return codes[ofRow];
  }

  @Override
  public RecordType type() {
    return current.type;
  }

  /** The types of the batch's rows, in the order of their first rows. */
  @Override
  public List<RecordType> types() {
    return types;
  }

  /** The value of an integer field; the raw bits of a float or double field. */
  @Override
  public long longValue(int field) {
    TypeRows type = current;
    int unused = type.unused[field];
    long top = words[start + type.word[field]] >>> type.shift[field] << unused;
    return top >> unused & type.mask[field];
  }

  /**
   * {@link #longValue} of many rows of one type, or {@link #reference} if the field is a text or
   * byte array.
   *
   * @param rows the rows are {@code rows[from..from+count)}, at least one
   * @param target filled from 0 on
   */
  public void longValues(int field, int[] rows, int from, int count, long[] target) {
    select(rows[from]);
    int word = current.word[field];
    int shift = current.shift[field];
    int unused = current.unused[field];
    long mask = current.mask[field];
    long[] source = words;
    int[] at = starts;
    for (int i = 0; i < count; i++) {
      long top = source[at[rows[from + i]] + word] >>> shift << unused;
      target[i] = top >> unused & mask;
    }
  }

  @Override
  public double doubleValue(int field) {
    long bits = longValue(field);
    return current.type.fields().get(field).type() == FieldType.FLOAT
        ? Float.intBitsToFloat((int) bits)
        : Double.longBitsToDouble(bits);
  }

  @Override
  public String text(int field) {
    int value = reference(field);
    if (value > 0) {
      return symbols.text(value);
    }
    if (value == 0) {
      return null;
    }
    int length = copyInline(start - value);
    return Wtf8.decode(scratch, 0, length);
  }

  @Override
  public byte[] bytes(int field) {
    int at = inlineAt(field);
    if (at < 0) {
      return null;
    }
    byte[] result = new byte[(int) words[at]];
    Rows.copyInline(words, at, result, 0);
    return result;
  }

  /**
   * The value of any field, as {@link RecordList#add} takes it: a {@code Boolean}, {@code Long},
   * {@code Double}, {@code String}, {@code byte[]} or null.
   */
  public Object value(int field) {
    return switch (current.type.fields().get(field).type()) {
      case BOOLEAN -> longValue(field) != 0;
      case BYTE, SHORT, CHAR, INT, LONG -> longValue(field);
      case FLOAT, DOUBLE -> doubleValue(field);
      case STRING, ENUM -> text(field);
      case BYTES -> bytes(field);
    };
  }

  /**
   * What a row holds for a text or byte array: 0 for null, the id of a {@link Symbol}, or less than
   * 0 for inline data.
   */
  public int reference(int field) {
    return (int) (words[start + current.word[field]] >>> current.shift[field]);
  }

  /**
   * Index in the batch's words of inline data's length, behind which its bytes lie as {@link
   * RowLayout} says; -1 for null and symbols.
   */
  public int inlineAt(int field) {
    int value = reference(field);
    return value < 0 ? start - value : -1;
  }

  private void check(long header, int row) throws RecordEncodeException {
    if (RowLayout.state(header) != RowLayout.COMMITTED) {
      throw new RecordEncodeException(row, "row is not committed");
    }
    int length = RowLayout.words(header);
    current = typeRows(RowLayout.typeId(header), row);
    if (length < current.fixedWords) {
      throw new RecordEncodeException(row, "row is shorter than its type");
    }
    if (length > batch.length() - start) {
      throw new RecordEncodeException(row, "row ends behind its batch");
    }
    for (int field : current.references) {
      int value = reference(field);
      if (value != 0) {
        checkReference(value, start + length, current.isText(field), row);
      }
    }
  }

  private TypeRows typeRows(int id, int row) throws RecordEncodeException {
    TypeRows known = id < byId.length ? byId[id] : null;
    if (known != null && known.batchNumber == batchNumber) {
      return known;
    }
    RecordType type = batch.types().type(id);
    if (type == null) {
      throw new RecordEncodeException(row, "row has the unknown type id " + id);
    }
    if (known == null || known.type != type) {
      known = new TypeRows(type);
      byId = id < byId.length ? byId : Arrays.copyOf(byId, Math.max(id + 1, 2 * byId.length));
      byId[id] = known;
    }
    known.batchNumber = batchNumber;
    known.index = types.size();
    if (known.index == batchTypes.length) {
      batchTypes = Arrays.copyOf(batchTypes, 2 * batchTypes.length);
    }
    batchTypes[known.index] = known;
    types.add(type);
    return known;
  }

  private void checkReference(int value, int end, boolean text, int row)
      throws RecordEncodeException {
    if (value > 0 && text) {
      symbols.check(value, row);
      return;
    }
    // A symbol where only inline data may be is positive and so ends up before the row.
    long at = (long) start - value;
    if (at <= start || at >= end) {
      throw new RecordEncodeException(row, "inline data starts outside of its row");
    }
    long length = words[(int) at];
    if (length < 0
        || length > RowLayout.MAX_INLINE_BYTES
        || RowLayout.inlineWords((int) length) > end - at) {
      throw new RecordEncodeException(
          row, "inline data of " + length + " bytes does not fit into its row");
    }
    if (text && !isWtf8((int) at, (int) length)) {
      throw new RecordEncodeException(row, "text is no WTF-8");
    }
  }

  private boolean isWtf8(int at, int length) {
    long bits = 0;
    for (int i = at + RowLayout.inlineWords(length) - 1; i > at; i--) {
      bits |= words[i];
    }
    if ((bits & NOT_ASCII) == 0) {
      return true;
    }
    copyInline(at);
    return Wtf8.firstWrong(scratch, 0, length) < 0;
  }

  private int copyInline(int at) {
    int length = (int) words[at];
    if (scratch.length < length) {
      scratch = new byte[Math.max(length, 2 * scratch.length)];
    }
    return Rows.copyInline(words, at, scratch, 0);
  }
}
