package dev.sluice.api.record;

/** The types a field may have. The number is the one in a chunk's schema and never changes. */
public enum FieldType {
  /** A boolean: 0 or 1. */
  BOOLEAN(1, Kind.UNSIGNED, 1),
  BYTE(2, Kind.SIGNED, Byte.SIZE),
  SHORT(3, Kind.SIGNED, Short.SIZE),
  /** A UTF-16 code unit, 0 to 65535. */
  CHAR(4, Kind.UNSIGNED, Character.SIZE),
  INT(5, Kind.SIGNED, Integer.SIZE),
  LONG(6, Kind.SIGNED, Long.SIZE),
  /** An IEEE 754 binary32, kept by its raw bits. */
  FLOAT(7, Kind.FLOATING, Float.SIZE),
  /** An IEEE 754 binary64, kept by its raw bits. */
  DOUBLE(8, Kind.FLOATING, Double.SIZE),
  /** Nullable text, any sequence of UTF-16 code units. */
  STRING(9, Kind.TEXT, Integer.SIZE),
  /** Nullable name of an enum constant. */
  ENUM(10, Kind.TEXT, Integer.SIZE),
  /** Nullable bytes. */
  BYTES(11, Kind.CONTENT, Integer.SIZE);

  private static final FieldType[] BY_NUMBER = new FieldType[values().length + 1];

  static {
    for (FieldType type : values()) {
      BY_NUMBER[type.number] = type;
    }
  }

  private final int number;
  private final Kind kind;
  private final int bits;

  /** Kind of a value; each constant names one, so that no method of this type can forget it. */
  private enum Kind {
    SIGNED,
    UNSIGNED,
    FLOATING,
    TEXT,
    CONTENT
  }

  FieldType(int number, Kind kind, int bits) {
    this.number = number;
    this.kind = kind;
    this.bits = bits;
  }

  /** Returns the number of the type in a chunk's schema, 1 to 11. */
  public int number() {
    return number;
  }

  /**
   * Returns the number of bits of a value in a row: 1 for boolean, 32 for a reference to a text or
   * byte array.
   */
  public int bits() {
    return bits;
  }

  /** Returns whether a row holds the value in a word of 64 bits; all others take a half word. */
  public boolean isWide() {
    return bits == Long.SIZE;
  }

  /** Returns whether the value is text and so a reference into the chunk's string table. */
  public boolean isText() {
    return kind == Kind.TEXT;
  }

  /**
   * Returns whether the value is of any length; then it is stored after the columns or the fixed
   * part of a row.
   */
  public boolean hasContent() {
    return kind == Kind.CONTENT;
  }

  /** Returns whether a row holds a reference: 0 for null, else to a symbol or to inline data. */
  public boolean isReference() {
    return isText() || hasContent();
  }

  /** Returns whether the value is one of boolean, byte, short, char, int and long. */
  public boolean isIntegral() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
  }

  /** Returns whether a value of fewer than 64 bits is sign-extended; boolean and char are not. */
  public boolean isSigned() {
    return kind != Kind.UNSIGNED;
  }

  /** Returns the floating-point number with these raw bits. */
  public double toDouble(long rawBits) {
    return isWide() ? Double.longBitsToDouble(rawBits) : Float.intBitsToFloat((int) rawBits);
  }

  /** Returns the type with that number, or null if there is none. */
  public static FieldType byNumber(int number) {
    return number > 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
  }
}
