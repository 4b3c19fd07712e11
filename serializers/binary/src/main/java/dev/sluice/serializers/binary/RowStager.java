package dev.sluice.serializers.binary;

import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.RecordEncodeException;

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

  /** Fills {@code column[0..n)} from the rows that start at {@code starts[from..from+n)}. */
  void stage(TypeEncoder type, int field, int[] starts, int from, int n, long[] column)
      throws RecordEncodeException {
    FieldType fieldType = type.fields[field].type();
    int word = type.layout.word(field);
    int shift = type.layout.shift(field);
    if (fieldType.isWide()) {
      wide(starts, from, n, word, column);
      return;
    }
    half(starts, from, n, word, shift, column);
    if (fieldType.isText()) {
      texts(starts, from, n, column);
    } else if (fieldType == FieldType.BYTES) {
      lengths(starts, from, n, column);
    } else if (BinaryFormat.valueBits(fieldType) < 32) {
      narrow(fieldType, n, column);
    }
  }

  private void wide(int[] starts, int from, int n, int word, long[] column) {
    long[] source = words;
    for (int i = 0; i < n; i++) {
      column[i] = source[starts[from + i] + word];
    }
  }

  private void half(int[] starts, int from, int n, int word, int shift, long[] column) {
    long[] source = words;
    for (int i = 0; i < n; i++) {
      column[i] = (int) (source[starts[from + i] + word] >>> shift);
    }
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

  /** From symbols and inline texts to ids of the chunk's string table. */
  private void texts(int[] starts, int from, int n, long[] column) throws RecordEncodeException {
    int last = 0;
    int lastId = 0;
    for (int i = 0; i < n; i++) {
      int value = (int) column[i];
      if (value != last || value < 0) {
        last = value;
        lastId = value > 0 ? symbol(value, starts[from + i]) : text(value, starts[from + i]);
      }
      column[i] = lastId;
    }
  }

  private int symbol(int symbolId, int start) throws RecordEncodeException {
    int id = strings.symbol(symbolId);
    if (id != 0) {
      return id;
    }
    byte[] text = batch.types().symbolText(symbolId);
    if (text == null || text.length > RowLayout.MAX_INLINE_BYTES) {
      throw failure(start, "symbol " + symbolId + " has no text, or one that is too long");
    }
    return checked(strings.addSymbol(symbolId, text), start);
  }

  private int text(int value, int start) throws RecordEncodeException {
    if (value == 0) {
      return 0;
    }
    return checked(strings.add(words, inline(value, start)), start);
  }

  private int checked(int id, int start) throws RecordEncodeException {
    if (id == 0 && !strings.isFull()) {
      throw failure(start, "text is no WTF-8");
    }
    return id;
  }

  private void lengths(int[] starts, int from, int n, long[] column) throws RecordEncodeException {
    for (int i = 0; i < n; i++) {
      int value = (int) column[i];
      column[i] = value == 0 ? 0 : 1 + words[inline(value, starts[from + i])];
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
  void copyBytes(TypeEncoder type, int field, int[] starts, int from, int n, ByteSink sink)
      throws RecordEncodeException {
    int word = type.layout.word(field);
    int shift = type.layout.shift(field);
    for (int i = 0; i < n; i++) {
      int start = starts[from + i];
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
