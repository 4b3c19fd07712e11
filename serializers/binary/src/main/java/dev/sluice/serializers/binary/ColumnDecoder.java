package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.serializers.support.PageType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Decodes what {@link ColumnEncoder} encodes. For one thread; allocates nothing. */
final class ColumnDecoder {
  private static final int MAX_VALUES = BinaryFormat.PAGE_ROWS + BinaryFormat.SLACK;

  /** Values that every run writes, at most what may be overwritten behind a column. */
  private static final int SHORT_RUN = 8;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Reads n values to {@code v[s..)}. An interface for the reason that {@link Packing} is one. */
  @FunctionalInterface
  interface Unpacking {
    void decode(long[] v, int s, int n) throws MalformedChunkException;
  }

  /** A long array from an index on: what holds all values of the last column. */
  long[] distinct;

  int distinctFrom;
  int distinctCount;

  private final FrameDecoder frame = new FrameDecoder();
  private final Predictors predictors = new Predictors();
  private final long[] entries = new long[BinaryFormat.MAX_DICTIONARY];

  /** By their number in the format. */
  private final Unpacking[] packings = {
    this::constant, frame, this::runs, this::dictionary, this::raw, this::varints
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

  /** Reads from these bytes from now on; ids of strings go up to {@code maxText}. */
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
   * Reads a column to {@code v[s..s+n)}; up to 64 places behind it are overwritten.
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
      predicted(predictor, packings[packing], v, s, n, type, field);
      hold(v, s, n);
    }
  }

  private void hold(long[] v, int from, int count) {
    distinct = v;
    distinctFrom = from;
    distinctCount = count;
  }

  /**
   * The packing or predictor that this decoder does not know and that the last exception was about,
   * which is told once; null if it was about anything else.
   */
  String takeUnknown() {
    String taken = unknown == null && parts != null ? parts.takeUnknown() : unknown;
    unknown = null;
    return taken;
  }

  private void predicted(
      int predictor, Unpacking packing, long[] v, int s, int n, PageType type, int field)
      throws MalformedChunkException {
    int other = predictor == BinaryFormat.DELTA ? 0 : in.unsignedByte();
    switch (predictor) {
      case BinaryFormat.DELTA -> {
        differences(packing, v, s, n);
        sum(v, s, n);
      }
      case BinaryFormat.REFERENCE -> {
        if (type == null || !type.isReference(field, other)) {
          throw in.malformed("column cannot be predicted from field " + other);
        }
        packing.decode(v, s, n);
        add(v, s, n, type.column(other));
      }
      default -> {
        if (type == null || !type.isKey(field, other)) {
          throw in.malformed("column cannot be keyed by field " + other);
        }
        differences(packing, v, s, n);
        predictors.addKeyed(v, s, type.column(other), n);
      }
    }
  }

  /** Reads the first value and n-1 others that are relative to earlier ones. */
  private void differences(Unpacking packing, long[] v, int s, int n)
      throws MalformedChunkException {
    if (n < 2) {
      throw in.malformed("difference between the values of one row");
    }
    long first = in.signedVarint();
    packing.decode(v, s + 1, n - 1);
    v[s] = first;
  }

  private static void sum(long[] v, int s, int n) {
    long value = v[s];
    for (int i = s + 1; i < s + n; i++) {
      value += v[i];
      v[i] = value;
    }
  }

  private static void add(long[] v, int s, int n, int from) {
    for (int i = 0; i < n; i++) {
      v[s + i] += v[from + i];
    }
  }

  private void constant(long[] v, int s, int n) throws MalformedChunkException {
    Arrays.fill(v, s, s + n, in.signedVarint());
    hold(v, s, 1);
  }

  private void runs(long[] v, int s, int n) throws MalformedChunkException {
    if (parts == null) {
      throw in.malformed("runs within runs");
    }
    int count = in.bounded("number of runs", 1, n);
    parts.decode(values, 0, count, null, -1);
    parts.decode(lengths, 0, count, null, -1);
    hold(values, 0, count);
    int at = s;
    int end = s + n;
    for (int i = 0; i < count; i++) {
      long more = lengths[i];
      if (more < 0 || more >= end - at) {
        throw in.malformed("run of " + Long.toUnsignedString(more + 1) + " in " + (end - at));
      }
      long value = values[i];
      // Most runs are short: this many values are written whatever the length is, without a branch.
      for (int k = 0; k < SHORT_RUN; k++) {
        v[at + k] = value;
      }
      int to = at + (int) more + 1;
      if (more >= SHORT_RUN) {
        Arrays.fill(v, at + SHORT_RUN, to, value);
      }
      at = to;
    }
    if (at != end) {
      throw in.malformed("runs are " + (end - at) + " values short");
    }
  }

  private void dictionary(long[] v, int s, int n) throws MalformedChunkException {
    int size = in.bounded("dictionary size", 2, BinaryFormat.MAX_DICTIONARY);
    readEntries(size);
    hold(entries, 0, size);
    int width = BinaryFormat.indexWidth(size);
    for (int i = 0; i < n; i += BinaryFormat.BLOCK) {
      frame.unpack(width, v, s + i, Math.min(BinaryFormat.BLOCK, n - i), 0);
    }
    long beyond = 0;
    for (int i = s; i < s + n; i++) {
      beyond |= size - 1 - v[i];
    }
    if (beyond < 0) {
      throw in.malformed("index into a dictionary of " + size + " is beyond it");
    }
    long[] table = entries;
    for (int i = s; i < s + n; i++) {
      v[i] = table[(int) v[i]];
    }
  }

  /** Entries rise, so that no value has two indexes. */
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
    int at = in.skip(n << 3);
    for (int i = 0; i < n; i++) {
      v[s + i] = (long) LONG.get(bytes, at + (i << 3));
    }
  }

  private void varints(long[] v, int s, int n) throws MalformedChunkException {
    for (int i = 0; i < n; i++) {
      v[s + i] = in.signedVarint();
    }
  }
}
