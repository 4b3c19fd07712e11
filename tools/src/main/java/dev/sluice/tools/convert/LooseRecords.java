package dev.sluice.tools.convert;

import dev.sluice.api.chunk.Attributes;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import dev.sluice.kieker.KiekerType;
import dev.sluice.monitoring.records.StandardTypes;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.rows.ParsedRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes records of names and values that have no schema. Fields of our own types are what they are
 * there; others are what their values look like, and become wider where later ones do not fit: from
 * long to double to text. No value is changed: what a number cannot hold is a text, and a record
 * lacks the field of a number that is absent. For one thread.
 */
final class LooseRecords {
  private static final Set<FieldType> NUMBERS = EnumSet.of(FieldType.LONG, FieldType.DOUBLE);
  private static final Pattern NAME = Pattern.compile("(.*)\\.(\\d{1,5})");

  /** Maximum number of fields and kinds of fields that are remembered. */
  private static final int MAX_REMEMBERED = 100_000;

  /** Maximum number of names that a message lists. */
  private static final int MAX_LISTED = 50;

  private static final int MAX_REASON_CHARS = 200;

  /** Maximum number of producers: of more that have ended, no audit is complete by default. */
  private static final int MAX_PRODUCERS = 8 * 4096;

  /** Maximum length of a producer's id and of its name, which are remembered. */
  private static final int MAX_PRODUCER_CHARS = 255;

  private final ParsedRecord record = new ParsedRecord();
  private final Map<String, FieldType> kinds = new HashMap<>();
  private final Map<List<Object>, RecordType> types = new HashMap<>();
  private final Map<List<Object>, Origin> origins = new HashMap<>();
  private final Set<String> withoutTime = new LinkedHashSet<>();
  private final RecordTarget target;
  private final ConvertReport report;
  private final String time;
  private int remembered;
  private boolean isTimed;

  /**
   * A value with its name.
   *
   * @param text as it was written, or null
   * @param kind what it looks like: LONG, DOUBLE, BOOLEAN or STRING; null if there is no text
   */
  record Value(String name, String text, FieldType kind) {
    /** Returns a value that is a text, whatever it looks like, or null. */
    static Value text(String name, String text) {
      return new Value(name, text, text == null ? null : FieldType.STRING);
    }

    /** Returns a value that is what it looks like, or null. */
    static Value of(String name, String text) {
      return new Value(name, text, LooseNumbers.kind(text));
    }
  }

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
   * @param id of the producer, or empty
   * @throws IllegalArgumentException if there is no such record
   */
  void add(
      String typeName,
      List<Value> values,
      String id,
      String producer,
      Map<String, String> attributes)
      throws IOException {
    Origin origin = origin(id, producer, attributes);
    Matcher versioned = NAME.matcher(typeName);
    String name = versioned.matches() ? versioned.group(1) : typeName;
    int version = versioned.matches() ? Integer.parseInt(versioned.group(2)) : 1;
    checkLength(name, RecordType.MAX_NAME_LENGTH);
    if (values.size() > RecordType.MAX_FIELDS) {
      throw new IllegalArgumentException("more than " + RecordType.MAX_FIELDS + " values");
    }
    RecordType ours = StandardTypes.of(name);
    List<Object> key = new ArrayList<>(List.of(name, version));
    List<Field> fields = new ArrayList<>();
    List<Value> kept = new ArrayList<>();
    for (Value value : values) {
      checkLength(value.name(), Field.MAX_NAME_BYTES);
      Field field = field(name, value, ours);
      if (value.text() != null || field.type().isReference()) {
        fields.add(field);
        kept.add(value);
        key.add(field);
      }
    }
    RecordType known = types.get(key);
    RecordType type = known == null ? remember(key, new RecordType(name, version, fields)) : known;
    record.begin(type);
    for (int i = 0; i < kept.size(); i++) {
      put(i, type.fields().get(i).type(), kept.get(i).text());
    }
    if (time != null && ours == null) {
      isTimed |= type.recordTimeField() >= 0;
      noteTime(type);
    }
    target.take(record, origin, report);
  }

  private RecordType remember(List<Object> key, RecordType type) {
    remembered += type.fields().size() + 1;
    if (remembered + kinds.size() > MAX_REMEMBERED) {
      types.clear();
      kinds.clear();
      remembered = 0;
    }
    types.put(key, type);
    return type;
  }

  private Origin origin(String id, String producer, Map<String, String> attributes) {
    if (id.length() > MAX_PRODUCER_CHARS || producer.length() > MAX_PRODUCER_CHARS) {
      throw new IllegalArgumentException(
          "a producer's id or name longer than " + MAX_PRODUCER_CHARS + " characters");
    }
    List<Object> key = List.of(id, producer, attributes);
    Origin origin = origins.get(key);
    if (origin == null) {
      if (origins.size() == MAX_PRODUCERS) {
        throw new IllegalArgumentException("of more than " + MAX_PRODUCERS + " producers");
      }
      origin = new Origin(key, producer, Attributes.of(attributes));
      origins.put(key, origin);
    }
    return origin;
  }

  /** Returns the name of a field without the underscore that keeps it apart from a producer's. */
  static String bare(String name) {
    return name.matches("_+(producer(Id)?|attributes)") ? name.substring(1) : name;
  }

  private static void checkLength(String name, int most) {
    if (name.length() > most) {
      throw new IllegalArgumentException("a name longer than " + most + " characters");
    }
  }

  private Field field(String type, Value value, RecordType ours) {
    String name = value.name();
    int at = ours == null ? -1 : ours.indexOf(name);
    if (at >= 0) {
      return ours.fields().get(at);
    }
    if (ours == null && name.equals(time) && LooseNumbers.isWhole(value.text())) {
      return new Field(name, FieldType.LONG, Field.Role.RECORD_TIME);
    }
    FieldType wide = wide(type + ' ' + name, value);
    if (wide == FieldType.STRING) {
      return new Field(name, wide, Field.Role.SYMBOL);
    }
    boolean isInstant = wide == FieldType.LONG && name.equals(KiekerType.LOGGED);
    return new Field(name, wide, isInstant ? Field.Role.TIMESTAMP : Field.Role.PLAIN);
  }

  /** Returns the kind of a field that holds this value and the earlier ones. */
  private FieldType wide(String key, Value value) {
    FieldType kind = value.kind();
    FieldType wide =
        kind == null
            ? kinds.getOrDefault(key, FieldType.STRING)
            : kinds.merge(key, kind, LooseRecords::wider);
    if (wide == FieldType.DOUBLE && kind != null && !LooseNumbers.isDouble(value.text())) {
      wide = FieldType.STRING;
      kinds.put(key, wide);
    }
    return wide;
  }

  private static FieldType wider(FieldType one, FieldType other) {
    return one == other
        ? one
        : NUMBERS.contains(one) && NUMBERS.contains(other) ? FieldType.DOUBLE : FieldType.STRING;
  }

  private void put(int at, FieldType type, String text) {
    if (text == null) {
      return;
    }
    switch (type) {
      case BOOLEAN -> record.set(at, KiekerText.bool(text));
      case CHAR -> record.set(at, character(text));
      case BYTE -> record.set(at, (long) Byte.parseByte(text));
      case SHORT -> record.set(at, (long) Short.parseShort(text));
      case INT -> record.set(at, (long) Integer.parseInt(text));
      case LONG -> record.set(at, LooseNumbers.whole(text));
      case FLOAT, DOUBLE -> record.set(at, LooseNumbers.real(text));
      case STRING, ENUM -> record.set(at, text);
      case BYTES -> record.set(at, Base64.getDecoder().decode(text));
    }
  }

  private static long character(String text) {
    if (text.length() != 1) {
      throw new NumberFormatException(text);
    }
    return text.charAt(0);
  }

  /** Returns what a message says of a value or record that is refused. */
  static String reason(IllegalArgumentException e) {
    String why =
        e instanceof NumberFormatException
            ? "a value of another type than its field"
            : String.valueOf(e.getMessage());
    return why.length() > MAX_REASON_CHARS ? why.substring(0, MAX_REASON_CHARS) + "…" : why;
  }

  private void noteTime(RecordType type) {
    if (type.recordTimeField() < 0) {
      report.note("records have no time, because " + time + " is absent or no whole number");
      for (Field field : type.fields()) {
        if (withoutTime.size() < MAX_LISTED) {
          withoutTime.add(field.name());
        }
      }
    }
  }

  /** Refuses a field for the record time that no record had; of no records nothing is known. */
  void checkTime() {
    if (!isTimed && !withoutTime.isEmpty()) {
      throw new ToolException(noTime(time, withoutTime));
    }
  }

  /** Returns the message for a field that cannot be the record time. */
  static String noTime(String time, Collection<String> fields) {
    return "--time "
        + time
        + ": no record has a whole number in this field; known fields: "
        + String.join(", ", fields.stream().limit(MAX_LISTED).toList());
  }
}
