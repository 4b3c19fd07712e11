package dev.sluice.serializers.support;

import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.RecordEncodeException;
import java.util.Arrays;

/**
 * Copies rows of one type into columns, one for each field, with texts as ids of a string table.
 * All references of a row are checked. For one thread; allocates nothing per row.
 */
public final class RowStager {
  /** Number of rows whose words fit into the first-level cache beside their columns. */
  private static final int TILE = 256;

  private final StringTable strings;

  /** Bits that differ from the first row's, by field. */
  private final long[] different = new long[RecordType.MAX_FIELDS];

  private RowBatch batch;
  private long[] words;

  /** Creates a stager for a chunk whose texts go to this table. */
  public RowStager(StringTable strings) {
    this.strings = strings;
  }

  /** Starts a batch, whose string table must have been started. */
  public void begin(RowBatch newBatch) {
    batch = newBatch;
    words = newBatch.words;
  }

  /**
   * Fills the columns of all fields from the rows and notes which have certainly one value. A
   * column has integers, the raw bits of floats and doubles, ids of texts, and of byte arrays the
   * lengths plus 1; 0 is null. If the string table gets full, ids are 0.
   *
   * @param rows rows of that type, at least one
   * @param columns by field; each has room for all rows
   * @param constant by field; set to whether all its rows have one value, if that is easily told
   * @throws RecordEncodeException if a row refers to no symbol, to data outside of itself, or to a
   *     text that is no WTF-8
   */
  public void stage(RowType type, RowStarts rows, long[][] columns, boolean[] constant)
      throws RecordEncodeException {
    // Over some rows at a time, so that they are still in the first-level cache for the next field.
    int fields = type.fields().length;
    Arrays.fill(different, 0, fields, 0);
    int n = rows.count();
    for (int i = 0; i < n; i += TILE) {
      int to = Math.min(n, i + TILE);
      for (int field = 0; field < fields; field++) {
        different[field] |= copy(type, field, rows, i, to, columns[field]);
      }
    }
    for (int field = 0; field < fields; field++) {
      // Of a narrow field, what lies above it may be another's.
      FieldType fieldType = type.fields()[field].type();
      boolean same = different[field] << 64 - fieldType.bits() == 0;
      constant[field] = convert(fieldType, rows, same, columns[field]);
    }
  }

  private long copy(RowType type, int field, RowStarts rows, int i, int to, long[] column) {
    int word = type.layout().word(field);
    return type.isWide(field)
        ? rows.words(words, word, i, to, column)
        : rows.halves(words, word, type.layout().shift(field), i, to, column);
  }

  /** Converts values of rows to values of columns; returns whether they are all equal. */
  private boolean convert(FieldType type, RowStarts rows, boolean same, long[] column)
      throws RecordEncodeException {
    if (type.isText()) {
      return texts(rows, same, column);
    }
    if (type.hasContent()) {
      lengths(rows, column);
      return false;
    }
    if (type.bits() < 32) {
      narrow(type, rows.count(), column);
    }
    return same;
  }

  /**
   * Checks that rows have no bits beyond their type, which would make the whole chunk unreadable.
   */
  private static void narrow(FieldType type, int n, long[] column) {
    int unused = 64 - type.bits();
    boolean signed = type.isSigned();
    for (int i = 0; i < n; i++) {
      long top = column[i] << unused;
      column[i] = signed ? top >> unused : top >>> unused;
    }
  }

  /**
   * Converts symbols and inline texts to ids of the chunk's strings; returns whether they are all
   * equal.
   */
  private boolean texts(RowStarts rows, boolean same, long[] column) throws RecordEncodeException {
    int n = rows.count();
    int last = (int) column[0];
    if (same && last >= 0) {
      Arrays.fill(column, 0, n, last == 0 ? 0 : symbol(last, rows, 0));
      return true;
    }
    int lastId = 0;
    last = 0;
    for (int i = 0; i < n; i++) {
      int value = (int) column[i];
      if (value != last || value < 0) {
        last = value;
        lastId = value > 0 ? symbol(value, rows, i) : text(value, rows, i);
      }
      column[i] = lastId;
    }
    return false;
  }

  private int symbol(int symbolId, RowStarts rows, int row) throws RecordEncodeException {
    int id = strings.symbol(symbolId);
    if (id != 0) {
      return id;
    }
    byte[] text = batch.types().symbolText(symbolId);
    if (!isText(text)) {
      throw failure(rows.start(row), noText(symbolId));
    }
    return checked(strings.addSymbol(symbolId, text), rows, row);
  }

  /** Returns whether the text of a symbol may be in a chunk, which means that it is WTF-8. */
  static boolean isText(byte[] text) {
    return text != null && text.length <= RowLayout.MAX_INLINE_BYTES;
  }

  static String noText(int symbolId) {
    return "symbol " + symbolId + " has no text, or one that is too long";
  }

  private int text(int value, RowStarts rows, int row) throws RecordEncodeException {
    if (value == 0) {
      return 0;
    }
    return checked(strings.add(words, inline(value, rows.start(row))), rows, row);
  }

  private int checked(int id, RowStarts rows, int row) throws RecordEncodeException {
    if (id == 0 && !strings.isFull()) {
      throw failure(rows.start(row), "text is no WTF-8");
    }
    return id;
  }

  private void lengths(RowStarts rows, long[] column) throws RecordEncodeException {
    for (int i = 0; i < rows.count(); i++) {
      int value = (int) column[i];
      column[i] = value == 0 ? 0 : 1 + words[inline(value, rows.start(i))];
    }
  }

  private int inline(int value, int start) throws RecordEncodeException {
    String problem = problem(words, start, value);
    if (problem != null) {
      throw failure(start, problem);
    }
    return start - value;
  }

  /**
   * Returns what is wrong with the inline data that a row refers to; null if it is right.
   *
   * @param start the row's first word
   * @param value what a row holds for a text or byte array; the data's length is at {@code start -
   *     value}
   */
  static String problem(long[] words, int start, int value) {
    int end = start + RowLayout.words(words[start]);
    // A symbol where only inline data may be is positive and so ends up before the row.
    long at = (long) start - value;
    if (at <= start || at >= end) {
      return "inline data starts outside of its row";
    }
    long length = words[(int) at];
    return length < 0
            || length > RowLayout.MAX_INLINE_BYTES
            || RowLayout.inlineWords((int) length) > end - at
        ? "inline data of " + length + " bytes does not fit into its row"
        : null;
  }

  /**
   * Passes the byte arrays of a field on, one after the other, without those that are null.
   *
   * @param rows rows whose lengths were staged
   */
  public void copyBytes(RowType type, int field, RowStarts rows, InlineSink sink) {
    int word = type.layout().word(field);
    int shift = type.layout().shift(field);
    for (int i = 0; i < rows.count(); i++) {
      int start = rows.start(i);
      int value = (int) (words[start + word] >>> shift);
      if (value != 0) {
        sink.inline(words, start - value);
      }
    }
  }

  private RecordEncodeException failure(int start, String reason) {
    int row = 0;
    for (int p = 0; p < start; row++) {
      p += RowLayout.words(words[p]);
    }
    return new RecordEncodeException(row, reason);
  }
}
