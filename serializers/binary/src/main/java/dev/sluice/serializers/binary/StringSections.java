package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;
import dev.sluice.serializers.support.ByteSink;
import dev.sluice.serializers.support.StringTable;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Cache of the last string sections. A program that repeats itself fills its chunks with the same
 * strings in the same order; they need not be compressed again. For one thread; allocates nothing
 * once its arrays have grown.
 */
final class StringSections {
  private static final int COUNT = 16;

  /** Maximum length of a table that is kept for later: at most two MiB are. */
  private static final int MAX_KEPT = 32 << 10;

  /** Minimum length of a table that is compressed; below it LZ4 does not pay. */
  private static final int MIN_COMPRESSED = 24;

  private final StaticStrings known;

  /** Compressor of tables; null if they are stored uncompressed. */
  private final Lz4Encoder compressor;

  /** Kept sections by hash; the last one is for tables that are not kept. */
  private final Section[] sections = new Section[COUNT + 1];

  private final CRC32C crc = new CRC32C();

  /** The static strings, then the table to be stored. */
  private byte[] raw;

  /** A stored section, and the table that it was made from. */
  private static final class Section {
    byte[] stored = {};
    int length;
    int count = -1;
    byte[] table = {};
    int tableLength;
  }

  /**
   * Creates an empty cache; with {@code compressing} false, tables are not compressed because the
   * whole body will be.
   */
  StringSections(StaticStrings known, boolean compressing) {
    this.known = known;
    this.compressor = compressing ? new Lz4Encoder(known.bytes()) : null;
    this.raw = Arrays.copyOf(known.bytes(), known.bytes().length + 4096);
    Arrays.setAll(sections, i -> new Section());
  }

  /** Inserts the section of a table before everything written from {@code at} on. */
  void insert(StringTable strings, ByteSink sink, int at) {
    int count = strings.count();
    int bytes = strings.start(count + 1);
    int from = known.bytes().length;
    raw = grown(raw, from + bytes + 3 * count);
    int p = from;
    for (int id = 1; id <= count; id++) {
      p = Varint.put(raw, p, strings.start(id + 1) - strings.start(id));
    }
    System.arraycopy(strings.array(), 0, raw, p, bytes);
    Section section = get(count, from, p + bytes - from);
    sink.insert(at, section.stored, section.length);
  }

  private static byte[] grown(byte[] array, int length) {
    return array.length < length ? Arrays.copyOf(array, Math.max(length, 2 * array.length)) : array;
  }

  /** Returns the section of {@code count} strings whose table is {@code raw[from..from+length)}. */
  private Section get(int count, int from, int length) {
    if (length > MAX_KEPT) {
      store(sections[COUNT], count, from, length);
      return sections[COUNT];
    }
    crc.reset();
    crc.update(raw, from, length);
    Section section = sections[(int) crc.getValue() & COUNT - 1];
    if (section.count != count
        || !Arrays.equals(section.table, 0, section.tableLength, raw, from, from + length)) {
      store(section, count, from, length);
      section.count = count;
      section.table = grown(section.table, length);
      System.arraycopy(raw, from, section.table, 0, length);
      section.tableLength = length;
    }
    return section;
  }

  private void store(Section section, int count, int from, int length) {
    section.stored = grown(section.stored, 4 * Varint.MAX_BYTES + length);
    byte[] out = section.stored;
    int p = Varint.put(out, 0, known.generation());
    p = Varint.put(out, p, count);
    section.length = count == 0 ? p : table(from, length, out, p);
  }

  /** Writes the table; returns the index after it. */
  private int table(int from, int length, byte[] out, int p) {
    long head = (long) length << BinaryFormat.METHOD_BITS;
    if (compressor != null && length >= MIN_COMPRESSED) {
      int at = Varint.put(out, p, head | BinaryFormat.LZ4);
      int body = at + Varint.size(length);
      int end = compressor.encode(raw, from, length, out, body, at + length);
      if (end >= 0) {
        int stored = end - body;
        int after = Varint.put(out, at, stored);
        System.arraycopy(out, body, out, after, stored);
        return after + stored;
      }
    }
    int at = Varint.put(out, p, head | BinaryFormat.PLAIN);
    System.arraycopy(raw, from, out, at, length);
    return at + length;
  }
}
