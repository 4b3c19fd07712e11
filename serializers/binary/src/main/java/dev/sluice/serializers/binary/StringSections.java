package dev.sluice.serializers.binary;

import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The string sections made last. A program that does the same things again fills its chunks with
 * the same strings in the same order, and compressing them costs more than all else in a small
 * chunk. For one thread; allocates nothing once its arrays have grown.
 */
final class StringSections {
  private static final int COUNT = 16;

  /** Longer tables are not kept for later: at most a MiB is. */
  private static final int MAX_KEPT = 32 << 10;

  private final StaticStrings known;
  private final Lz4Encoder compressor;
  private final StringSection[] kept = new StringSection[COUNT];
  private final CRC32C crc = new CRC32C();
  private final StringSection large = new StringSection();

  /** The static strings, then the table to be stored. */
  private byte[] raw;

  private int next;

  StringSections(StaticStrings known) {
    this.known = known;
    this.compressor = new Lz4Encoder(known.bytes());
    this.raw = Arrays.copyOf(known.bytes(), known.bytes().length + 4096);
    for (int i = 0; i < COUNT; i++) {
      kept[i] = new StringSection();
    }
  }

  /** Room for a table of so many bytes behind the static strings, which are there. */
  byte[] reserve(int length) {
    int lift = known.bytes().length;
    if (raw.length < lift + length) {
      raw = Arrays.copyOf(raw, Math.max(lift + length, 2 * raw.length));
    }
    return raw;
  }

  /** The section of {@code count} strings whose table was put where {@link #reserve} said. */
  StringSection get(int count, int length) {
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
