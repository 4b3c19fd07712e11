package dev.sluice.serializers.binary;

import dev.sluice.api.record.Field;
import dev.sluice.api.spi.DecodeLimits;

/**
 * The numbers of the payload layout: the one place that encoder and decoder take them from.
 *
 * <pre>
 * body    := strings schema page*              an empty body holds no records
 * strings := generation count [raw length &lt;&lt; 2 | method] [stored length] lengths texts
 * schema  := types (name version fields (name type|role&lt;&lt;4)*)*
 * page    := rows [type column] [record-time column] group*
 * group   := length [length of each column but the last] column*
 * column  := predictor&lt;&lt;4|packing [reference] [first value] payload [bytes]
 * </pre>
 */
final class BinaryFormat {
  static final String NAME = "binary";
  static final int SERIALIZER_ID = 1;

  /** Most rows of a page. */
  static final int PAGE_ROWS = 2048;

  /** A group of more rows tells how long its columns are, so that readers can step over them. */
  static final int ROWS_WITHOUT_LENGTHS = 64;

  /** Values of a block, the unit of bit packing. */
  static final int BLOCK = 64;

  /** Words that a kernel may write behind the last value of a column. */
  static final int SLACK = BLOCK;

  /** Most record types of a chunk. */
  static final int MAX_TYPES = DecodeLimits.MAX_TYPES;

  /** Most bytes that a byte of compressed data may stand for. */
  static final long MAX_EXPANSION = 255;

  /** Entries of a dictionary at most. */
  static final int MAX_DICTIONARY = 256;

  /** Most fields of all record types of a chunk together. */
  static final int MAX_FIELDS = 16_384;

  /** How the bytes of a string table are stored, in the low bits before their length. */
  static final int METHOD_BITS = 2;

  static final int PLAIN = 0;
  static final int LZ4 = 1;

  // Predictors.
  static final int NONE = 0;
  static final int DELTA = 1;
  static final int REFERENCE = 2;
  static final int KEYED = 3;

  // Packings.
  static final int CONSTANT = 0;
  static final int FRAME = 1;
  static final int RUNS = 2;
  static final int DICTIONARY = 3;
  static final int RAW = 4;
  static final int VARINT = 5;

  /** In a block's first byte: exceptions follow. */
  static final int EXCEPTIONS = 0x80;

  /** In place of a block's width: width and base are those of the last block that has its own. */
  static final int REPEAT = 0x7f;

  /** Bits of an exception's place in its block, below its high bits. */
  static final int POSITION_BITS = 6;

  private static final String[] PREDICTORS = {"none", "delta", "reference", "keyed"};
  private static final String[] PACKINGS = {
    "constant", "frame", "runs", "dictionary", "raw", "varint"
  };

  private BinaryFormat() {}

  /** The encoding of a column with this head, human-readable. */
  static String encoding(byte head, byte reference) {
    return PREDICTORS[head >>> 4]
        + (head >>> 4 == REFERENCE ? " " + (reference & 0xff) : "")
        + ", "
        + PACKINGS[head & 0xf];
  }

  /** Whether a column with this head names a field that it is predicted from. */
  static boolean isPredicted(byte head) {
    int predictor = (head & 0xff) >>> 4;
    return predictor == REFERENCE || predictor == KEYED;
  }

  /** Type and role of a field in a schema. */
  static int code(Field field) {
    return field.type().number() | field.role().ordinal() << 4;
  }

  /** A predictor, the field that it refers to, and a packing as one number. */
  static int encoding(int predictor, int field, int packing) {
    return field << 8 | predictor << 4 | packing;
  }

  /** How many of n values a predictor leaves to be packed. */
  static int packed(int predictor, int n) {
    return predictor == DELTA || predictor == KEYED ? n - 1 : n;
  }

  /** Bits that the unsigned value takes; 0 for 0. */
  static int bits(long value) {
    return Long.SIZE - Long.numberOfLeadingZeros(value);
  }

  /** Bytes that {@code count} packed values take. */
  static int packedBytes(int count, int width) {
    return count * width + 7 >>> 3;
  }

  /** Width of the indexes into a dictionary of two or more entries. */
  static int indexWidth(int entries) {
    return bits(entries - 1);
  }
}
