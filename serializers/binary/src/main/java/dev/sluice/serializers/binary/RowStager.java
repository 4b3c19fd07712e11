package dev.sluice.serializers.binary;

import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.serializers.support.StringTable;
import java.util.Arrays;

/** Copies one field of many rows into a column. For one thread; allocates nothing per row. */
final class RowStager {
  /** Rows whose words fit into the first-level cache beside their columns. */
  private static final int TILE = 256;

  private final StringTable strings;

  /** By field: bits that differ from the first row's. */
  private final long[] different = new long[RecordType.MAX_FIELDS];

  private RowBatch batch;
  private long[] words;

  RowStager(StringTable strings) {
    this.strings = strings;
  }

  void begin(RowBatch newBatch) {
    batch = newBatch;
    words = newBatch.words;
  }

  /**
   * Fills the columns of all fields from the rows and notes which hold one value for sure. Goes
   * over some rows at a time, so that they are still in the first-level cache for the next field.
   */
  void stage(TypeEncoder type, PageRows rows, long[][] columns, boolean[] constant)
      throws RecordEncodeException {
    int fields = type.fields.length;
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
      boolean same = different[field] << 64 - type.fields[field].type().bits() == 0;
      constant[field] = convert(type.fields[field].type(), rows, same, columns[field]);
    }
  }

  private long copy(TypeEncoder type, int field, PageRows rows, int i, int to, long[] column) {
    int word = type.layout.word(field);
    return type.isWide(field)
        ? rows.words(words, word, i, to, column)
        : rows.halves(words, word, type.layout.shift(field), i, to, column);
  }

  /** From what lies in rows to what lies in columns; the result tells whether it is one value. */
  private boolean convert(FieldType type, PageRows rows, boolean same, long[] column)
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

  /** A row with bits beyond its type would make the whole chunk unreadable. */
  private static void narrow(FieldType type, int n, long[] column) {
    int unused = 64 - type.bits();
    boolean signed = type.isSigned();
    for (int i = 0; i < n; i++) {
      long top = column[i] << unused;
      column[i] = signed ? top >> unused : top >>> unused;
    }
  }

  /** From symbols and inline texts to ids of the chunk's strings. */
  private boolean texts(PageRows rows, boolean same, long[] column) throws RecordEncodeException {
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

  private int symbol(int symbolId, PageRows rows, int row) throws RecordEncodeException {
    int id = strings.symbol(symbolId);
    if (id != 0) {
      return id;
    }
    byte[] text = batch.types().symbolText(symbolId);
    if (text == null || text.length > RowLayout.MAX_INLINE_BYTES) {
      throw failure(
          rows.start(row), "symbol " + symbolId + " has no text, or one that is too long");
    }
    return checked(strings.addSymbol(symbolId, text), rows, row);
  }

  private int text(int value, PageRows rows, int row) throws RecordEncodeException {
    if (value == 0) {
      return 0;
    }
    return checked(strings.add(words, inline(value, rows.start(row))), rows, row);
  }

  private int checked(int id, PageRows rows, int row) throws RecordEncodeException {
    if (id == 0 && !strings.isFull()) {
      throw failure(rows.start(row), "text is no WTF-8");
    }
    return id;
  }

  private void lengths(PageRows rows, long[] column) throws RecordEncodeException {
    for (int i = 0; i < rows.count(); i++) {
      int value = (int) column[i];
      column[i] = value == 0 ? 0 : 1 + words[inline(value, rows.start(i))];
    }
  }

  /** Index of the inline data's length word; everything about it is checked. */
  private int inline(int value, int start) throws RecordEncodeException {
    int end = start + RowLayout.words(words[start]);
    // A symbol where only inline data may be is positive and so ends up before the row.
    long at = (long) start - value;
    if (at <= start || at >= end) {
      throw failure(start, "inline data starts outside of its row");
    }
    long length = words[(int) at];
    if (length < 0
        || length > RowLayout.MAX_INLINE_BYTES
        || RowLayout.inlineWords((int) length) > end - at) {
      throw failure(start, "inline data of " + length + " bytes does not fit into its row");
    }
    return (int) at;
  }

  /** Copies the byte arrays of a field whose lengths were staged. */
  void copyBytes(TypeEncoder type, int field, PageRows rows, ByteSink sink)
      throws RecordEncodeException {
    int word = type.layout.word(field);
    int shift = type.layout.shift(field);
    for (int i = 0; i < rows.count(); i++) {
      int start = rows.start(i);
      int value = (int) (words[start + word] >>> shift);
      if (value != 0) {
        sink.putWords(words, inline(value, start));
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
