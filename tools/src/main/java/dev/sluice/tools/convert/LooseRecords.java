package dev.sluice.tools.convert;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.kieker.KiekerType;
import dev.sluice.monitoring.records.StandardTypes;
import dev.sluice.tools.rows.ParsedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes records of names and values that have no schema. Fields of our own types are what they are
 * there; others are what their values look like, and become wider where later ones do not fit: from
 * long to double to text. For one thread.
 */
final class LooseRecords {
  private static final Pattern NAME = Pattern.compile("(.*)\\.(\\d{1,5})");

  /** Kinds of fields that are remembered, which hostile input could make many. */
  private static final int MOST = 100_000;

  private final ParsedRecord record = new ParsedRecord();
  private final Map<String, FieldType> kinds = new HashMap<>();
  private final Map<List<Object>, RecordType> types = new HashMap<>();
  private final RecordTarget target;
  private final ConvertReport report;
  private final String time;

  /**
   * Makes records.
   *
   * @param time the field that is the record time of types that are not ours, or null
   */
  LooseRecords(RecordTarget target, ConvertReport report, String time) {
    this.target = target;
    this.report = report;
    this.time = time;
  }

  /**
   * Hands a record over.
   *
   * @param typeName with or without version
   * @param values texts, longs, doubles, booleans or null
   * @throws IllegalArgumentException if there is no such record
   */
  void add(String typeName, List<String> names, List<Object> values, Origin origin)
      throws IOException {
    Matcher versioned = NAME.matcher(typeName);
    String name = versioned.matches() ? versioned.group(1) : typeName;
    int version = versioned.matches() ? Integer.parseInt(versioned.group(2)) : 1;
    RecordType ours = StandardTypes.of(name);
    List<Object> key = new ArrayList<>(List.of(name, version));
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Field field = field(name, names.get(i), values.get(i), ours);
      fields.add(field);
      key.add(field);
    }
    if (types.size() + kinds.size() > MOST) {
      types.clear();
      kinds.clear();
    }
    RecordType type = types.computeIfAbsent(key, absent -> new RecordType(name, version, fields));
    record.begin(type);
    for (int i = 0; i < values.size(); i++) {
      put(i, type.fields().get(i).type(), values.get(i));
    }
    target.take(record, origin, report);
  }

  private Field field(String type, String name, Object value, RecordType ours) {
    int at = ours == null ? -1 : ours.indexOf(name);
    if (at >= 0) {
      return ours.fields().get(at);
    }
    FieldType kind = kind(value);
    String key = type + ' ' + name;
    FieldType wide =
        kind == null
            ? kinds.getOrDefault(key, FieldType.STRING)
            : kinds.merge(key, kind, LooseRecords::wider);
    if (wide == FieldType.STRING) {
      return new Field(name, wide, Field.Role.SYMBOL);
    }
    boolean isTime = wide == FieldType.LONG && ours == null && name.equals(time);
    boolean isInstant = wide == FieldType.LONG && name.equals(KiekerType.LOGGED);
    return new Field(
        name,
        wide,
        isTime ? Field.Role.RECORD_TIME : isInstant ? Field.Role.TIMESTAMP : Field.Role.PLAIN);
  }

  private static FieldType kind(Object value) {
    if (value instanceof Long) {
      return FieldType.LONG;
    }
    if (value instanceof Double) {
      return FieldType.DOUBLE;
    }
    return value instanceof Boolean ? FieldType.BOOLEAN : value == null ? null : FieldType.STRING;
  }

  private static FieldType wider(FieldType one, FieldType other) {
    boolean numbers = isNumber(one) && isNumber(other);
    return one == other ? one : numbers ? FieldType.DOUBLE : FieldType.STRING;
  }

  private static boolean isNumber(FieldType type) {
    return type == FieldType.LONG || type == FieldType.DOUBLE;
  }

  private void put(int field, FieldType type, Object value) {
    if (value == null) {
      return;
    }
    String text = value.toString();
    switch (type) {
      case BOOLEAN -> record.set(field, Boolean.parseBoolean(text) ? 1L : 0L);
      case CHAR -> record.set(field, (long) (text.isEmpty() ? 0 : text.charAt(0)));
      case BYTE, SHORT, INT, LONG -> record.set(field, Long.parseLong(text));
      case FLOAT, DOUBLE -> record.set(field, Double.parseDouble(text));
      case STRING, ENUM -> record.set(field, text);
      case BYTES -> record.set(field, Base64.getDecoder().decode(text));
    }
  }
}
