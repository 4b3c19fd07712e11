package dev.sluice.serializers.binary;

import dev.sluice.api.record.Field;
import dev.sluice.api.spi.DecodeLimits;

/**
 * Numbers of the payload's layout, for encoder and decoder.
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

  /** Maximum number of rows of a page. */
  static final int PAGE_ROWS = 2048;

  /**
   * Maximum number of rows of a group without the lengths of its columns; with them readers can
   * skip columns.
   */
  static final int ROWS_WITHOUT_LENGTHS = 64;

  /** Number of values of a block, the unit of bit packing. */
  static final int BLOCK = 64;

  /** Number of words that a kernel may write after the last value of a column. */
  static final int SLACK = BLOCK;

  /** Maximum number of record types of a chunk. */
  static final int MAX_TYPES = DecodeLimits.MAX_TYPES;

  /** Maximum number of bytes that one byte of compressed data may stand for. */
  static final long MAX_EXPANSION = 255;

  /** Maximum number of entries of a dictionary. */
  static final int MAX_DICTIONARY = 256;

  /** Maximum number of fields of all record types of a chunk together. */
  static final int MAX_FIELDS = 16_384;

  /**
   * Number of low bits that contain how the bytes of a string table are stored, below their length.
   */
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

  /** Flag in a block's first byte: exceptions follow. */
  static final int EXCEPTIONS = 0x80;

  /**
   * Value in the place of a block's width: width and base are those of the last block with its own.
   */
  static final int REPEAT = 0x7f;

  /** Number of bits of an exception's place in its block, below its high bits. */
  static final int POSITION_BITS = 6;

  private static final String[] PREDICTORS = {"none", "delta", "reference", "keyed"};
  private static final String[] PACKINGS = {
    "constant", "frame", "runs", "dictionary", "raw", "varint"
  };

  private BinaryFormat() {}

  /** Returns the encoding of a column with this head, human-readable. */
  static String encoding(byte head, byte reference) {
    return PREDICTORS[head >>> 4]
        + (head >>> 4 == REFERENCE ? " " + (reference & 0xff) : "")
        + ", "
        + PACKINGS[head & 0xf];
  }

  /** Returns whether a column with this head names a field that it is predicted from. */
  static boolean isPredicted(byte head) {
    int predictor = (head & 0xff) >>> 4;
    return predictor == REFERENCE || predictor == KEYED;
  }

  /** Returns the type and role of a field in a schema as one number. */
  static int code(Field field) {
    return field.type().number() | field.role().ordinal() << 4;
  }

  /** Returns a predictor, the field that it refers to, and a packing as one number. */
  static int encoding(int predictor, int field, int packing) {
    return field << 8 | predictor << 4 | packing;
  }

  /** Returns how many of n values a predictor leaves to be packed. */
  static int packed(int predictor, int n) {
    return predictor == DELTA || predictor == KEYED ? n - 1 : n;
  }

  /** Returns the number of bits that an unsigned value takes; 0 for 0. */
  static int bits(long value) {
    return Long.SIZE - Long.numberOfLeadingZeros(value);
  }

  /** Returns the number of bytes that {@code count} packed values take. */
  static int packedBytes(int count, int width) {
    return count * width + 7 >>> 3;
  }

  /** Returns the width in bits of the indexes into a dictionary of two or more entries. */
  static int indexWidth(int entries) {
    return bits(entries - 1);
  }
}
