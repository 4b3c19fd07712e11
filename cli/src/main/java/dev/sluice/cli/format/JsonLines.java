package dev.sluice.cli.format;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * The JSON form of a record, one a line: {@code {"type":qualified name,"field":value,…}} in schema
 * order and without spaces. Integers are numbers, floats are widened to double and written as
 * ECMAScript does, NaN and infinities are strings, as are chars and enums; byte arrays are base64.
 */
public final class JsonLines implements RecordFormat {
  private static final byte[] NULL = ascii("null");
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");
  private static final byte[] END = ascii("}\n");

  private final ByteSink out;
  private final boolean longAsString;
  private final PerType<Plan> plans = new PerType<>(Plan::of);
  private final TextCache texts = new TextCache(JsonText::quoted);

  /** The constant parts of a type's lines: what stands before each value. */
  private record Plan(byte[] start, FieldType[] types, byte[][] names) {
    static Plan of(RecordType type) {
      List<Field> fields = type.fields();
      byte[][] names = new byte[fields.size()][];
      FieldType[] types = new FieldType[names.length];
      for (int i = 0; i < names.length; i++) {
        types[i] = fields.get(i).type();
        String name = new String(JsonText.quoted(fields.get(i).name()), StandardCharsets.UTF_8);
        names[i] = ("," + name + ":").getBytes(StandardCharsets.UTF_8);
      }
      return new Plan(ascii("{\"type\":\"" + type.qualifiedName() + "\""), types, names);
    }
  }

  /** With longs as strings on request, for readers whose numbers are doubles. */
  public JsonLines(ByteSink out, boolean longAsString) {
    this.out = out;
    this.longAsString = longAsString;
  }

  @Override
  public void write(RecordCursor cursor) {
    Plan plan = plans.of(cursor.type());
    out.put(plan.start);
    for (int i = 0; i < plan.names.length; i++) {
      out.put(plan.names[i]);
      value(cursor, i, plan.types[i]);
    }
    out.put(END);
  }

  private void value(RecordCursor cursor, int field, FieldType type) {
    switch (type) {
      case BOOLEAN -> out.put(cursor.longValue(field) != 0 ? TRUE : FALSE);
      case CHAR -> out.put(JsonText.quoted(String.valueOf((char) cursor.longValue(field))));
      case LONG -> longValue(cursor.longValue(field));
      case BYTE, SHORT, INT -> out.put(cursor.longValue(field));
      case FLOAT, DOUBLE -> doubleValue(cursor.doubleValue(field));
      case STRING, ENUM -> text(cursor.text(field));
      case BYTES -> bytes(cursor.bytes(field));
    }
  }

  private void longValue(long value) {
    if (longAsString) {
      out.put('"').put(value).put('"');
    } else {
      out.put(value);
    }
  }

  private void doubleValue(double value) {
    if (Double.isFinite(value)) {
      out.put(EcmaNumber.text(value));
    } else {
      out.put('"').put(Double.toString(value)).put('"');
    }
  }

  private void text(String value) {
    out.put(value == null ? NULL : texts.of(value));
  }

  private void bytes(byte[] value) {
    if (value == null) {
      out.put(NULL);
    } else {
      out.put('"').put(Base64.getEncoder().encode(value)).put('"');
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
