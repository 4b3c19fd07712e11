package dev.sluice.serializers.binary;

import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.chunk.Varint;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.DecodeLimits;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * String table of the chunk being decoded. A table that equals that of an earlier chunk byte for
 * byte is not decoded again: a program that repeats itself, and several whose chunks take turns,
 * fill their chunks with the same strings. For one thread.
 */
final class StringTableDecoder {
  private static final int COUNT = 16;

  /**
   * Maximum length of a table with a place of its own; longer ones share a place, so that at most a
   * few MiB are kept.
   */
  private static final int MAX_KEPT = 16 << 10;

  private final DecodeLimits limits;
  private final Lz4Decoder lz4 = new Lz4Decoder();

  /** Kept sections by hash; the last one is for long tables. */
  private final Section[] sections = new Section[COUNT + 1];

  private final CRC32C crc = new CRC32C();

  /** Section of the chunk being decoded. */
  private Section current = new Section();

  /**
   * The static strings that a compressed table refers to, then lengths and texts, whose ends are in
   * {@link #ends}.
   */
  private byte[] raw = new byte[0];

  private int[] ends = new int[1];

  private final KnownTexts knownTexts = new KnownTexts();

  /** Static strings at the start of {@link #raw}. */
  private StaticStrings history = StaticStrings.NONE;

  /** A stored section and its content. */
  private static final class Section {
    byte[] stored = {};

    /** Length of the stored section; -1 if there is none. */
    int length = -1;

    StaticStrings known = StaticStrings.NONE;
    int count;

    /** Static strings from the last to the first, null, then the strings of the table. */
    String[] texts = new String[1];

    boolean isStored(byte[] bytes, int from, int to) {
      return length == to - from && Arrays.equals(bytes, from, to, stored, 0, length);
    }

    void keep(byte[] bytes, int from, int to) {
      if (stored.length < to - from) {
        stored = new byte[to - from];
      }
      System.arraycopy(bytes, from, stored, 0, to - from);
      length = to - from;
    }
  }

  StringTableDecoder(DecodeLimits limits) {
    this.limits = limits;
    Arrays.setAll(sections, i -> new Section());
  }

  /** Returns the lowest valid id: that of the last static string. */
  int minId() {
    return -current.known.count();
  }

  /** Returns the highest valid id. */
  int maxId() {
    return current.count;
  }

  /**
   * Returns the texts of all ids from {@link #minId} on, until the next table; not to be changed.
   */
  String[] texts() {
    return current.texts;
  }

  /** Returns the text of a valid id; null for 0. */
  String text(int id) {
    return current.texts[id + current.known.count()];
  }

  /**
   * Reads the section.
   *
   * @param inCompressed whether the body was compressed, so that the table must not be: else a few
   *     bytes could stand for the square of the expansion
   */
  void read(byte[] bytes, Varint.Reader in, boolean inCompressed) throws MalformedChunkException {
    int from = in.position();
    int generation = in.bounded("generation of the static strings", 0, Integer.MAX_VALUE);
    StaticStrings generated = StaticStrings.of(generation);
    if (generated == null) {
      throw in.malformed("generation " + generation + " of the static strings is not known");
    }
    int most = Math.min(limits.maxStrings(), DecodeLimits.MAX_STRINGS);
    int strings = in.bounded("string count", 0, most);
    int method = BinaryFormat.PLAIN;
    int length = 0;
    if (strings > 0) {
      long head = in.nonNegative("length of the string table");
      method = (int) head & (1 << BinaryFormat.METHOD_BITS) - 1;
      length = tableLength(in, head >>> BinaryFormat.METHOD_BITS, strings);
    }
    if (inCompressed && method != BinaryFormat.PLAIN) {
      throw in.malformed("compressed string table in a compressed body");
    }
    int stored = stored(in, method, length);
    int at = in.skip(stored);
    int to = in.position();
    current = sections[Math.max(length, stored) > MAX_KEPT ? COUNT : slot(bytes, from, to)];
    if (current.isStored(bytes, from, to)) {
      return;
    }
    current.length = -1;
    setKnown(generated);
    if (method == BinaryFormat.LZ4) {
      raw = lz4.decode(bytes, at, stored, raw, generated.bytes().length, length, in);
    } else {
      reserveRaw(length);
      System.arraycopy(bytes, at, raw, generated.bytes().length, length);
    }
    index(in, strings, length);
    current.keep(bytes, from, to);
  }

  private int slot(byte[] bytes, int from, int to) {
    crc.reset();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue() & COUNT - 1;
  }

  private static int stored(Varint.Reader in, int method, int length)
      throws MalformedChunkException {
    return switch (method) {
      case BinaryFormat.PLAIN -> length;
      case BinaryFormat.LZ4 -> in.bounded("stored length", 1, in.remaining());
      default -> throw in.malformed("method " + method + " of the string table is not known");
    };
  }

  private int tableLength(Varint.Reader in, long length, int strings)
      throws MalformedChunkException {
    if (length < strings || length > limits.maxRawBytes()) {
      throw in.malformed("string table of " + length + " bytes for " + strings + " strings");
    }
    return (int) length;
  }

  private void setKnown(StaticStrings generated) {
    if (history != generated) {
      history = generated;
      raw = new byte[0];
      reserveRaw(0);
    }
    if (current.known != generated) {
      current.known = generated;
      current.texts = generated.byId();
    }
  }

  /** Makes room for {@code length} bytes after the static strings. */
  private void reserveRaw(int length) {
    int lift = history.bytes().length;
    if (raw.length < lift + length || raw.length == 0) {
      raw = Arrays.copyOf(history.bytes(), lift + length);
    }
  }

  /** Finds and checks the texts. Positions in a compressed table are those of its start. */
  private void index(Varint.Reader in, int strings, int length) throws MalformedChunkException {
    int from = history.bytes().length;
    Varint.Reader table = new Varint.Reader(raw, from, from, from + length);
    if (ends.length < strings) {
      ends = new int[strings];
    }
    long end = 0;
    for (int i = 0; i < strings; i++) {
      end += length(table, in);
      ends[i] = (int) end;
    }
    int first = table.position();
    int there = from + length - first;
    if (end != there) {
      throw in.malformed("texts of " + end + " bytes in " + there);
    }
    current.count = strings;
    int lift = history.count() + 1;
    if (current.texts.length < lift + strings) {
      current.texts = Arrays.copyOf(current.texts, lift + strings);
    }
    String[] texts = current.texts;
    int at = first;
    for (int i = 0; i < strings; i++) {
      texts[lift + i] = knownTexts.get(raw, at, first + ends[i]);
      if (texts[lift + i] == null) {
        throw in.malformed("string " + (i + 1) + " is no WTF-8");
      }
      at = first + ends[i];
    }
  }

  /**
   * Reads a length; an error has a position in the chunk itself, so that it is meaningful there.
   */
  private static int length(Varint.Reader table, Varint.Reader in) throws MalformedChunkException {
    try {
      return table.bounded("length of a string", 0, RowLayout.MAX_INLINE_BYTES);
    } catch (MalformedChunkException e) {
      throw in.malformed(e.reason() + " (at byte " + e.position() + " of the string table)");
    }
  }
}
