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
 * Mapping of events of one type in one part of a recording to records.
 *
 * @param type of the records
 * @param values where they are in an event, in the order of the fields
 * @param leftOut number of fields and structures of each event for which a record has no room
 */
record JfrShape(RecordType type, List<Value> values, int leftOut) {
  /** Depth from which structures within structures are one text. */
  private static final int DEPTH = 3;

  /** Maximum length, in chars, of a name that was too long and may get a number. */
  private static final int MAX_CUT_NAME = (Field.MAX_NAME_BYTES - 6) / 3;

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

  /** A value: its name behind those of the structures in which it is, and what it becomes. */
  private record Value(List<String> names, FieldType type, Role role, boolean isDuration) {
    String path() {
      return String.join(".", names);
    }
  }

  /** Makes the shape of records with the given name. */
  static JfrShape of(String name, EventType type) {
    List<Value> values = new ArrayList<>();
    int leftOut = add(values, List.of(), type.getFields());
    Set<String> paths = new HashSet<>();
    values.forEach(value -> paths.add(value.path()));
    Set<String> taken = new HashSet<>();
    List<Field> fields = new ArrayList<>();
    for (Value value : values) {
      fields.add(new Field(unique(value.path(), paths, taken), value.type, value.role));
    }
    return new JfrShape(new RecordType(name, 1, fields), values, leftOut);
  }

  /**
   * Returns the path, unless a field cannot be called that: then a name that is the path of none.
   */
  private static String unique(String path, Set<String> paths, Set<String> taken) {
    boolean fits = Rows.textBytes(path) <= Field.MAX_NAME_BYTES;
    String base = path.equals("type") ? "eventType" : fits ? path : path.substring(0, MAX_CUT_NAME);
    String name = base;
    for (int i = 2; !name.equals(path) && paths.contains(name) || !taken.add(name); i++) {
      name = base + "_" + i;
    }
    return name;
  }

  /** Adds fields, those of structures in place of these; returns how many find no room. */
  private static int add(List<Value> values, List<String> within, List<ValueDescriptor> fields) {
    int leftOut = 0;
    for (ValueDescriptor field : fields) {
      List<String> names = new ArrayList<>(within);
      names.add(field.getName());
      FieldType number = field.isArray() ? null : NUMBERS.get(field.getTypeName());
      if (values.size() == RecordType.MAX_FIELDS) {
        leftOut++;
      } else if (number != null) {
        values.add(number(names, field, number));
      } else if (field.isArray() || JfrText.isText(field) || within.size() == DEPTH) {
        values.add(new Value(names, FieldType.STRING, Role.SYMBOL, false));
      } else {
        leftOut += add(values, names, field.getFields());
      }
    }
    return leftOut;
  }

  private static Value number(List<String> names, ValueDescriptor field, FieldType type) {
    boolean isReal = type == FieldType.FLOAT || type == FieldType.DOUBLE;
    if (isReal || type == FieldType.BOOLEAN) {
      return new Value(names, type, Role.PLAIN, false);
    }
    boolean isTime = field.getAnnotation(Timestamp.class) != null;
    boolean isDuration = !isTime && field.getAnnotation(Timespan.class) != null;
    boolean isLong = isTime || isDuration || field.getAnnotation(Unsigned.class) != null;
    boolean isFirst = names.equals(List.of("startTime"));
    Role role = !isTime ? Role.PLAIN : isFirst ? Role.RECORD_TIME : Role.TIMESTAMP;
    return new Value(names, isLong ? FieldType.LONG : type, role, isDuration);
  }

  /** Makes a record of an event. What is in a structure that is null is 0 or null. */
  void read(RecordedEvent event, ParsedRecord record, ConvertReport report) {
    record.begin(type);
    for (int i = 0; i < values.size(); i++) {
      Value value = values.get(i);
      RecordedObject object = event;
      int last = value.names.size() - 1;
      for (int depth = 0; object != null && depth < last; depth++) {
        object = object.getValue(value.names.get(depth));
      }
      if (object != null) {
        set(record, i, value, object, value.names.get(last));
      }
    }
    if (leftOut > 0) {
      report.lost("fields of events that have more than " + RecordType.MAX_FIELDS, leftOut);
    }
  }

  private static void set(
      ParsedRecord record, int at, Value value, RecordedObject object, String name) {
    if (value.isDuration) {
      record.set(at, TimeUnit.NANOSECONDS.convert(object.getDuration(name)));
    } else if (value.role == Role.TIMESTAMP || value.role == Role.RECORD_TIME) {
      Instant instant = object.getInstant(name);
      Duration since = Duration.ofSeconds(instant.getEpochSecond(), instant.getNano());
      record.set(at, TimeUnit.NANOSECONDS.convert(since)); // the nearest that there is
    } else {
      switch (value.type) {
        case STRING -> record.set(at, JfrText.of(object.getValue(name)));
        case BOOLEAN -> record.set(at, object.getBoolean(name) ? 1L : 0L);
        case FLOAT, DOUBLE -> record.set(at, object.getDouble(name));
        default -> record.set(at, object.getLong(name));
      }
    }
  }
}
