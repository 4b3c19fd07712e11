package dev.sluice.tools.convert;

import dev.sluice.api.record.RowLayout;
import java.util.List;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedClassLoader;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedObject;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/** Texts of values of a flight recording that are no number. */
final class JfrText {
  /** Depth of structures within a text, of which deeper ones are "…". */
  private static final int DEPTH = 3;

  /** Structures that are one text; so are those whose fields the JDK does not show. */
  private static final List<String> TEXTS =
      List.of(
          "java.lang.Class",
          "java.lang.Thread",
          "jdk.types.ClassLoader",
          "jdk.types.Method",
          "jdk.types.StackTrace");

  private JfrText() {}

  /** Whether a field that is no number is one text, and no structure. */
  static boolean isText(ValueDescriptor field) {
    return TEXTS.contains(field.getTypeName()) || field.getFields().isEmpty();
  }

  /** A text, or null. A text longer than a record may be is cut in the middle of nowhere. */
  static String of(Object value) {
    if (value == null || value instanceof String) {
      return (String) value;
    }
    StringBuilder text = new StringBuilder();
    append(text, value, DEPTH);
    return text.toString();
  }

  private static void append(StringBuilder out, Object value, int depth) {
    if (out.length() > RowLayout.MAX_INLINE_BYTES) {
      return; // too long to be a record, however it ends
    }
    if (value instanceof RecordedThread thread) {
      out.append(thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName());
    } else if (value instanceof RecordedClass type) {
      out.append(type.getName());
    } else if (value instanceof RecordedClassLoader loader) {
      out.append(loader.getType() == null ? loader.getName() : loader.getType().getName());
    } else if (value instanceof RecordedMethod method) {
      append(out, method.getType(), depth);
      out.append('.').append(method.getName());
    } else if (value instanceof RecordedStackTrace stack) {
      String next = "";
      for (RecordedFrame frame : stack.getFrames()) {
        append(out.append(next), frame.getMethod(), depth);
        out.append(':').append(frame.getLineNumber());
        next = "; ";
      }
    } else if (value instanceof Object[] || value instanceof RecordedObject) {
      appendAll(out, value, depth);
    } else {
      out.append(value);
    }
  }

  private static void appendAll(StringBuilder out, Object value, int depth) {
    String next = "";
    if (depth == 0) {
      out.append('…');
    } else if (value instanceof Object[] elements) {
      out.append('[');
      for (Object element : elements) {
        append(out.append(next), element, depth - 1);
        next = ", ";
      }
      out.append(']');
    } else if (value instanceof RecordedObject object) {
      out.append('{');
      for (ValueDescriptor field : object.getFields()) {
        out.append(next).append(field.getName()).append('=');
        append(out, object.getValue(field.getName()), depth - 1);
        next = ", ";
      }
      out.append('}');
    }
  }
}
