package dev.sluice.api.record;

import java.util.Map;
import java.util.Set;

/**
 * The fields that a reader wants. A decoder may leave all others packed, and a payload that has no
 * means to do so decodes them anyway. Thread-safe.
 */
@FunctionalInterface
public interface FieldSelection {
  /** Every field of every type. */
  FieldSelection ALL = (type, field) -> true;

  /**
   * Whether the reader wants the field. Asked once for each chunk and field, always with the same
   * answer.
   */
  boolean contains(RecordType type, Field field);

  /**
   * Some fields of some types; none of other types.
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
