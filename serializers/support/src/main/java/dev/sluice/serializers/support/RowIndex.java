package dev.sluice.serializers.support;

import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.RecordEncodeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Starts and types of the rows of a batch. The header of every row is checked once here, so that
 * later steps need not check it; references of rows are checked by {@link RowStager} or {@link
 * RowCursor}. For one thread; allocates nothing once it has grown.
 *
 * @param <T> what a serializer keeps for a type
 */
public final class RowIndex<T extends RowType> {
  private static final int MIN_ROWS = 2048;

  /** Mask of the flag in a header, because the flag is a field between parts that must be equal. */
  private static final int NO_FIELD = ~(1 << RowLayout.FLAG_SHIFT);

  private final Function<RecordType, T> newType;

  /** Known types by their id in rows. */
  private final List<T> known = new ArrayList<>();

  private int[] starts = new int[MIN_ROWS];
  private char[] codes = new char[MIN_ROWS];
  private final List<T> types = new ArrayList<>();
  private int stride;
  private long batchNumber;

  /**
   * Creates an index without a batch.
   *
   * @param newType called once for each type, and again if its id is given to another
   */
  public RowIndex(Function<RecordType, T> newType) {
    this.newType = newType;
  }

  /**
   * Returns the number of words of every row, if all have the same type and length; otherwise 0.
   */
  public int stride() {
    return stride;
  }

  /** Returns the first words of all rows, unless {@link #stride} is not 0. */
  public int[] starts() {
    return starts;
  }

  /**
   * Returns the types of all rows, as indexes into {@link #types}, unless {@link #stride} is not 0.
   */
  public char[] codes() {
    return codes;
  }

  /** Returns the types of the batch in the order of their first rows. */
  public List<T> types() {
    return types;
  }

  /**
   * Reads a batch, which must not change while this index is used.
   *
   * @throws RecordEncodeException if a row is not committed, is of no known type, is shorter than
   *     its type or ends behind the batch
   */
  public void read(RowBatch batch) throws RecordEncodeException {
    batchNumber++;
    types.clear();
    int rows = batch.rows();
    stride = stride(batch, rows);
    if (stride > 0) {
      check(batch, (int) batch.words[0], 0);
      return;
    }
    if (rows > starts.length) {
      starts = new int[Math.max(rows, 2 * starts.length)];
      codes = new char[starts.length];
    }
    long[] words = batch.words;
    int length = batch.length();
    int p = 0;
    // Most rows have the type and length of the one before; 0 is the low half of no committed row.
    int last = 0;
    char code = 0;
    for (int i = 0; i < rows; i++) {
      int header = p < length ? (int) words[p] & NO_FIELD : 0;
      if (header != last || header == 0) {
        code = check(batch, header, i);
        last = header;
      }
      starts[i] = p;
      codes[i] = code;
      p += header & 0xffff;
    }
    if (p > length) {
      throw new RecordEncodeException(rows - 1, "row ends behind its batch");
    }
  }

  private static int stride(RowBatch batch, int rows) {
    int header = rows > 0 && batch.length() > 0 ? (int) batch.words[0] : 0;
    int words = RowLayout.words(header);
    if (words == 0 || (long) rows * words > batch.length()) {
      return 0;
    }
    int different = 0;
    int p = 0;
    for (int i = 0; i < rows; i++, p += words) {
      different |= (int) batch.words[p] ^ header;
    }
    return (different & NO_FIELD) == 0 ? words : 0;
  }

  private char check(RowBatch batch, int header, int row) throws RecordEncodeException {
    if (RowLayout.state(header) != RowLayout.COMMITTED) {
      throw new RecordEncodeException(row, "row is not committed");
    }
    T type = type(batch, RowLayout.typeId(header), row);
    if (RowLayout.words(header) < type.layout().fixedWords()) {
      throw new RecordEncodeException(row, "row is shorter than its type");
    }
    return (char) type.code();
  }

  private T type(RowBatch batch, int id, int row) throws RecordEncodeException {
    T found = id < known.size() ? known.get(id) : null;
    if (found != null && found.isIn(batchNumber)) {
      return found;
    }
    RecordType type = batch.types().type(id);
    if (type == null) {
      throw new RecordEncodeException(row, "row has the unknown type id " + id);
    }
    if (found == null || !found.type().equals(type)) {
      found = newType.apply(type);
      while (known.size() <= id) {
        known.add(null);
      }
      known.set(id, found);
    }
    found.begin(batchNumber, types.size());
    types.add(found);
    return found;
  }
}
