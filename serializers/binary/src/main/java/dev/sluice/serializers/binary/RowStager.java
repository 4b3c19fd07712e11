package dev.sluice.serializers.binary;

import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.RecordEncodeException;
import java.util.Arrays;

/** Copies one field of many rows into a column. For one thread; allocates nothing per row. */
final class RowStager {
  private final StringTableEncoder strings;
  private RowBatch batch;
  private long[] words;

  RowStager(StringTableEncoder strings) {
    this.strings = strings;
  }

  void begin(RowBatch newBatch) {
    batch = newBatch;
    words = newBatch.words;
  }

  /**
   * Fills {@code column} from the rows; true if all its values are the same, false if they may
   * differ.
   */
  boolean stage(TypeEncoder type, int field, PageRows rows, long[] column)
      throws RecordEncodeException {
    FieldType fieldType = type.fields[field].type();
    int word = type.layout.word(field);
    if (fieldType.isWide()) {
      return rows.words(words, word, column);
    }
    boolean same = rows.halves(words, word, type.layout.shift(field), column);
    if (fieldType.isText()) {
      return texts(rows, same, column);
    }
    if (fieldType == FieldType.BYTES) {
      lengths(rows, column);
      return false;
    }
    if (BinaryFormat.valueBits(fieldType) < 32) {
      narrow(fieldType, rows.count(), column);
    }
    return same;
  }

  /** A row with bits beyond its type would make the whole chunk unreadable. */
  private static void narrow(FieldType type, int n, long[] column) {
    int unused = 64 - BinaryFormat.valueBits(type);
    boolean signed = BinaryFormat.isSigned(type);
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
