package dev.sluice.agent.instrument;

import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDescription;

/**
 * The text that names an operation, as Kieker writes it but without {@code throws}: {@code public
 * static java.lang.String com.acme.Foo.bar(int, java.lang.String)}. Types are erased and bear their
 * binary names, arrays end in {@code []}.
 */
final class Signature {
  private Signature() {}

  static String of(MethodDescription method) {
    StringBuilder text = new StringBuilder(128);
    String modifiers =
        java.lang.reflect.Modifier.toString(
            method.getModifiers() & java.lang.reflect.Modifier.methodModifiers());
    if (!modifiers.isEmpty()) {
      text.append(modifiers).append(' ');
    }
    text.append(name(method.getReturnType().asErasure())).append(' ');
    text.append(method.getDeclaringType().asErasure().getName())
        .append('.')
        .append(method.getName());
    String separator = "(";
    for (ParameterDescription parameter : method.getParameters()) {
      text.append(separator).append(name(parameter.getType().asErasure()));
      separator = ", ";
    }
    return text.append(method.getParameters().isEmpty() ? "()" : ")").toString();
  }

  private static String name(TypeDescription type) {
    return type.isArray() ? name(type.getComponentType()) + "[]" : type.getName();
  }
}
