package dev.sluice.compiler;

import dev.sluice.api.record.RecordType;
import java.util.List;
import java.util.Set;

/**
 * A checked record type.
 *
 * @param packageName the record's package, empty for the unnamed one
 * @param className the record's class within the package, {@code Outer.Inner} if nested
 * @param isPublic whether everybody can name the class
 * @param isDeprecated whether naming the class or its components causes deprecation warnings
 * @param type the record type
 * @param components the components in order
 * @param packageClasses top-level classes of the record's package that the generated code names
 */
record RecordModel(
    String packageName,
    String className,
    boolean isPublic,
    boolean isDeprecated,
    RecordType type,
    List<Component> components,
    Set<String> packageClasses) {

  /**
   * Returns the simple name of a class generated for the record, {@code Outer_InnerWriter} if
   * nested.
   */
  String generated(String suffix) {
    return className.replace('.', '_') + suffix;
  }

  /** Returns the full name of a class generated for the record. */
  String qualified(String simpleName) {
    return packageName.isEmpty() ? simpleName : packageName + "." + simpleName;
  }

  /** Returns a name for a local variable that no component has. */
  String local(String wanted) {
    String name = wanted;
    while (hasComponent(name)) {
      name += "_";
    }
    return name;
  }

  private boolean hasComponent(String name) {
    return components.stream().anyMatch(component -> component.name().equals(name));
  }

  /** Returns whether rows may have inline data although all symbols have ids. */
  boolean isVariable() {
    return components.stream().anyMatch(Component::isInline);
  }
}
