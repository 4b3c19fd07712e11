package dev.sluice.serializers.binary;

import dev.sluice.api.binding.Varint;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.spi.DecodeLimits;
import java.util.Arrays;

/**
 * The string table of the chunk being decoded. A table that is byte for byte the last chunk's is
 * not decoded again. For one thread.
 */
final class StringTableDecoder {
  private final DecodeLimits limits;
  private final Decompressor decompressor;

  /** The section as it was stored, with its length. */
  private byte[] section = new byte[0];

  private int sectionLength = -1;

  /** Lengths and texts; text {@code i} lies at {@code starts[i-1]} to {@code starts[i]}. */
  private byte[] raw = new byte[0];

  private int[] starts = new int[1];
  private String[] texts = new String[1];
  private int count;

  StringTableDecoder(DecodeLimits limits, Decompressor decompressor) {
    this.limits = limits;
    this.decompressor = decompressor;
  }

  /** Highest valid id. */
  int maxId() {
    return count;
  }

  /** The text of a valid id; null for 0. */
  String text(int id) {
    return texts[id];
  }

  /** Reads the section; the result tells whether the table is the last chunk's. */
  boolean read(byte[] bytes, Varint.Reader in) throws MalformedChunkException {
    int from = in.position();
    int generation = in.bounded("generation of the static string table", 0, Integer.MAX_VALUE);
    if (generation != BinaryFormat.STATIC_GENERATION) {
      throw in.malformed("generation " + generation + " of the static string table is not known");
    }
    int most = Math.min(limits.maxStrings(), BinaryFormat.MAX_STRINGS);
    int strings = in.bounded("string count", 0, most);
    if (strings == 0) {
      count = 0;
      texts = new String[1];
      sectionLength = -1;
      return false;
    }
    long lengths = in.nonNegative("length of the string table");
    boolean compressed = (lengths & 1) != 0;
    int length = tableLength(in, lengths >>> 1, strings);
    int stored = compressed ? in.bounded("stored length", 1, in.remaining()) : length;
    int at = in.skip(stored);
    int to = in.position();
    if (Arrays.equals(bytes, from, to, section, 0, Math.max(0, sectionLength))) {
      return true;
    }
    sectionLength = -1;
    load(bytes, at, stored, compressed ? length : 0, in);
    index(in, at, strings, length);
    keep(bytes, from, to);
    return false;
  }

  private int tableLength(Varint.Reader in, long length, int strings)
      throws MalformedChunkException {
    if (length < strings || length > limits.maxRawBytes()) {
      throw in.malformed("string table of " + length + " bytes for " + strings + " strings");
    }
    return (int) length;
  }

  private void load(byte[] bytes, int at, int stored, int decompressed, Varint.Reader in)
      throws MalformedChunkException {
    if (decompressed > 0) {
      raw = decompressor.decompress(bytes, at, stored, raw, decompressed, in);
    } else {
      raw = raw.length < stored ? new byte[stored] : raw;
      System.arraycopy(bytes, at, raw, 0, stored);
    }
  }

  /** Finds and checks the texts. Positions in a compressed table are those of its start. */
  private void index(Varint.Reader in, int at, int strings, int length)
      throws MalformedChunkException {
    Varint.Reader table = new Varint.Reader(raw, 0, 0, length);
    if (starts.length <= strings) {
      starts = new int[strings + 1];
    }
    long end = 0;
    for (int i = 1; i <= strings; i++) {
      end += length(table, in);
      starts[i] = (int) end;
    }
    int first = table.position();
    if (first + end != length) {
      throw in.malformed("texts of " + end + " bytes in " + (length - first));
    }
    starts[0] = first;
    for (int i = 1; i <= strings; i++) {
      starts[i] += first;
      if (Wtf8.firstWrong(raw, starts[i - 1], starts[i]) >= 0) {
        throw in.malformed("string " + i + " is no WTF-8");
      }
    }
    count = strings;
    texts = new String[strings + 1];
    for (int i = 1; i <= strings; i++) {
      texts[i] = Wtf8.decode(raw, starts[i - 1], starts[i] - starts[i - 1]);
    }
  }

  /** As if read from the chunk itself, so that the position means something there. */
  private static int length(Varint.Reader table, Varint.Reader in) throws MalformedChunkException {
    try {
      return table.bounded("length of a string", 0, RowLayout.MAX_INLINE_BYTES);
    } catch (MalformedChunkException e) {
      throw in.malformed(e.reason() + " (at byte " + e.position() + " of the string table)");
    }
  }

  private void keep(byte[] bytes, int from, int to) {
    sectionLength = to - from;
    if (section.length < sectionLength) {
      section = new byte[sectionLength];
    }
    System.arraycopy(bytes, from, section, 0, sectionLength);
  }
}
