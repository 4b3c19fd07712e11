package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBatch;
import dev.sluice.api.spi.RecordEncodeException;
import dev.sluice.serializers.support.ByteSink;
import dev.sluice.serializers.support.RowIndex;
import dev.sluice.serializers.support.RowStager;
import dev.sluice.serializers.support.RowStarts;
import dev.sluice.serializers.support.StringTable;
import java.util.Arrays;
import java.util.List;

/** Encoder of pages of rows. For one thread; allocates nothing once its columns have grown. */
final class PageEncoder {
  static final int[] NO_FIELDS = {};

  private static final int COLUMN = BinaryFormat.PAGE_ROWS + BinaryFormat.SLACK;

  private final RowIndex<TypeEncoder> index;
  private final StringTable strings;
  private final RowStager stager;
  private final ColumnEncoder encoder = ColumnEncoder.withRuns();
  private final ColumnChoice typeChoice = new ColumnChoice();
  private final ColumnChoice timeChoice = new ColumnChoice();
  private final byte[] encoded = new byte[ColumnEncoder.MAX_BYTES];

  /** Bytes before the columns of the current group: its length, and those of its columns. */
  private final byte[] groupHead = new byte[RecordType.MAX_FIELDS * Varint.MAX_BYTES];

  private final int[] columnLengths = new int[RecordType.MAX_FIELDS];
  private final RowStarts rows = new RowStarts();

  /** Columns of the current group, by field; {@code constant} marks those with one value. */
  private long[][] columns = new long[0][];

  private boolean[] constant = new boolean[0];

  private final long[] column = new long[COLUMN];

  /** Starts of the page's rows, those of one type together. */
  private final int[] order = new int[BinaryFormat.PAGE_ROWS];

  /**
   * Number of rows of each type, and then the place of its next row; the word of its record time or
   * -1.
   */
  private int[] places = new int[0];

  private int[] words = new int[0];

  private ByteSink sink;

  PageEncoder(RowIndex<TypeEncoder> index, StringTable strings) {
    this.index = index;
    this.strings = strings;
    this.stager = new RowStager(strings);
  }

  /** Encodes the indexed rows. */
  void encode(RowBatch batch, ByteSink target) throws RecordEncodeException {
    sink = target;
    stager.begin(batch);
    int all = batch.rows();
    for (int from = 0; from < all && !sink.overflowed(); from += BinaryFormat.PAGE_ROWS) {
      int n = Math.min(BinaryFormat.PAGE_ROWS, all - from);
      sink.varint(n);
      if (index.types().size() == 1) {
        oneType(index.types().get(0), from, n);
      } else {
        manyTypes(batch.words, from, n);
      }
    }
  }

  private void oneType(TypeEncoder type, int from, int n) throws RecordEncodeException {
    if (index.stride() > 0) {
      rows.setStride(index.stride(), from, n);
    } else {
      rows.setStarts(index.starts(), from, n);
    }
    stage(type);
    int time = type.timeField;
    if (time >= 0) {
      write(type.choices[time], columns[time], n, constant[time], NO_FIELDS, NO_FIELDS);
    }
    group(type);
  }

  private void manyTypes(long[] words, int from, int n) throws RecordEncodeException {
    List<TypeEncoder> types = index.types();
    fillTypes(types, from, n);
    write(typeChoice, column, n, false, NO_FIELDS, NO_FIELDS);
    int times = fillTimes(types, words, from, n);
    if (times > 0) {
      write(timeChoice, column, times, false, NO_FIELDS, NO_FIELDS);
    }
    sortByType(types, from, n);
    for (int i = 0; i < types.size(); i++) {
      TypeEncoder type = types.get(i);
      if (type.rows > 0) {
        rows.setStarts(order, type.from, type.rows);
        stage(type);
        group(type);
      }
    }
  }

  // Loops over rows have methods of their own: the JVM compiles a loop before what is called beside
  // it, and would compile all of the encoder into the same method.

  private void fillTypes(List<TypeEncoder> types, int from, int n) {
    if (places.length < types.size()) {
      places = new int[types.size()];
      words = new int[types.size()];
    }
    Arrays.fill(places, 0, types.size(), 0);
    char[] codes = index.codes();
    for (int i = 0; i < n; i++) {
      column[i] = codes[from + i];
      places[codes[from + i]]++;
    }
    for (int i = 0; i < types.size(); i++) {
      types.get(i).rows = places[i];
    }
  }

  /** Fills the record times; returns the number of rows that have one. */
  private int fillTimes(List<TypeEncoder> types, long[] source, int from, int n) {
    for (int i = 0; i < types.size(); i++) {
      TypeEncoder type = types.get(i);
      words[i] = type.timeField < 0 ? -1 : type.layout().word(type.timeField);
    }
    char[] codes = index.codes();
    int[] starts = index.starts();
    int count = 0;
    for (int i = from; i < from + n; i++) {
      int word = words[codes[i]];
      if (word >= 0) {
        column[count++] = source[starts[i] + word];
      }
    }
    return count;
  }

  private void sortByType(List<TypeEncoder> types, int from, int n) {
    int next = 0;
    for (int i = 0; i < types.size(); i++) {
      TypeEncoder type = types.get(i);
      type.from = next;
      places[i] = next;
      next += type.rows;
    }
    char[] codes = index.codes();
    int[] starts = index.starts();
    for (int i = from; i < from + n; i++) {
      order[places[codes[i]]++] = starts[i];
    }
  }

  /** Writes the group of a type whose record times are staged, after its lengths. */
  private void group(TypeEncoder type) throws RecordEncodeException {
    int at = sink.position();
    int count = 0;
    for (int field : type.order) {
      int start = sink.position();
      write(
          type.choices[field],
          columns[field],
          rows.count(),
          constant[field],
          type.references(field),
          type.keys(field));
      if (type.fields[field].type().hasContent()) {
        stager.copyBytes(type, field, rows, sink);
      }
      columnLengths[count++] = sink.position() - start;
    }
    int length = sink.position() - at;
    int lengths = rows.count() > BinaryFormat.ROWS_WITHOUT_LENGTHS ? count - 1 : 0;
    int size = 0;
    for (int i = 0; i < lengths; i++) {
      size += Varint.size(columnLengths[i]);
    }
    int p = Varint.put(groupHead, 0, size + length);
    for (int i = 0; i < lengths; i++) {
      p = Varint.put(groupHead, p, columnLengths[i]);
    }
    sink.insert(at, groupHead, p);
  }

  private void stage(TypeEncoder type) throws RecordEncodeException {
    reserveColumns(type);
    stager.stage(type, rows, columns, constant);
  }

  private void write(
      ColumnChoice choice, long[] values, int n, boolean same, int[] references, int[] keys) {
    if (same) {
      sink.put(BinaryFormat.CONSTANT);
      sink.varint(Varint.zigZag(values[0]));
      return;
    }
    encoder.candidates(columns, constant, references, keys, strings.count());
    sink.put(encoded, 0, encoder.encode(choice, values, n, encoded, 0));
  }

  private void reserveColumns(TypeEncoder type) {
    int count = type.fields.length;
    if (columns.length < count) {
      long[][] more = new long[count][];
      System.arraycopy(columns, 0, more, 0, columns.length);
      for (int i = columns.length; i < count; i++) {
        more[i] = new long[COLUMN];
      }
      columns = more;
      constant = new boolean[count];
    }
  }
}
