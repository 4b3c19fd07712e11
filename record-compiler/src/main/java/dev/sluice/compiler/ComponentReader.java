package dev.sluice.compiler;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldName;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;
import java.util.Locale;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Checks one component of a record and determines its field. */
record ComponentReader(Declarations declarations) {
  /**
   * Returns the component.
   *
   * @throws IllegalArgumentException if it cannot become a field; the message is for the user
   */
  Component read(RecordComponentElement element) {
    FieldType type = fieldType(element.asType());
    if (type == null) {
      throw new IllegalArgumentException(
          "a component must be a primitive, String, an enum or byte[], was " + element.asType());
    }
    TypeElement constants = enumOf(element);
    if (constants != null && declarations.isHidden(constants, declarations.home(element))) {
      throw new IllegalArgumentException("the enum must be accessible in the record's package");
    }
    FieldName renamed = element.getAnnotation(FieldName.class);
    String component = element.getSimpleName().toString();
    String name = renamed == null ? component : renamed.value();
    Field field = new Field(name, type, role(element));
    String literal = declarations.literal(name);
    return new Component(component, field, literal, javaType(element, type));
  }

  static boolean isRecordTime(Element element) {
    Timestamp timestamp = element.getAnnotation(Timestamp.class);
    return timestamp != null && timestamp.recordTime();
  }

  /** Returns the component's enum, or null if its type is not an enum. */
  static TypeElement enumOf(RecordComponentElement element) {
    return fieldType(element.asType()) == FieldType.ENUM ? declared(element.asType()) : null;
  }

  private static Field.Role role(Element element) {
    boolean timestamp = element.getAnnotation(Timestamp.class) != null;
    boolean symbol = element.getAnnotation(SymbolField.class) != null;
    if (timestamp && symbol) {
      throw new IllegalArgumentException("a field is either a symbol or a timestamp");
    }
    if (timestamp) {
      return isRecordTime(element) ? Field.Role.RECORD_TIME : Field.Role.TIMESTAMP;
    }
    return symbol ? Field.Role.SYMBOL : Field.Role.PLAIN;
  }

  private static FieldType fieldType(TypeMirror type) {
    return switch (type.getKind()) {
      case BOOLEAN, BYTE, SHORT, CHAR, INT, LONG, FLOAT, DOUBLE ->
          FieldType.valueOf(type.getKind().name());
      case ARRAY -> {
        TypeKind element = ((ArrayType) type).getComponentType().getKind();
        yield element == TypeKind.BYTE ? FieldType.BYTES : null;
      }
      case DECLARED -> fieldType(declared(type));
      default -> null;
    };
  }

  private static FieldType fieldType(TypeElement type) {
    if (type.getQualifiedName().contentEquals("java.lang.String")) {
      return FieldType.STRING;
    }
    return type.getKind() == ElementKind.ENUM ? FieldType.ENUM : null;
  }

  private static TypeElement declared(TypeMirror type) {
    return (TypeElement) ((DeclaredType) type).asElement();
  }

  private String javaType(RecordComponentElement element, FieldType type) {
    return switch (type) {
      case STRING -> "String";
      case BYTES -> "byte[]";
      case ENUM -> declarations.name(enumOf(element), declarations.home(element));
      default -> type.name().toLowerCase(Locale.ROOT);
    };
  }
}
