package dev.sluice.serializers.binary;

import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.serializers.support.StringTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where the rows of a batch start and of which types they are. Every row is checked once here, so
 * that later steps need not look again. For one thread.
 */
final class RowIndex {
  /** The flag is a field, in the midst of what must be the same. */
  private static final int NO_FIELD = ~(1 << RowLayout.FLAG_SHIFT);

  private final StringTable strings;
  private TypeEncoder[] byId = new TypeEncoder[16];
  private int[] starts = new int[BinaryFormat.PAGE_ROWS];
  private char[] codes = new char[BinaryFormat.PAGE_ROWS];
  private final List<TypeEncoder> types = new ArrayList<>();
  private int stride;
  private long chunk;

  RowIndex(StringTable strings) {
    this.strings = strings;
  }

  /** Words of every row, if all have the same type and length; else 0. */
  int stride() {
    return stride;
  }

  /** The first words of all rows, unless {@link #stride} says where they are. */
  int[] starts() {
    return starts;
  }

  /** The types of all rows, as indexes into {@link #types}, unless there is but one. */
  char[] codes() {
    return codes;
  }

  /** The types of the chunk in the order of their first rows. */
  List<TypeEncoder> types() {
    return types;
  }

  /** Fields of all those types. */
  int fields() {
    int fields = 0;
    for (int i = 0; i < types.size(); i++) {
      fields += types.get(i).fields.length;
    }
    return fields;
  }

  /** Reads a batch. Its strings table must have been started. */
  void read(RowBatch batch) throws RecordEncodeException {
    chunk++;
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
    TypeEncoder type = type(batch, RowLayout.typeId(header), row);
    if (RowLayout.words(header) < type.layout.fixedWords()) {
      throw new RecordEncodeException(row, "row is shorter than its type");
    }
    return (char) type.code;
  }

  private TypeEncoder type(RowBatch batch, int id, int row) throws RecordEncodeException {
    TypeEncoder known = id < byId.length ? byId[id] : null;
    if (known != null && known.chunk == chunk) {
      return known;
    }
    RecordType type = batch.types().type(id);
    if (type == null) {
      throw new RecordEncodeException(row, "row has the unknown type id " + id);
    }
    if (known == null || !known.isFor(type)) {
      known = new TypeEncoder(type, strings);
      byId = id < byId.length ? byId : Arrays.copyOf(byId, Math.max(id + 1, 2 * byId.length));
      byId[id] = known;
    }
    known.begin(chunk, types.size(), strings);
    types.add(known);
    return known;
  }
}
