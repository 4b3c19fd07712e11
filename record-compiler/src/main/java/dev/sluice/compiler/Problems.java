package dev.sluice.compiler;

import javax.annotation.processing.Messager;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/** Reports mistakes as compiler errors. */
final class Problems {
  private final Messager messager;
  private int count;

  Problems(Messager messager) {
    this.messager = messager;
  }

  /** Returns the number of mistakes reported so far. */
  int count() {
    return count;
  }

  /** Reports an error at an element. */
  void at(Element element, String message) {
    count++;
    messager.printMessage(Diagnostic.Kind.ERROR, message, place(element));
  }

  /**
   * Reports an error at an annotation of an element, or at the element if it has no such
   * annotation.
   */
  void at(Element element, Class<?> annotation, String message) {
    count++;
    messager.printMessage(
        Diagnostic.Kind.ERROR, message, place(element), mirror(element, annotation));
  }

  private static AnnotationMirror mirror(Element element, Class<?> annotation) {
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      TypeElement type = (TypeElement) mirror.getAnnotationType().asElement();
      if (type.getQualifiedName().contentEquals(annotation.getName())) {
        return mirror;
      }
    }
    return null;
  }

  /**
   * Returns the element at which to report: javac knows no line for a record component, but one for
   * its field.
   */
  private static Element place(Element element) {
    if (element instanceof RecordComponentElement component) {
      for (Element member : component.getEnclosingElement().getEnclosedElements()) {
        if (member.getKind() == ElementKind.FIELD
            && member.getSimpleName().equals(component.getSimpleName())) {
          return member;
        }
      }
    }
    return element;
  }
}
