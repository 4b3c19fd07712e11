package dev.sluice.tools.convert;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/** Texts of values of a flight recording that are no number. */
final class JfrText {
  /** Structures that are one text, as are those with one field, which the JDK does not show. */
  private static final List<String> TEXTS =
      List.of(
          "java.lang.Class",
          "java.lang.Thread",
          "jdk.types.ClassLoader",
          "jdk.types.Method",
          "jdk.types.StackTrace");

  private JfrText() {}

  /** Returns whether a field that is no number is one text, and no structure. */
  static boolean isText(ValueDescriptor field) {
    return TEXTS.contains(field.getTypeName()) || field.getFields().isEmpty();
  }

  /** Text of a value, or null. Of structures and arrays, it is the JDK's. */
  static String of(Object value) {
    if (value == null || value instanceof String) {
      return (String) value;
    }
    if (value instanceof RecordedThread thread) {
      return thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
    }
    if (value instanceof RecordedClass type) {
      return type.getName();
    }
    if (value instanceof RecordedClassLoader loader) {
      return loader.getType() == null ? loader.getName() : loader.getType().getName();
    }
    if (value instanceof RecordedMethod method) {
      return of(method.getType()) + "." + method.getName();
    }
    if (value instanceof RecordedStackTrace stack) {
      return stack.getFrames().stream()
          .map(frame -> of(frame.getMethod()) + ":" + frame.getLineNumber())
          .collect(Collectors.joining("; "));
    }
    return value instanceof Object[] array ? Arrays.toString(array) : value.toString();
  }
}
