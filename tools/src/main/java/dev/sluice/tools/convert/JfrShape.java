package dev.sluice.tools.convert;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.Field.Role;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.Rows;
import dev.sluice.tools.rows.ParsedRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jdk.jfr.EventType;
import jdk.jfr.Timespan;
import jdk.jfr.Timestamp;
import jdk.jfr.Unsigned;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;

/**
 * How events of one type of one part of a recording become records.
 *
 * @param type of the records
 * @param values where they are in an event, in the order of the fields
 * @param leftOut fields and structures of an event for which a record has no room
 */
record JfrShape(RecordType type, List<Value> values, int leftOut) {
  /** Depth from which structures within structures are one text. */
  private static final int DEPTH = 3;

  /** Bytes of a name that is too long and gets a number. */
  private static final int MAX_CUT_BYTES = 240;

  private static final Map<String, FieldType> NUMBERS =
      Map.of(
          "boolean", FieldType.BOOLEAN,
          "byte", FieldType.BYTE,
          "char", FieldType.CHAR,
          "short", FieldType.SHORT,
          "int", FieldType.INT,
          "long", FieldType.LONG,
          "float", FieldType.FLOAT,
          "double", FieldType.DOUBLE);

  private enum Kind {
    TEXT,
    NUMBER,
    UNSIGNED,
    INSTANT,
    SPAN
  }

  /** Where a value is: in which structures, and what it is called there. */
  private record Value(List<String> within, String name, Kind kind, FieldType type) {
    String path() {
      return within.isEmpty() ? name : String.join(".", within) + "." + name;
    }

    Role role() {
      boolean isTime = path().equals("startTime");
      return switch (kind) {
        case TEXT -> Role.SYMBOL;
        case INSTANT -> isTime ? Role.RECORD_TIME : Role.TIMESTAMP;
        default -> Role.PLAIN;
      };
    }
  }

  /** Makes the shape of records with the given name. */
  static JfrShape of(String name, EventType type) {
    List<Value> values = new ArrayList<>();
    int leftOut = 0;
    for (ValueDescriptor field : type.getFields()) {
      leftOut += add(values, List.of(), field);
    }
    Set<String> paths = new HashSet<>();
    values.forEach(value -> paths.add(value.path()));
    Set<String> taken = new HashSet<>();
    List<Field> fields = new ArrayList<>();
    for (Value value : values) {
      String own = unique(value.path(), paths, taken);
      fields.add(new Field(own, value.type, value.role()));
    }
    return new JfrShape(new RecordType(name, 1, fields), values, leftOut);
  }

  /** The path, unless a field cannot be called that: then a name that is the path of none. */
  private static String unique(String path, Set<String> paths, Set<String> taken) {
    String base = path.equals("type") ? "eventType" : path;
    if (Rows.textBytes(base) > Field.MAX_NAME_BYTES) {
      base = base.substring(0, Math.min(base.length(), MAX_CUT_BYTES));
      while (Rows.textBytes(base) > MAX_CUT_BYTES) {
        base = base.substring(0, base.length() - 1);
      }
    }
    String name = base;
    for (int i = 2; !name.equals(path) && paths.contains(name) || !taken.add(name); i++) {
      name = base + "_" + i;
    }
    return name;
  }

  /** Adds a field or those of a structure; returns how many find no room. */
  private static int add(List<Value> values, List<String> within, ValueDescriptor field) {
    if (values.size() == RecordType.MAX_FIELDS) {
      return 1;
    }
    String name = field.getName();
    FieldType number = field.isArray() ? null : NUMBERS.get(field.getTypeName());
    if (number != null) {
      Kind kind = kind(field, number);
      values.add(new Value(within, name, kind, kind == Kind.NUMBER ? number : FieldType.LONG));
      return 0;
    }
    if (field.isArray() || JfrText.isText(field) || within.size() == DEPTH) {
      values.add(new Value(within, name, Kind.TEXT, FieldType.STRING));
      return 0;
    }
    List<String> inner = new ArrayList<>(within);
    inner.add(name);
    int leftOut = 0;
    for (ValueDescriptor each : field.getFields()) {
      leftOut += add(values, inner, each);
    }
    return leftOut;
  }

  private static Kind kind(ValueDescriptor field, FieldType number) {
    if (number == FieldType.FLOAT || number == FieldType.DOUBLE || number == FieldType.BOOLEAN) {
      return Kind.NUMBER;
    }
    if (field.getAnnotation(Timestamp.class) != null) {
      return Kind.INSTANT;
    }
    if (field.getAnnotation(Timespan.class) != null) {
      return Kind.SPAN;
    }
    return field.getAnnotation(Unsigned.class) == null ? Kind.NUMBER : Kind.UNSIGNED;
  }

  /** Makes a record of an event. What is in a structure that is null is 0 or null. */
  void read(RecordedEvent event, ParsedRecord record, ConvertReport report) {
    record.begin(type);
    for (int i = 0; i < values.size(); i++) {
      Value value = values.get(i);
      RecordedObject object = event;
      for (int depth = 0; object != null && depth < value.within.size(); depth++) {
        object = object.getValue(value.within.get(depth));
      }
      if (object != null) {
        set(record, i, value, object);
      }
    }
    if (leftOut > 0) {
      report.lost("fields of events with more than " + RecordType.MAX_FIELDS, leftOut);
    }
  }

  private static void set(ParsedRecord record, int at, Value value, RecordedObject object) {
    switch (value.kind) {
      case TEXT -> record.set(at, JfrText.of(object.getValue(value.name)));
      case UNSIGNED -> record.set(at, object.getLong(value.name));
      case SPAN -> record.set(at, TimeUnit.NANOSECONDS.convert(object.getDuration(value.name)));
      case INSTANT -> {
        Instant instant = object.getInstant(value.name);
        Duration since = Duration.ofSeconds(instant.getEpochSecond(), instant.getNano());
        record.set(at, TimeUnit.NANOSECONDS.convert(since)); // the nearest there is
      }
      case NUMBER -> {
        Object number = object.getValue(value.name);
        if (number instanceof Boolean flag) {
          record.set(at, flag ? 1L : 0L);
        } else if (number instanceof Character letter) {
          record.set(at, (long) letter);
        } else if (value.type == FieldType.FLOAT || value.type == FieldType.DOUBLE) {
          record.set(at, ((Number) number).doubleValue());
        } else {
          record.set(at, ((Number) number).longValue());
        }
      }
    }
  }
}
