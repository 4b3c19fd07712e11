package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;
import java.util.Arrays;

/** A string section as it is stored, and the table that it was made from. */
final class StringSection {
  /** Below this LZ4 does not pay. */
  private static final int MIN_COMPRESSED = 24;

  private byte[] bytes = new byte[0];
  private int length;

  private int count;
  private int hash;
  private byte[] raw = new byte[0];

  /** Length of the table; -1 if it was not kept. */
  private int rawLength = -1;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  boolean isFor(int otherHash, int otherCount, byte[] table, int from, int tableLength) {
    return rawLength == tableLength
        && hash == otherHash
        && count == otherCount
        && Arrays.equals(raw, 0, rawLength, table, from, from + tableLength);
  }

  /** Notes the table, so that the section is found again. */
  void keep(int newHash, byte[] table, int from, int tableLength) {
    hash = newHash;
    if (raw.length < tableLength) {
      raw = new byte[Math.max(tableLength, 2 * raw.length)];
    }
    System.arraycopy(table, from, raw, 0, tableLength);
    rawLength = tableLength;
  }

  /**
   * Stores the table {@code table[from..from+tableLength)} of {@code newCount} strings; without
   * compressing it if {@code lz4} is null.
   */
  void build(
      int generation, int newCount, byte[] table, int from, int tableLength, Lz4Encoder lz4) {
    rawLength = -1;
    count = newCount;
    int most = 4 * Varint.MAX_BYTES + tableLength;
    if (bytes.length < most) {
      bytes = new byte[Math.max(most, 2 * bytes.length)];
    }
    int p = Varint.put(bytes, 0, generation);
    p = Varint.put(bytes, p, count);
    length = count == 0 ? p : table(table, from, tableLength, p, lz4);
  }

  private int table(byte[] table, int from, int tableLength, int p, Lz4Encoder lz4) {
    long head = (long) tableLength << BinaryFormat.METHOD_BITS;
    if (lz4 != null && tableLength >= MIN_COMPRESSED) {
      int at = Varint.put(bytes, p, head | BinaryFormat.LZ4);
      int body = at + Varint.size(tableLength);
      int end = lz4.encode(table, from, tableLength, bytes, body, at + tableLength);
      if (end >= 0) {
        int stored = end - body;
        int after = Varint.put(bytes, at, stored);
        System.arraycopy(bytes, body, bytes, after, stored);
        return after + stored;
      }
    }
    int at = Varint.put(bytes, p, head | BinaryFormat.PLAIN);
    System.arraycopy(table, from, bytes, at, tableLength);
    return at + tableLength;
  }
}
