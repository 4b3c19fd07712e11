package dev.sluice.agent.instrument;

import dev.sluice.monitoring.select.Candidate;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;

/** Methods of class files as patterns see them. */
final class Candidates {
  private final TypeDescription type;
  private final Set<String> typeAnnotations;

  /** Of a class. */
  Candidates(TypeDescription type) {
    this.type = type;
    typeAnnotations = names(type.getDeclaredAnnotations());
  }

  /** A method or constructor of the class. */
  Candidate of(MethodDescription method) {
    Set<String> annotations = names(method.getDeclaredAnnotations());
    annotations.addAll(typeAnnotations);
    return new Candidate(
        type.getName(),
        method.getInternalName(),
        method.getModifiers(),
        name(method.getReturnType().asErasure()),
        method.getParameters().asTypeList().asErasures().stream().map(Candidates::name).toList(),
        annotations);
  }

  /** The static initialiser of the class, if it has one. */
  Candidate staticInitialiser() {
    return new Candidate(
        type.getName(),
        Candidate.STATIC_INITIALISER,
        Modifier.STATIC,
        "void",
        List.of(),
        typeAnnotations);
  }

  private static Set<String> names(List<AnnotationDescription> annotations) {
    return annotations.stream()
        .map(annotation -> annotation.getAnnotationType().getName())
        .collect(Collectors.toSet());
  }

  private static String name(TypeDescription type) {
    return type.isArray() ? name(type.getComponentType()) + "[]" : type.getName();
  }
}
