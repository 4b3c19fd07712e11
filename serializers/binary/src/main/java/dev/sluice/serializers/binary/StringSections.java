package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.Varint;
import dev.sluice.serializers.support.ByteSink;
import dev.sluice.serializers.support.StringTable;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The string sections made last. A program that does the same things again fills its chunks with
 * the same strings in the same order; they need not be compressed again. For one thread; allocates
 * nothing once its arrays have grown.
 */
final class StringSections {
  private static final int COUNT = 16;

  /** Longer tables are not kept for later: at most two MiB are. */
  private static final int MAX_KEPT = 32 << 10;

  private final StaticStrings known;

  /** Null if tables are stored as they are. */
  private final Lz4Encoder compressor;

  private final StringSection[] kept = new StringSection[COUNT];
  private final CRC32C crc = new CRC32C();
  private final StringSection large = new StringSection();

  /** The static strings, then the table to be stored. */
  private byte[] raw;

  private int next;

  /** Tables are not compressed where the whole body will be. */
  StringSections(StaticStrings known, boolean compressing) {
    this.known = known;
    this.compressor = compressing ? new Lz4Encoder(known.bytes()) : null;
    this.raw = Arrays.copyOf(known.bytes(), known.bytes().length + 4096);
    for (int i = 0; i < COUNT; i++) {
      kept[i] = new StringSection();
    }
  }

  /** Puts the section of a table before everything written from {@code at} on. */
  void insert(StringTable strings, ByteSink sink, int at) {
    int count = strings.count();
    int bytes = strings.start(count + 1);
    int from = known.bytes().length;
    int most = from + bytes + 3 * count;
    if (raw.length < most) {
      raw = Arrays.copyOf(raw, Math.max(most, 2 * raw.length));
    }
    int p = from;
    for (int id = 1; id <= count; id++) {
      p = Varint.put(raw, p, strings.start(id + 1) - strings.start(id));
    }
    System.arraycopy(strings.array(), 0, raw, p, bytes);
    StringSection section = get(count, p + bytes - from);
    sink.insert(at, section.bytes(), section.length());
  }

  /** The section of {@code count} strings whose table lies behind the static strings. */
  private StringSection get(int count, int length) {
    int from = known.bytes().length;
    if (length > MAX_KEPT) {
      large.build(known.generation(), count, raw, from, length, compressor);
      return large;
    }
    crc.reset();
    crc.update(raw, from, length);
    int hash = (int) crc.getValue();
    for (StringSection section : kept) {
      if (section.isFor(hash, count, raw, from, length)) {
        return section;
      }
    }
    StringSection section = kept[next];
    next = (next + 1) % COUNT;
    section.build(known.generation(), count, raw, from, length, compressor);
    section.keep(hash, raw, from, length);
    return section;
  }
}
