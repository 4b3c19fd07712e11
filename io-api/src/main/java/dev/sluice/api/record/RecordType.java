package dev.sluice.api.record;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The name, version and fields of a kind of record. Immutable; may be shared between threads. */
public final class RecordType {
  /** Maximum number of fields of a type. */
  public static final int MAX_FIELDS = 255;

  /** Maximum length of a type's name, in characters. */
  public static final int MAX_NAME_LENGTH = 200;

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)*");

  private final String name;
  private final int version;
  private final List<Field> fields;
  private final Map<String, Integer> indexes = new HashMap<>();
  private final int recordTime;

  /**
   * Hash over name, version and fields: many types may have the same name, as while a program is
   * developed.
   */
  private final int hash;

  /**
   * Creates a type.
   *
   * @throws IllegalArgumentException if the name is not dotted lower case, the version not in 1 to
   *     65535, there are more than {@value #MAX_FIELDS} fields, two of one name or two record times
   */
  public RecordType(String name, int version, List<Field> fields) {
    if (name.length() > MAX_NAME_LENGTH || !NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "type name must be dotted lower case of at most "
              + MAX_NAME_LENGTH
              + " characters, was '"
              + name
              + "'");
    }
    if (version < 1 || version > 0xffff) {
      throw new IllegalArgumentException(
          "version of " + name + " must be 1 to 65535, was " + version);
    }
    if (fields.size() > MAX_FIELDS) {
      throw new IllegalArgumentException(
          name + " must have at most " + MAX_FIELDS + " fields, had " + fields.size());
    }
    this.name = name;
    this.version = version;
    this.fields = List.copyOf(fields);
    int time = -1;
    int sum = name.hashCode() * 31 + version;
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      sum = (sum * 31 + field.name().hashCode()) * 31 + field.type().number();
      if (indexes.put(field.name(), i) != null) {
        throw new IllegalArgumentException(name + " has two fields called '" + field.name() + "'");
      }
      if (field.role() == Field.Role.RECORD_TIME) {
        if (time >= 0) {
          throw new IllegalArgumentException(name + " has two record times");
        }
        time = i;
      }
    }
    this.recordTime = time;
    this.hash = sum;
  }

  /** Returns the dotted name without the version. */
  public String name() {
    return name;
  }

  /** Returns the major version, 1 to 65535. */
  public int version() {
    return version;
  }

  /** Returns name and version, as tools print them: {@code sluice.operation_execution.1}. */
  public String qualifiedName() {
    return name + "." + version;
  }

  /** Returns the fields in schema order. */
  public List<Field> fields() {
    return fields;
  }

  /** Returns the index of the field with this name, or -1. */
  public int indexOf(String fieldName) {
    return indexes.getOrDefault(fieldName, -1);
  }

  /** Returns the index of the record time, or -1 if the type has none. */
  public int recordTimeField() {
    return recordTime;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RecordType that
        && name.equals(that.name)
        && version == that.version
        && fields.equals(that.fields);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return qualifiedName() + fields;
  }
}
