package dev.sluice.serializers.support;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.Rows;
import dev.sluice.api.spi.RecordEncodeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Cursor over the rows of a batch as records, for a serializer that writes records rather than
 * columns. All rows are checked before the first is returned, so that the accessors need not check.
 * For one thread.
 *
 * <p>Instants are as rows hold them ({@code nanoTime}): a body stores them without the clock
 * offset, which is in the chunk's header.
 */
public final class RowCursor implements RecordCursor {
  private final RowIndex<RowType> index = new RowIndex<>(RowType::new);
  private final List<RecordType> types = new ArrayList<>();

  /** Texts of the batch's symbols, by id. */
  private final Map<Integer, String> symbols = new HashMap<>();

  private RowBatch batch;
  private long[] words;
  private int row;
  private int start;
  private RowType current;

  /** Creates a cursor without rows. */
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
    index.read(newBatch);
    types.clear();
    index.types().forEach(type -> types.add(type.type()));
    symbols.clear();
    row = -1;
    while (next()) {
      for (int field = 0; field < current.fields().length; field++) {
        checkReference(field);
      }
    }
    row = -1;
  }

  @Override
  public boolean next() {
    if (row + 1 >= batch.rows()) {
      return false;
    }
    row++;
    start = index.stride() > 0 ? row * index.stride() : index.starts()[row];
    current = index.types().get(typeIndex());
    return true;
  }

  /** Returns the place in {@link #types} of the current record's type. */
  public int typeIndex() {
    return index.stride() > 0 ? 0 : index.codes()[row];
  }

  @Override
  public RecordType type() {
    return current.type();
  }

  /** Returns the types of the batch's rows, in the order of their first rows. */
  @Override
  public List<RecordType> types() {
    return types;
  }

  /** Returns the value of an integer field; the raw bits of a float or double field. */
  @Override
  public long longValue(int field) {
    RowLayout layout = current.layout();
    FieldType type = current.fields()[field].type();
    int unused = Long.SIZE - type.bits();
    long top = words[start + layout.word(field)] >>> layout.shift(field) << unused;
    return type.isSigned() ? top >> unused : top >>> unused;
  }

  @Override
  public double doubleValue(int field) {
    return current.fields()[field].type().toDouble(longValue(field));
  }

  @Override
  public String text(int field) {
    int value = reference(field);
    if (value > 0) {
      return symbols.get(value);
    }
    byte[] bytes = bytes(field);
    return bytes == null ? null : Wtf8.decode(bytes, 0, bytes.length);
  }

  @Override
  public byte[] bytes(int field) {
    int value = reference(field);
    if (value == 0) {
      return null;
    }
    byte[] result = new byte[(int) words[start - value]];
    Rows.copyInline(words, start - value, result, 0);
    return result;
  }

  /**
   * Returns the value of any field, as {@link RecordList#add} takes it: a {@code Boolean}, {@code
   * Long}, {@code Double}, {@code String}, {@code byte[]} or null.
   */
  public Object value(int field) {
    return switch (current.fields()[field].type()) {
      case BOOLEAN -> longValue(field) != 0;
      case BYTE, SHORT, CHAR, INT, LONG -> longValue(field);
      case FLOAT, DOUBLE -> doubleValue(field);
      case STRING, ENUM -> text(field);
      case BYTES -> bytes(field);
    };
  }

  /** Returns 0 for null, the id of a symbol, or a negative number for inline data. */
  private int reference(int field) {
    return (int) longValue(field);
  }

  private void checkReference(int at) throws RecordEncodeException {
    Field field = current.fields()[at];
    int value = field.type().isReference() ? reference(at) : 0;
    if (value == 0) {
      return;
    }
    boolean text = field.type().isText();
    if (value > 0 && text) {
      checkSymbol(value);
      return;
    }
    String problem = RowStager.problem(words, start, value);
    if (problem != null) {
      throw new RecordEncodeException(row, problem);
    }
    if (text) {
      checkText(bytes(at));
    }
  }

  private void checkSymbol(int symbolId) throws RecordEncodeException {
    if (!symbols.containsKey(symbolId)) {
      byte[] text = batch.types().symbolText(symbolId);
      if (!RowStager.isText(text)) {
        throw new RecordEncodeException(row, RowStager.noText(symbolId));
      }
      checkText(text);
      symbols.put(symbolId, Wtf8.decode(text, 0, text.length));
    }
  }

  private void checkText(byte[] text) throws RecordEncodeException {
    if (Wtf8.firstWrong(text, 0, text.length) >= 0) {
      throw new RecordEncodeException(row, "text is no WTF-8");
    }
  }
}
