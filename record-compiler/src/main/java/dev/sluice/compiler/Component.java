package dev.sluice.compiler;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;

/**
 * Component of a record, and the field that it becomes.
 *
 * @param name the component's name, which may differ from the field's
 * @param field the field
 * @param literal the field's name as a Java string literal
 * @param javaType the component's type as the generated code writes it
 */
record Component(String name, Field field, String literal, String javaType) {
  FieldType type() {
    return field.type();
  }

  boolean isSymbol() {
    return field.role() == Field.Role.SYMBOL;
  }

  /** Returns whether a row holds null, the id of a symbol or the place of inline data. */
  boolean isReference() {
    return type().isReference();
  }

  /**
   * Returns whether all values but null are inline data; values of other components are inline only
   * if the symbol table is full.
   */
  boolean isInline() {
    return isReference() && !isSymbol() && type() != FieldType.ENUM;
  }
}
