package dev.sluice.api.record;

import java.util.List;

/**
 * The layout of a row: the only class that knows where a field is in the ring. Words are {@code
 * long}s.
 *
 * <pre>
 * word 0         63            32 31 30  29  28    16 15         0
 *               +----------------+-----+----+---------+------------+
 *               |  half slot 0   |state|flag| type id | words >= 1 |
 *               +----------------+-----+----+---------+------------+
 * word 1        |  half slot 2   |         half slot 1             |  two half slots a word
 * ...           +----------------+---------------------------------+
 * then          |             one word for each long and double    |  in field order
 * then          |             inline texts and byte arrays         |  see below
 *               +--------------------------------------------------+
 * </pre>
 *
 * The first boolean field is the flag, so that a row is no longer for it and no slower to write.
 * Every other field that is not {@linkplain FieldType#isWide wide} takes a half slot, in field
 * order: integers sign-extended (char and boolean zero-extended), floats by raw bits. A text or
 * byte array is 0 for null, positive for the id of a {@link Symbol}, and negative for inline data
 * that starts {@code -value} words after the row's first word: one word with the length in bytes,
 * then the bytes, eight a word, first byte lowest; unused bytes are zero. Texts are WTF-8: UTF-8 in
 * which a lone surrogate is kept as its three bytes.
 */
public final class RowLayout {
  /**
   * State of a row that is claimed but not committed; the row has its length, no type, and anything
   * in the upper half.
   */
  public static final int CLAIMED = 0;

  /** State of a complete row. */
  public static final int COMMITTED = 1;

  /** State of words to be skipped: the end of a ring, or an abandoned row. */
  public static final int PADDING = 2;

  /** State of a row that was claimed and abandoned; it is skipped and counted as a drop. */
  public static final int ABORTED = 3;

  /** Maximum number of words of a row. */
  public static final int MAX_WORDS = 0xffff;

  /** Maximum type id; ids start at 0. */
  public static final int MAX_TYPE_ID = 0x1fff;

  /** Number of bits by which the flag is shifted to the left in word 0. */
  public static final int FLAG_SHIFT = 29;

  /** Maximum length of a text or byte array, in bytes. */
  public static final int MAX_INLINE_BYTES = 65_536;

  private final int[] slots;
  private final int fixedWords;

  private RowLayout(int[] slots, int fixedWords) {
    this.slots = slots;
    this.fixedWords = fixedWords;
  }

  /** Returns the layout for these fields. */
  public static RowLayout of(List<Field> fields) {
    int flag = fields.stream().map(Field::type).toList().indexOf(FieldType.BOOLEAN);
    int halves = flag < 0 ? 0 : -1;
    for (Field field : fields) {
      halves += field.type().isWide() ? 0 : 1;
    }
    int wide = 1 + halves / 2;
    int[] slots = new int[fields.size()];
    int half = 0;
    for (int i = 0; i < slots.length; i++) {
      boolean isWide = fields.get(i).type().isWide();
      slots[i] = i == flag ? FLAG_SHIFT << 16 : isWide ? wide++ : halfSlot(half++);
    }
    return new RowLayout(slots, wide);
  }

  private static int halfSlot(int half) {
    // Half slot 0 is the upper half of word 0; 1 and 2 are the lower and upper half of word 1.
    return (half + 1) / 2 | ((half & 1) == 0 ? 32 << 16 : 0);
  }

  /** Returns the word of a field, counted from the row's first. */
  public int word(int field) {
    return slots[field] & 0xffff;
  }

  /**
   * Returns the number of bits by which a field's half slot is shifted to the left in its word: 0
   * or 32; 0 for wide fields, {@link #FLAG_SHIFT} for the flag. Bits above the field's {@linkplain
   * FieldType#bits own} do not belong to it.
   */
  public int shift(int field) {
    return slots[field] >>> 16;
  }

  /** Returns the number of words of a row without inline data. */
  public int fixedWords() {
    return fixedWords;
  }

  /** Returns the number of words that {@code bytes} bytes of inline data take. */
  public static int inlineWords(int bytes) {
    return 1 + ((bytes + 7) >>> 3);
  }

  /**
   * Returns the constant part of a committed row's header; the caller adds half slot 0 and flag.
   */
  public static long header(int words, int typeId) {
    return words | (long) typeId << 16 | (long) COMMITTED << 30;
  }

  /** Returns a header without type and half slot 0, in one of the states. */
  public static long header(int words, int typeId, int state) {
    return words | (long) typeId << 16 | (long) state << 30;
  }

  /** Returns the number of words of the row with this header. */
  public static int words(long header) {
    return (int) header & 0xffff;
  }

  /** Returns the type id in a header. */
  public static int typeId(long header) {
    return (int) header >>> 16 & MAX_TYPE_ID;
  }

  /** Returns the state in a header. */
  public static int state(long header) {
    return (int) header >>> 30;
  }
}
