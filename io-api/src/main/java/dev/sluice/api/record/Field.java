package dev.sluice.api.record;

import java.util.Objects;

/**
 * A field of a record type.
 *
 * @param name the name, unique in its type; never {@code type}, which the JSON form needs
 * @param type the type
 * @param role what the value means beyond its type
 */
public record Field(String name, FieldType type, Role role) {
  /** Maximum length of a field's name, in bytes of UTF-8. */
  public static final int MAX_NAME_BYTES = 255;

  /** Meaning of a field's value beyond its type. The ordinal is the number in a chunk's schema. */
  public enum Role {
    /** A value without further meaning. */
    PLAIN,
    /** An instant, see {@link Timestamp}. */
    TIMESTAMP,
    /** The instant that is the record time. */
    RECORD_TIME,
    /** A text that repeats, see {@link SymbolField}. */
    SYMBOL
  }

  public Field {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(role, "role");
    int bytes = Rows.textBytes(name);
    if (bytes == 0 || bytes > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "field name must have 1 to " + MAX_NAME_BYTES + " bytes of UTF-8, had " + bytes);
    }
    if (name.equals("type")) {
      throw new IllegalArgumentException("a field must not be called 'type'");
    }
    if ((role == Role.TIMESTAMP || role == Role.RECORD_TIME) && type != FieldType.LONG) {
      throw new IllegalArgumentException("timestamp '" + name + "' must be LONG, was " + type);
    }
    if (role == Role.SYMBOL && type != FieldType.STRING) {
      throw new IllegalArgumentException("symbol '" + name + "' must be STRING, was " + type);
    }
  }

  /** Returns a field without a special role. */
  public static Field of(String name, FieldType type) {
    return new Field(name, type, Role.PLAIN);
  }

  /** Returns whether the chunk's clock anchor is added to the value on decoding. */
  public boolean isInstant() {
    return role == Role.TIMESTAMP || role == Role.RECORD_TIME;
  }
}
