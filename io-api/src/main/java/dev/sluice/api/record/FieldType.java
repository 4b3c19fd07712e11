package dev.sluice.api.record;

/** The types a field may have. The number is the one in a chunk's schema and never changes. */
public enum FieldType {
  /** 0 or 1. */
  BOOLEAN(1, false),
  BYTE(2, false),
  SHORT(3, false),
  /** One UTF-16 code unit, 0 to 65535. */
  CHAR(4, false),
  INT(5, false),
  LONG(6, true),
  /** IEEE 754 binary32, kept by its raw bits. */
  FLOAT(7, false),
  /** IEEE 754 binary64, kept by its raw bits. */
  DOUBLE(8, true),
  /** Nullable text, any sequence of UTF-16 code units. */
  STRING(9, false),
  /** Nullable name of an enum constant. */
  ENUM(10, false),
  /** Nullable bytes. */
  BYTES(11, false);

  private static final FieldType[] BY_NUMBER = new FieldType[12];

  static {
    for (FieldType type : values()) {
      BY_NUMBER[type.number] = type;
    }
  }

  private final int number;
  private final boolean wide;

  FieldType(int number, boolean wide) {
    this.number = number;
    this.wide = wide;
  }

  /** The number in a chunk's schema, 1 to 11. */
  public int number() {
    return number;
  }

  /** Whether a row holds the value in a word of 64 bits; all others take a half word. */
  public boolean isWide() {
    return wide;
  }

  /** Whether the value is text and so a reference into the chunk's string table. */
  public boolean isText() {
    return this == STRING || this == ENUM;
  }

  /** Whether the value is of any length, and lies behind the columns or the fixed part of a row. */
  public boolean hasContent() {
    return this == BYTES;
  }

  /** Whether a row holds a reference: 0 for null, else to a symbol or to inline data. */
  public boolean isReference() {
    return isText() || hasContent();
  }

  /** Whether the value is one of boolean, byte, short, char, int and long. */
  public boolean isIntegral() {
    return number <= LONG.number;
  }

  /** Bits of a value: 1 for boolean, 32 for a reference to a text or byte array. */
  public int bits() {
    return switch (this) {
      case BOOLEAN -> 1;
      case BYTE -> Byte.SIZE;
      case SHORT, CHAR -> Short.SIZE;
      default -> wide ? Long.SIZE : Integer.SIZE;
    };
  }

  /** Whether a value of fewer than 64 bits is sign-extended; boolean and char are not. */
  public boolean isSigned() {
    return this != BOOLEAN && this != CHAR;
  }

  /** The type with that number, or null if there is none. */
  public static FieldType byNumber(int number) {
    return number > 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
  }
}
