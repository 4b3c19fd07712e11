package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.RecordType;
import dev.sluice.serializers.support.PageType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Decoder of columns that {@link ColumnEncoder} encodes. For one thread; allocates nothing. */
final class ColumnDecoder {
  private static final int MAX_VALUES = BinaryFormat.PAGE_ROWS + BinaryFormat.SLACK;

  /**
   * Number of values that every run writes; at most the number of values that may be overwritten
   * after a column.
   */
  private static final int SHORT_RUN = 4;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Reads n values to {@code v[s..)}; an interface for the same reason as {@link Packing}. */
  @FunctionalInterface
  interface Unpacking {
    void decode(long[] v, int s, int n) throws MalformedChunkException;
  }

  /** Reads n differences and writes their sums to {@code v[s..)}, starting from a given sum. */
  @FunctionalInterface
  interface Summing {
    void decode(long[] v, int s, int n, long before) throws MalformedChunkException;
  }

  /** Bounds of the values of the last column. */
  final Bounds bounds = new Bounds();

  /**
   * Array, from an index on, that contains exactly the values of the last column. It is not the
   * dictionary, of which some entries may have no index.
   */
  long[] distinct;

  int distinctFrom;
  int distinctCount;

  private final FrameDecoder frame = new FrameDecoder(bounds);
  private final Predictors predictors = new Predictors();
  private final long[] entries = new long[BinaryFormat.MAX_DICTIONARY];

  /** Lower bounds of the columns of the current type, by field. */
  private final long[] lows = new long[RecordType.MAX_FIELDS];

  private final long[] highs = new long[RecordType.MAX_FIELDS];

  /** Unpackings by their number in the format. */
  private final Unpacking[] packings = {
    this::constant, frame, this::runs, this::dictionary, this::raw, this::varints
  };

  /** Unpackings of differences to sums, by their number in the format. */
  private final Summing[] sums = {
    summing(this::constant),
    frame,
    this::runs,
    this::dictionary,
    summing(this::raw),
    summing(this::varints)
  };

  private byte[] bytes;
  private Varint.Reader in;
  private String unknown;

  /** Decodes the parts of runs; null in the decoder of the parts. */
  private final ColumnDecoder parts;

  private final long[] values;
  private final long[] lengths;

  ColumnDecoder() {
    this(new ColumnDecoder(null));
  }

  private ColumnDecoder(ColumnDecoder parts) {
    this.parts = parts;
    this.values = parts == null ? null : new long[MAX_VALUES];
    this.lengths = parts == null ? null : new long[MAX_VALUES];
  }

  /** Sets the bytes to read from; ids of strings go up to {@code maxText}. */
  void begin(byte[] newBytes, Varint.Reader newIn, int maxText) {
    bytes = newBytes;
    in = newIn;
    unknown = null;
    frame.begin(newBytes, newIn);
    predictors.reserve(maxText);
    if (parts != null) {
      parts.begin(newBytes, newIn, 0);
    }
  }

  /**
   * Reads a column to {@code v[s..s+n)}; up to 64 places after it are overwritten.
   *
   * @param type knows where the columns decoded before lie in {@code v}; null if there are none
   */
  void decode(long[] v, int s, int n, PageType type, int field) throws MalformedChunkException {
    int head = in.unsignedByte();
    int packing = head & 0xf;
    int predictor = head >>> 4;
    if (packing > BinaryFormat.VARINT || predictor > BinaryFormat.KEYED) {
      unknown = packing > BinaryFormat.VARINT ? "packing " + packing : "predictor " + predictor;
      throw in.malformed(unknown + " is not known");
    }
    hold(v, s, n);
    if (predictor == BinaryFormat.NONE) {
      packings[packing].decode(v, s, n);
    } else {
      predicted(predictor, packing, v, s, n, type, field);
      hold(v, s, n);
    }
    if (field >= 0) {
      lows[field] = bounds.low;
      highs[field] = bounds.high;
    }
  }

  private void hold(long[] v, int from, int count) {
    distinct = v;
    distinctFrom = from;
    distinctCount = count;
  }

  /**
   * Returns, once, the unknown packing or predictor that caused the last exception; null if it had
   * another cause.
   */
  String takeUnknown() {
    String taken = unknown == null && parts != null ? parts.takeUnknown() : unknown;
    unknown = null;
    return taken;
  }

  private void predicted(
      int predictor, int packing, long[] v, int s, int n, PageType type, int field)
      throws MalformedChunkException {
    int other = predictor == BinaryFormat.DELTA ? 0 : in.unsignedByte();
    switch (predictor) {
      case BinaryFormat.DELTA -> {
        v[s] = first(n);
        sums[packing].decode(v, s + 1, n - 1, v[s]);
        bounds.sum(v[s], n - 1);
      }
      case BinaryFormat.REFERENCE -> {
        if (type == null || !type.isReference(field, other)) {
          throw in.malformed("column cannot be predicted from field " + other);
        }
        packings[packing].decode(v, s, n);
        add(v, s, n, type.column(other));
        if (other == type.timeField()) {
          bounds.none();
        } else {
          bounds.add(lows[other], highs[other]);
        }
      }
      default -> {
        if (type == null || !type.isKey(field, other)) {
          throw in.malformed("column cannot be keyed by field " + other);
        }
        long first = first(n);
        packings[packing].decode(v, s + 1, n - 1);
        v[s] = first;
        bounds.sum(first, n - 1);
        predictors.addKeyed(v, s, type.column(other), n);
      }
    }
  }

  /** Reads the first of n values, of which the others are relative to earlier ones. */
  private long first(int n) throws MalformedChunkException {
    if (n < 2) {
      throw in.malformed("difference between the values of one row");
    }
    return in.signedVarint();
  }

  private static Summing summing(Unpacking packing) {
    return (v, s, n, before) -> {
      packing.decode(v, s, n);
      sum(v, s, n, before);
    };
  }

  /** Replaces differences by sums; returns the last sum. */
  static long sum(long[] v, int s, int n, long before) {
    long value = before;
    for (int i = s; i < s + n; i++) {
      value += v[i];
      v[i] = value;
    }
    return value;
  }

  private static void add(long[] v, int s, int n, int from) {
    for (int i = 0; i < n; i++) {
      v[s + i] += v[from + i];
    }
  }

  private void constant(long[] v, int s, int n) throws MalformedChunkException {
    long value = in.signedVarint();
    Arrays.fill(v, s, s + n, value);
    hold(v, s, 1);
    bounds.set(value, value);
  }

  /** Reads values and lengths of runs; returns the number of runs. */
  private int readRuns(int n) throws MalformedChunkException {
    if (parts == null) {
      throw in.malformed("runs within runs");
    }
    int count = in.bounded("number of runs", 1, n);
    parts.decode(values, 0, count, null, -1);
    bounds.set(parts.bounds.low, parts.bounds.high);
    parts.decode(lengths, 0, count, null, -1);
    hold(values, 0, count);
    return count;
  }

  private int runEnd(long more, int at, int end) throws MalformedChunkException {
    if (more < 0 || more >= end - at) {
      throw in.malformed("run of " + Long.toUnsignedString(more + 1) + " in " + (end - at));
    }
    return at + (int) more + 1;
  }

  private void checkRuns(int at, int end) throws MalformedChunkException {
    if (at != end) {
      throw in.malformed("runs are " + (end - at) + " values short");
    }
  }

  private void runs(long[] v, int s, int n) throws MalformedChunkException {
    int count = readRuns(n);
    int at = s;
    int end = s + n;
    for (int i = 0; i < count; i++) {
      int to = runEnd(lengths[i], at, end);
      int last = at + (to - at + SHORT_RUN - 1 & -SHORT_RUN);
      long value = values[i];
      // Most runs are short: values are written by fours whatever the length is.
      do {
        v[at] = value;
        v[at + 1] = value;
        v[at + 2] = value;
        v[at + 3] = value;
        at += SHORT_RUN;
      } while (at != last);
      at = to;
    }
    checkRuns(at, end);
  }

  /** Reads runs of equal differences, which are values that rise or fall evenly. */
  private void runs(long[] v, int s, int n, long before) throws MalformedChunkException {
    int count = readRuns(n);
    int at = s;
    int end = s + n;
    long x = before;
    for (int i = 0; i < count; i++) {
      int to = runEnd(lengths[i], at, end);
      int last = at + (to - at + SHORT_RUN - 1 & -SHORT_RUN);
      long step = values[i];
      long two = step + step;
      long four = two + two;
      long y = x;
      x += step * (to - at);
      do {
        v[at] = y + step;
        v[at + 1] = y + two;
        v[at + 2] = y + two + step;
        y += four;
        v[at + 3] = y;
        at += SHORT_RUN;
      } while (at != last);
      at = to;
    }
    checkRuns(at, end);
  }

  private void dictionary(long[] v, int s, int n) throws MalformedChunkException {
    int size = readDictionary();
    int width = BinaryFormat.indexWidth(size);
    int whole = wholeBlocks(width, n);
    long[] table = entries;
    if (whole > 0) {
      int at = in.skip(BinaryFormat.packedBytes(whole, width));
      checkIndexes(-BitKernels.lookup(width, bytes, at, v, s, whole, table, size - 1), size);
    }
    frame.unpackAll(width, v, s + whole, n - whole);
    long beyond = 0;
    for (int i = s + whole; i < s + n; i++) {
      long index = v[i];
      beyond |= size - 1 - index;
      v[i] = table[(int) index];
    }
    checkIndexes(beyond, size);
  }

  private void dictionary(long[] v, int s, int n, long before) throws MalformedChunkException {
    int size = readDictionary();
    int width = BinaryFormat.indexWidth(size);
    int whole = wholeBlocks(width, n);
    long[] table = entries;
    long x = before;
    if (whole > 0) {
      int at = in.skip(BinaryFormat.packedBytes(whole, width));
      checkIndexes(-BitKernels.lookupSum(width, bytes, at, v, s, whole, table, size - 1, x), size);
      x = v[s + whole - 1];
    }
    frame.unpackAll(width, v, s + whole, n - whole);
    long beyond = 0;
    for (int i = s + whole; i < s + n; i++) {
      long index = v[i];
      beyond |= size - 1 - index;
      x += table[(int) index];
      v[i] = x;
    }
    checkIndexes(beyond, size);
  }

  /** Returns how many of n indexes can be read together, without reading beyond the bytes. */
  private int wholeBlocks(int width, int n) {
    int whole = n & -BinaryFormat.BLOCK;
    int length = BinaryFormat.packedBytes(whole, width);
    return length <= in.remaining() && in.position() + length + Long.BYTES <= bytes.length
        ? whole
        : 0;
  }

  /** Reads the entries of a dictionary; returns their number. */
  private int readDictionary() throws MalformedChunkException {
    int size = in.bounded("dictionary size", 2, BinaryFormat.MAX_DICTIONARY);
    readEntries(size);
    bounds.set(entries[0], entries[size - 1]);
    return size;
  }

  /** Throws if an index is beyond the dictionary; {@code beyond} is negative if any was. */
  private void checkIndexes(long beyond, int size) throws MalformedChunkException {
    if (beyond < 0) {
      throw in.malformed("index into a dictionary of " + size + " is beyond it");
    }
  }

  /** Reads the entries of a dictionary, which rise, so that no value has two indexes. */
  private void readEntries(int size) throws MalformedChunkException {
    entries[0] = in.signedVarint();
    for (int i = 1; i < size; i++) {
      entries[i] = entries[i - 1] + in.varint() + 1;
      if (entries[i] <= entries[i - 1]) {
        throw in.malformed("dictionary does not rise");
      }
    }
  }

  private void raw(long[] v, int s, int n) throws MalformedChunkException {
    bounds.none();
    int at = in.skip(n << 3);
    for (int i = 0; i < n; i++) {
      v[s + i] = (long) LONG.get(bytes, at + (i << 3));
    }
  }

  private void varints(long[] v, int s, int n) throws MalformedChunkException {
    bounds.none();
    for (int i = 0; i < n; i++) {
      v[s + i] = in.signedVarint();
    }
  }
}
