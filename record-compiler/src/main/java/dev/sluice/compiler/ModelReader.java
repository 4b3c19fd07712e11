package dev.sluice.compiler;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldName;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;

/** Checks annotated records and makes models of them. */
final class ModelReader {
  private final Elements elements;
  private final Problems problems;

  ModelReader(Elements elements, Problems problems) {
    this.elements = elements;
    this.problems = problems;
  }

  /** The record's model, or null if there are mistakes, which are then reported. */
  RecordModel read(TypeElement record) {
    int before = problems.count();
    checkClass(record);
    List<Component> components = components(record);
    RecordType type = type(record, components);
    if (problems.count() > before) {
      return null;
    }
    PackageElement home = elements.getPackageOf(record);
    return new RecordModel(
        home.getQualifiedName().toString(),
        nameWithin(home, record),
        isPublic(record),
        isDeprecated(record),
        type,
        components,
        packageClasses(home, record));
  }

  private void checkClass(TypeElement record) {
    if (!record.getTypeParameters().isEmpty()) {
      problems.at(record, "a record type must not be generic");
    }
    if (isHidden(record, elements.getPackageOf(record))) {
      problems.at(record, "a record type and the classes around it must not be private");
    }
  }

  private List<Component> components(TypeElement record) {
    List<Component> components = new ArrayList<>();
    Set<String> names = new HashSet<>();
    boolean timed = false;
    for (RecordComponentElement element : record.getRecordComponents()) {
      Component component = component(element);
      if (component == null) {
        continue;
      }
      boolean isTime = component.field().role() == Field.Role.RECORD_TIME;
      if (!names.add(component.field().name())) {
        problems.at(element, "there is another field called '" + component.field().name() + "'");
      } else if (isTime && timed) {
        problems.at(element, "there must be one record time only");
      } else {
        components.add(component);
      }
      timed |= isTime;
    }
    if (!timed) {
      problems.at(record, "one component must be the record time: @Timestamp(recordTime = true)");
    }
    return components;
  }

  private Component component(RecordComponentElement element) {
    FieldType type = fieldType(element.asType());
    if (type == null) {
      problems.at(
          element,
          "a component must be a primitive, String, an enum or byte[], was " + element.asType());
      return null;
    }
    if (type == FieldType.ENUM && isHidden(enumOf(element), elements.getPackageOf(element))) {
      problems.at(element, "the enum must be accessible in the record's package");
      return null;
    }
    FieldName renamed = element.getAnnotation(FieldName.class);
    String component = element.getSimpleName().toString();
    String name = renamed == null ? component : renamed.value();
    try {
      Field field = new Field(name, type, role(element));
      String literal = elements.getConstantExpression(name);
      return new Component(component, field, literal, javaType(element, type));
    } catch (IllegalArgumentException mistake) {
      problems.at(element, mistake.getMessage());
      return null;
    }
  }

  private RecordType type(TypeElement record, List<Component> components) {
    MonitoringRecord annotation = record.getAnnotation(MonitoringRecord.class);
    try {
      List<Field> fields = components.stream().map(Component::field).toList();
      return new RecordType(annotation.name(), annotation.version(), fields);
    } catch (IllegalArgumentException mistake) {
      problems.at(record, MonitoringRecord.class, mistake.getMessage());
      return null;
    }
  }

  private static Field.Role role(Element element) {
    Timestamp timestamp = element.getAnnotation(Timestamp.class);
    boolean symbol = element.getAnnotation(SymbolField.class) != null;
    if (timestamp != null && symbol) {
      throw new IllegalArgumentException("a field is either a symbol or a timestamp");
    }
    if (timestamp != null) {
      return timestamp.recordTime() ? Field.Role.RECORD_TIME : Field.Role.TIMESTAMP;
    }
    return symbol ? Field.Role.SYMBOL : Field.Role.PLAIN;
  }

  private static FieldType fieldType(TypeMirror type) {
    if (type.getKind().isPrimitive()) {
      return FieldType.valueOf(type.getKind().name());
    }
    if (type.getKind() == TypeKind.ARRAY) {
      TypeKind element = ((ArrayType) type).getComponentType().getKind();
      return element == TypeKind.BYTE ? FieldType.BYTES : null;
    }
    if (type.getKind() != TypeKind.DECLARED) {
      return null;
    }
    TypeElement element = (TypeElement) ((DeclaredType) type).asElement();
    if (element.getQualifiedName().contentEquals("java.lang.String")) {
      return FieldType.STRING;
    }
    return element.getKind() == ElementKind.ENUM ? FieldType.ENUM : null;
  }

  private String javaType(RecordComponentElement element, FieldType type) {
    return switch (type) {
      case STRING -> "String";
      case BYTES -> "byte[]";
      case ENUM -> {
        PackageElement home = elements.getPackageOf(element);
        TypeElement constant = enumOf(element);
        yield elements.getPackageOf(constant).equals(home)
            ? nameWithin(home, constant)
            : constant.getQualifiedName().toString();
      }
      default -> type.name().toLowerCase(Locale.ROOT);
    };
  }

  private static TypeElement enumOf(RecordComponentElement element) {
    return (TypeElement) ((DeclaredType) element.asType()).asElement();
  }

  private static String nameWithin(PackageElement home, TypeElement type) {
    String name = type.getQualifiedName().toString();
    return home.isUnnamed() ? name : name.substring(home.getQualifiedName().length() + 1);
  }

  private Set<String> packageClasses(PackageElement home, TypeElement record) {
    Set<String> classes = new TreeSet<>();
    classes.add(topLevel(record).getSimpleName().toString());
    for (RecordComponentElement component : record.getRecordComponents()) {
      if (fieldType(component.asType()) == FieldType.ENUM
          && elements.getPackageOf(enumOf(component)).equals(home)) {
        classes.add(topLevel(enumOf(component)).getSimpleName().toString());
      }
    }
    return classes;
  }

  private static Element topLevel(Element type) {
    Element around = type.getEnclosingElement();
    return around.getKind() == ElementKind.PACKAGE ? type : topLevel(around);
  }

  /** Whether code of the package cannot name the type. */
  private boolean isHidden(Element type, PackageElement from) {
    if (type.getKind() == ElementKind.PACKAGE) {
      return false;
    }
    boolean near = elements.getPackageOf(type).equals(from);
    return type.getModifiers().contains(Modifier.PRIVATE)
        || !near && !type.getModifiers().contains(Modifier.PUBLIC)
        || isHidden(type.getEnclosingElement(), from);
  }

  private static boolean isPublic(Element type) {
    return type.getKind() == ElementKind.PACKAGE
        || type.getModifiers().contains(Modifier.PUBLIC) && isPublic(type.getEnclosingElement());
  }

  private boolean isDeprecated(TypeElement record) {
    for (Element e = record; e.getKind() != ElementKind.PACKAGE; e = e.getEnclosingElement()) {
      if (elements.isDeprecated(e)) {
        return true;
      }
    }
    for (RecordComponentElement component : record.getRecordComponents()) {
      boolean isEnum = fieldType(component.asType()) == FieldType.ENUM;
      if (elements.isDeprecated(component.getAccessor())
          || isEnum && elements.isDeprecated(enumOf(component))) {
        return true;
      }
    }
    return false;
  }
}
