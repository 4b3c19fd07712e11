package dev.sluice.compiler;

import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** Names of classes in generated code. */
record Declarations(Elements elements) {
  PackageElement home(Element element) {
    return elements.getPackageOf(element);
  }

  /** Returns the shortest name for a class, without imports, in code of a package. */
  String name(TypeElement type, PackageElement from) {
    String name = type.getQualifiedName().toString();
    boolean near = home(type).equals(from) && !from.isUnnamed();
    return near ? name.substring(from.getQualifiedName().length() + 1) : name;
  }

  /** Returns the simple name of the class itself or the outermost one around it. */
  String outermost(Element type) {
    Element around = type.getEnclosingElement();
    boolean isOutermost = around.getKind() == ElementKind.PACKAGE;
    return isOutermost ? type.getSimpleName().toString() : outermost(around);
  }

  /** Returns whether code of a package cannot name the class. */
  boolean isHidden(Element type, PackageElement from) {
    if (type.getKind() == ElementKind.PACKAGE) {
      return false;
    }
    boolean near = home(type).equals(from);
    return type.getModifiers().contains(Modifier.PRIVATE)
        || !near && !type.getModifiers().contains(Modifier.PUBLIC)
        || isHidden(type.getEnclosingElement(), from);
  }

  /** Returns whether all code can name the class. */
  boolean isPublic(Element type) {
    return type.getKind() == ElementKind.PACKAGE
        || type.getModifiers().contains(Modifier.PUBLIC) && isPublic(type.getEnclosingElement());
  }

  /** Returns whether naming the class causes a warning. */
  boolean isDeprecated(Element type) {
    return type.getKind() != ElementKind.PACKAGE
        && (elements.isDeprecated(type) || isDeprecated(type.getEnclosingElement()));
  }

  /** Returns a text as a Java literal. */
  String literal(String text) {
    return elements.getConstantExpression(text);
  }
}
