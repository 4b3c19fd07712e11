package dev.sluice.compiler;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.RecordType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** Checks annotated records and makes models of them. */
final class ModelReader {
  private final Declarations declarations;
  private final ComponentReader reader;
  private final Problems problems;

  ModelReader(Elements elements, Problems problems) {
    declarations = new Declarations(elements);
    reader = new ComponentReader(declarations);
    this.problems = problems;
  }

  /** Returns the record's model, or null if there are mistakes, which are then reported. */
  RecordModel read(TypeElement record) {
    int before = problems.count();
    PackageElement home = declarations.home(record);
    checkClass(record, home);
    List<Component> components = components(record);
    RecordType type = type(record, components);
    if (problems.count() > before) {
      return null;
    }
    return new RecordModel(
        home.getQualifiedName().toString(),
        declarations.name(record, home),
        declarations.isPublic(record),
        isDeprecated(record),
        type,
        components,
        packageClasses(record, home));
  }

  private void checkClass(TypeElement record, PackageElement home) {
    if (!record.getTypeParameters().isEmpty()) {
      problems.at(record, "a record type must not be generic");
    }
    if (declarations.isHidden(record, home)) {
      problems.at(record, "a record type and the classes around it must not be private");
    }
  }

  private List<Component> components(TypeElement record) {
    List<Component> components = new ArrayList<>();
    Set<String> names = new HashSet<>();
    boolean timed = false;
    for (RecordComponentElement element : record.getRecordComponents()) {
      boolean isTime = ComponentReader.isRecordTime(element);
      if (isTime && timed) {
        problems.at(element, "there must be one record time only");
        continue;
      }
      timed |= isTime;
      try {
        Component component = reader.read(element);
        String name = component.field().name();
        if (names.add(name)) {
          components.add(component);
        } else {
          problems.at(element, "there is another field called '" + name + "'");
        }
      } catch (IllegalArgumentException mistake) {
        problems.at(element, mistake.getMessage());
      }
    }
    if (!timed) {
      problems.at(record, "one component must be the record time: @Timestamp(recordTime = true)");
    }
    return components;
  }

  private RecordType type(TypeElement record, List<Component> components) {
    MonitoringRecord annotation = record.getAnnotation(MonitoringRecord.class);
    try {
      return new RecordType(
          annotation.name(),
          annotation.version(),
          components.stream().map(Component::field).toList());
    } catch (IllegalArgumentException mistake) {
      problems.at(record, MonitoringRecord.class, mistake.getMessage());
      return null;
    }
  }

  private Set<String> packageClasses(TypeElement record, PackageElement home) {
    Set<String> names = new TreeSet<>();
    Stream.concat(Stream.of(record), enums(record))
        .filter(type -> declarations.home(type).equals(home))
        .forEach(type -> names.add(declarations.outermost(type)));
    return names;
  }

  private boolean isDeprecated(TypeElement record) {
    return declarations.isDeprecated(record)
        || enums(record).anyMatch(declarations::isDeprecated)
        || record.getRecordComponents().stream()
            .anyMatch(component -> declarations.isDeprecated(component.getAccessor()));
  }

  private static Stream<TypeElement> enums(TypeElement record) {
    return record.getRecordComponents().stream()
        .map(ComponentReader::enumOf)
        .filter(Objects::nonNull);
  }
}
