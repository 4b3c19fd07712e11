package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Decodes what {@link ColumnEncoder} encodes. For one thread; allocates nothing. */
final class ColumnDecoder {
  private static final int MAX_VALUES = BinaryFormat.PAGE_ROWS + BinaryFormat.SLACK;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final FrameDecoder frame = new FrameDecoder();
  private final KeyedPredictor keyed = new KeyedPredictor();
  private final long[] entries = new long[BinaryFormat.MAX_DICTIONARY];
  private byte[] bytes;
  private Varint.Reader in;

  private boolean constant;
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

  /** Reads from these bytes from now on. */
  void begin(byte[] newBytes, Varint.Reader newIn) {
    bytes = newBytes;
    in = newIn;
    unknown = null;
    frame.begin(newBytes, newIn);
    if (parts != null) {
      parts.begin(newBytes, newIn);
    }
  }

  /** Reads a column that nothing may be predicted from to {@code v[s..s+n)}. */
  void decode(long[] v, int s, int n) throws MalformedChunkException {
    decode(v, s, n, null, -1);
  }

  /**
   * Reads the column of a field to {@code v[s..s+n)}; up to 64 places behind it are overwritten.
   *
   * @param type knows where the columns decoded before lie in {@code v}; null if there are none
   */
  void decode(long[] v, int s, int n, TypeDecoder type, int field) throws MalformedChunkException {
    int head = in.unsignedByte();
    int packing = head & 0xf;
    int predictor = head >>> 4;
    if (packing > BinaryFormat.VARINT || predictor > BinaryFormat.KEYED) {
      unknown = packing > BinaryFormat.VARINT ? "packing " + packing : "predictor " + predictor;
      throw in.malformed(unknown + " is not known");
    }
    constant = head == BinaryFormat.CONSTANT;
    switch (predictor) {
      case BinaryFormat.NONE -> payload(packing, v, s, n);
      case BinaryFormat.DELTA -> delta(packing, v, s, n);
      case BinaryFormat.REFERENCE -> reference(packing, v, s, n, type, field);
      default -> keyed(packing, v, s, n, type, field);
    }
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

  /** Whether all values of the last column are the same for sure. */
  boolean wasConstant() {
    return constant;
  }

  private void delta(int packing, long[] v, int s, int n) throws MalformedChunkException {
    differences(packing, v, s, n);
    long value = v[s];
    for (int i = s + 1; i < s + n; i++) {
      value += v[i];
      v[i] = value;
    }
  }

  private void keyed(int packing, long[] v, int s, int n, TypeDecoder type, int field)
      throws MalformedChunkException {
    int key = in.unsignedByte();
    if (type == null || !type.isKey(field, key)) {
      throw in.malformed("column cannot be keyed by field " + key);
    }
    differences(packing, v, s, n);
    keyed.add(v, s, type.columns[key], n);
  }

  /** Reads the first value and n-1 others that are relative to earlier ones. */
  private void differences(int packing, long[] v, int s, int n) throws MalformedChunkException {
    if (n < 2) {
      throw in.malformed("difference between the values of one row");
    }
    long first = in.signedVarint();
    payload(packing, v, s + 1, n - 1);
    v[s] = first;
  }

  private void reference(int packing, long[] v, int s, int n, TypeDecoder type, int field)
      throws MalformedChunkException {
    int other = in.unsignedByte();
    if (type == null || !type.isReference(field, other)) {
      throw in.malformed("column cannot be predicted from field " + other);
    }
    payload(packing, v, s, n);
    int from = type.columns[other];
    for (int i = 0; i < n; i++) {
      v[s + i] += v[from + i];
    }
  }

  private void payload(int packing, long[] v, int s, int n) throws MalformedChunkException {
    switch (packing) {
      case BinaryFormat.CONSTANT -> Arrays.fill(v, s, s + n, in.signedVarint());
      case BinaryFormat.FRAME -> frame.decode(v, s, n);
      case BinaryFormat.RUNS -> runs(v, s, n);
      case BinaryFormat.DICTIONARY -> dictionary(v, s, n);
      case BinaryFormat.RAW -> raw(v, s, n);
      default -> varints(v, s, n);
    }
  }

  private void runs(long[] v, int s, int n) throws MalformedChunkException {
    if (parts == null) {
      throw in.malformed("runs within runs");
    }
    int count = in.bounded("number of runs", 1, n);
    parts.decode(values, 0, count);
    parts.decode(lengths, 0, count);
    int at = s;
    int end = s + n;
    for (int i = 0; i < count; i++) {
      long more = lengths[i];
      if (more < 0 || more >= end - at) {
        throw in.malformed("run of " + Long.toUnsignedString(more + 1) + " in " + (end - at));
      }
      long value = values[i];
      // Most runs are short, and a loop is faster then.
      for (int to = at + (int) more + 1; at < to; at++) {
        v[at] = value;
      }
    }
    if (at != end) {
      throw in.malformed("runs are " + (end - at) + " values short");
    }
  }

  private void dictionary(long[] v, int s, int n) throws MalformedChunkException {
    int size = in.bounded("dictionary size", 2, BinaryFormat.MAX_DICTIONARY);
    readEntries(size);
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
