package dev.sluice.tools.convert;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.kieker.KiekerType;
import dev.sluice.kieker.KiekerTypes;
import java.util.stream.IntStream;

/**
 * Mapping of records of one type to records of Kieker: by the class that {@link KiekerType#CLASS}
 * names, or, for records that were made here, the class for their type. For one thread.
 */
final class KiekerPlan {
  private final RecordType stored;
  private final int classField;
  private final int loggedField;
  private final boolean isLine;
  private String className;
  private KiekerType type;
  private int[] sources;

  /** Fields for which Kieker's class has none. */
  private int[] unsaid = {};

  KiekerPlan(RecordType stored) {
    this.stored = stored;
    this.classField = stored.indexOf(KiekerType.CLASS);
    int logged = stored.indexOf(KiekerType.LOGGED);
    this.loggedField = logged >= 0 ? logged : stored.recordTimeField();
    this.isLine = classField >= 0 && stored.name().equals(KiekerType.LINE.name());
    if (classField < 0) {
      plan(KiekerTypes.forOurs(stored.name()));
    }
  }

  /** Returns whether the record is a line of a text log that nobody could read. */
  boolean isLine() {
    return isLine;
  }

  /** Returns the class of the record; null if Kieker has none for it. */
  String className(RecordCursor cursor) {
    if (classField >= 0) {
      String name = cursor.text(classField);
      if (name != null && !name.equals(className)) {
        className = name;
        plan(isLine ? null : find(name));
      }
      return name;
    }
    return className;
  }

  /**
   * Returns the type of the last {@link #className}; null for lines, and if nobody knows the
   * fields.
   */
  KiekerType type() {
    return type;
  }

  private KiekerType find(String name) {
    if (KiekerTypes.of(name) == null) {
      return KiekerType.ofFields(name, stored);
    }
    boolean older = stored.indexOf("experimentId") >= 0 && stored.indexOf("eoi") >= 0;
    KiekerType first = KiekerTypes.of(name);
    KiekerType other = KiekerTypes.of(name, 8 + (older ? 1 : 0));
    return other != null && stored.indexOf("eoi") >= 0 ? other : first;
  }

  private void plan(KiekerType next) {
    type = next;
    if (next == null) {
      return;
    }
    className = next.className;
    sources = new int[next.codes.length];
    for (int i = 0; i < sources.length; i++) {
      Field field = next.type.fields().get(next.fields[i]);
      int at = stored.indexOf(field.name());
      sources[i] = at >= 0 && fits(field.type(), stored.fields().get(at).type()) ? at : -1;
    }
    unsaid =
        IntStream.range(0, stored.fields().size())
            .filter(field -> field != classField && field != loggedField)
            .filter(field -> field != stored.recordTimeField())
            .filter(field -> IntStream.of(sources).noneMatch(source -> source == field))
            .toArray();
  }

  private static boolean fits(FieldType wanted, FieldType there) {
    return wanted == there || wanted == FieldType.LONG && there == FieldType.INT;
  }

  /**
   * Returns the logging time stamp in nanoseconds; the record time of records that were made here.
   */
  long logged(RecordCursor cursor) {
    return loggedField < 0 ? -1 : cursor.longValue(loggedField);
  }

  long number(RecordCursor cursor, int value) {
    return sources[value] < 0 ? 0 : cursor.longValue(sources[value]);
  }

  double real(RecordCursor cursor, int value) {
    return sources[value] < 0 ? 0 : cursor.doubleValue(sources[value]);
  }

  /** Tells that a log has no producers. */
  static void reportProducers(int count, ConvertReport report) {
    if (count > 1) {
      report.lost("producers, which are joined into one in a Kieker log", count);
    }
  }

  /** Tells what the record of {@link #type} cannot say, for which there is no field. */
  void reportUnsaid(RecordCursor cursor, ConvertReport report) {
    for (int field : unsaid) {
      Field of = stored.fields().get(field);
      // The record time of our type may repeat the logging time stamp.
      boolean says =
          of.type().isText()
              ? cursor.text(field) != null
              : of.type().hasContent()
                  || cursor.longValue(field) != (of.isInstant() ? logged(cursor) : 0);
      if (says) {
        report.lost(
            of.name() + " of " + stored.qualifiedName() + ", because Kieker has no such field", 1);
      }
    }
  }

  /** Kieker's records have no absent texts. */
  String text(RecordCursor cursor, int value) {
    String text = sources[value] < 0 ? null : cursor.text(sources[value]);
    return text == null ? "" : text;
  }

  /** Returns the text of a line. */
  String line(RecordCursor cursor) {
    return cursor.text(0);
  }
}
