package dev.sluice.api.record;

import java.util.Map;
import java.util.Set;

/**
 * The fields that a reader wants. A decoder may leave all others packed, and a payload that has no
 * means to do so decodes them anyway. Thread-safe.
 */
@FunctionalInterface
public interface FieldSelection {
  /** Selection of every field of every type. */
  FieldSelection ALL = (type, field) -> true;

  /**
   * Returns whether the reader wants the field; always the same answer. Called at most once for
   * each field of a type in a chunk's schema, and not again for later chunks while the decoder
   * knows the type; a schema that has a type twice has it asked twice. Not asked for the record
   * time, which is always decoded.
   */
  boolean contains(RecordType type, Field field);

  /**
   * Returns whether the reader wants records of the type at all; always the same answer, called as
   * rarely as {@link #contains}. Cursors may leave out all records of other types, and count them.
   */
  default boolean containsType(RecordType type) {
    return true;
  }

  /** Returns this selection, restricted to records of the given types. */
  default FieldSelection ofTypes(Set<String> qualifiedNames) {
    Set<String> types = Set.copyOf(qualifiedNames);
    FieldSelection fields = this;
    return new FieldSelection() {
      @Override
      public boolean contains(RecordType type, Field field) {
        return containsType(type) && fields.contains(type, field);
      }

      @Override
      public boolean containsType(RecordType type) {
        return types.contains(type.qualifiedName()) && fields.containsType(type);
      }
    };
  }

  /**
   * Returns a selection of some fields of some types, and of no fields of other types.
   *
   * @param fields names of fields by {@link RecordType#qualifiedName}, such as {@code
   *     "shop.order.1"}
   */
  static FieldSelection of(Map<String, Set<String>> fields) {
    Map<String, Set<String>> copy = Map.copyOf(fields);
    return (type, field) ->
        copy.getOrDefault(type.qualifiedName(), Set.of()).contains(field.name());
  }
}
