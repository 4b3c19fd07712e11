package dev.sluice.kieker;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A record class of Kieker and the record type for its records: a type of Sluice if there is one,
 * so that all tools know it, and {@code kieker.…} otherwise. Fields that Sluice's type does not
 * have follow it, at last {@value #LOGGED} and {@value #CLASS}. Immutable: nobody changes the
 * arrays.
 */
public final class KiekerType {
  /** Name of the field with the logging time stamp, which each record of Kieker begins with. */
  public static final String LOGGED = "loggingTimestamp";

  /** Name of the field with the class, needed to write records of Kieker again. */
  public static final String CLASS = "kiekerClass";

  /**
   * Record type of a line of a log that is no record of a known class; the line is kept unchanged.
   */
  public static final RecordType LINE =
      new RecordType(
          "kieker.line",
          1,
          List.of(
              Field.of("line", FieldType.STRING),
              new Field(CLASS, FieldType.STRING, Field.Role.SYMBOL)));

  private static final String CODES = "JIDZHBCFT";
  private static final List<FieldType> KINDS =
      List.of(
          FieldType.LONG,
          FieldType.INT,
          FieldType.DOUBLE,
          FieldType.BOOLEAN,
          FieldType.SHORT,
          FieldType.BYTE,
          FieldType.CHAR,
          FieldType.FLOAT,
          FieldType.STRING);
  private static final int TEXT = KINDS.size() - 1;
  private static final String PACKAGE = "kieker.common.record.";

  /** Name of Kieker's class. */
  public final String className;

  /** Record type for records with a logging time stamp. */
  public final RecordType type;

  /** Record type for records without a logging time stamp, which would be their record time. */
  public final RecordType untimed;

  /**
   * Kinds of the values, by place in Kieker's record: S text, J long, I int, D double, Z boolean, H
   * short, B byte, C char, F float; T a value of whatever kind, as text.
   */
  public final char[] codes;

  /** Field of each value, by place in Kieker's record. */
  public final int[] fields;

  /** Whether a value is an instant, by place in Kieker's record. */
  public final boolean[] instants;

  /** Index of the field of the logging time stamp. */
  public final int logged;

  /** Index of the field of the class. */
  public final int classField;

  /**
   * Index of the record time if Kieker's class has no other time than the logging time stamp;
   * otherwise -1.
   */
  public final int loggedAgain;

  /** Place of the value that names the unit of all time stamps; -1 except in metadata. */
  public final int unit;

  /**
   * Creates the type of a class.
   *
   * @param names names of the fields here
   * @param ours our type, or null
   */
  KiekerType(String className, String[] names, char[] codes, RecordType ours) {
    this.className = className;
    this.codes = codes;
    this.fields = new int[codes.length];
    this.instants = new boolean[codes.length];
    List<Field> all = new ArrayList<>(ours == null ? List.of() : ours.fields());
    for (int i = 0; i < codes.length; i++) {
      fields[i] = place(names[i], codes[i], all);
      instants[i] = all.get(fields[i]).isInstant();
    }
    unit = List.of(names).indexOf("timeUnit");
    int time = ours == null ? -1 : ours.recordTimeField();
    loggedAgain = IntStream.of(fields).anyMatch(field -> field == time) ? -1 : time;
    logged = all.size();
    boolean timeless = ours == null;
    all.add(
        new Field(
            LOGGED, FieldType.LONG, timeless ? Field.Role.RECORD_TIME : Field.Role.TIMESTAMP));
    classField = all.size();
    all.add(new Field(CLASS, FieldType.STRING, Field.Role.SYMBOL));
    type = new RecordType(timeless ? typeName(className) : ours.name(), 1, all);
    untimed = timeless || loggedAgain >= 0 ? untimed(type) : type;
  }

  /** Returns the index of a field, which is added if it is missing. */
  private static int place(String name, char code, List<Field> all) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).name().equals(name)) {
        return i;
      }
    }
    all.add(new Field(name, fieldType(code), role(code, name)));
    return all.size() - 1;
  }

  private static RecordType untimed(RecordType type) {
    List<Field> fields =
        type.fields().stream()
            .map(
                field ->
                    field.role() == Field.Role.RECORD_TIME
                        ? new Field(field.name(), field.type(), Field.Role.TIMESTAMP)
                        : field)
            .toList();
    return new RecordType(type.name(), type.version(), fields);
  }

  /**
   * Returns the type of an unknown class, of which only the number of values is known: they stay
   * texts.
   */
  public static KiekerType ofTexts(String className, int values) {
    return ofValues(className, "T".repeat(values).toCharArray());
  }

  /** Returns the type of an unknown class, of which only the kinds of the values are known. */
  static KiekerType ofValues(String className, char[] codes) {
    String[] names = new String[codes.length];
    Arrays.setAll(names, i -> "value" + (i + 1));
    return new KiekerType(className, names, codes, null);
  }

  /**
   * Returns the type of an unknown class, of which only the record type of its records is known.
   */
  public static KiekerType ofFields(String className, RecordType stored) {
    StringBuilder codes = new StringBuilder();
    List<String> names = new ArrayList<>();
    for (Field field : stored.fields()) {
      int kind = field.type().isText() ? TEXT : KINDS.indexOf(field.type());
      if (kind >= 0 && !field.name().equals(LOGGED) && !field.name().equals(CLASS)) {
        codes.append(CODES.charAt(kind));
        names.add(field.name());
      }
    }
    return new KiekerType(
        className, names.toArray(String[]::new), codes.toString().toCharArray(), null);
  }

  private static FieldType fieldType(char code) {
    int kind = CODES.indexOf(code);
    return kind < 0 ? FieldType.STRING : KINDS.get(kind);
  }

  private static Field.Role role(char code, String name) {
    if (code == 'J' && name.equals("timestamp")) {
      return Field.Role.TIMESTAMP;
    }
    return code == 'S' ? Field.Role.SYMBOL : Field.Role.PLAIN;
  }

  /**
   * Returns the name of the record type for a class: {@code kieker.flow.trace.split_event} for
   * {@code …flow.trace.SplitEvent}.
   */
  static String typeName(String className) {
    String rest = className.startsWith(PACKAGE) ? className.substring(PACKAGE.length()) : className;
    StringBuilder name = new StringBuilder("kieker");
    for (String part : rest.split("[.$]+")) {
      String word =
          part.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
              .toLowerCase(Locale.ROOT)
              .replaceAll("[^a-z0-9_]", "_")
              .replaceFirst("^[^a-z]+", "");
      if (!word.isEmpty() && name.length() + 1 + word.length() <= RecordType.MAX_NAME_LENGTH) {
        name.append('.').append(word);
      }
    }
    return name.toString();
  }
}
