package dev.sluice.tools.format;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The JSON form of a record, one a line: {@code {"type":qualified name,"field":value,…}} in schema
 * order and without spaces. Integers are numbers, floats are widened to double and written as
 * ECMAScript does, NaN and infinities are strings, as are chars and enums; byte arrays are base64.
 *
 * <p>Two forms: that of the container's specification, and one for a terminal, where everything
 * that a terminal would act upon is escaped as well and the producer stands before the type, {@code
 * {"_producer":name or null,"_producerId":16 hexadecimal digits,"_attributes":{…},"type":…}}, the
 * attributes only if there are any. A field whose own name is one of these, with or without further
 * underscores in front, gets one more underscore.
 */
public final class JsonLines implements RecordFormat {
  private static final byte[] NULL = ascii("null");
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");

  private final TextOutput out;
  private final boolean longAsString;
  private final boolean finite;
  private final Function<String, byte[]> quote;
  private final PerType<Plan> plans;
  private final TextCache texts;
  private byte[] producer = {'{'};

  /** The constant parts of a type's lines: what stands before each value. */
  private record Plan(byte[] start, FieldType[] types, byte[][] names) {
    static Plan of(RecordType type, UnaryOperator<String> rename, Function<String, byte[]> quote) {
      List<Field> fields = type.fields();
      byte[][] names = new byte[fields.size()][];
      FieldType[] types = new FieldType[names.length];
      for (int i = 0; i < names.length; i++) {
        types[i] = fields.get(i).type();
        byte[] name = quote.apply(rename.apply(fields.get(i).name()));
        names[i] = SafeText.utf8("," + new String(name, StandardCharsets.UTF_8) + ":");
      }
      return new Plan(ascii("\"type\":\"" + type.qualifiedName() + "\""), types, names);
    }
  }

  private JsonLines(
      TextOutput out,
      boolean longAsString,
      boolean finite,
      UnaryOperator<String> rename,
      Function<String, byte[]> quote) {
    this.out = out;
    this.longAsString = longAsString;
    this.finite = finite;
    this.quote = quote;
    plans = new PerType<>(type -> Plan.of(type, rename, quote));
    texts = new TextCache(quote);
  }

  /**
   * The form of the specification, with longs as strings on request, for readers whose numbers are
   * doubles.
   */
  public JsonLines(TextOutput out, boolean longAsString) {
    this(out, longAsString, false, UnaryOperator.identity(), JsonText::quoted);
  }

  /** Returns the form for a terminal. */
  public static JsonLines safe(TextOutput out, boolean longAsString) {
    return safe(out, longAsString, false);
  }

  /** Returns the form for a terminal; {@code finite}: NaN and infinities are null. */
  static JsonLines safe(TextOutput out, boolean longAsString, boolean finite) {
    return new JsonLines(
        out,
        longAsString,
        finite,
        ProducerFields::apart,
        text -> SafeText.utf8(SafeText.json(text)));
  }

  @Override
  public void producer(ChunkHeader chunk) {
    Accounting told = chunk.accounting();
    producer =
        SafeText.utf8(
            "{\"%s\":%s,\"%s\":\"%s\",%s"
                .formatted(
                    ProducerFields.NAME,
                    SafeText.json(told.producerName()),
                    ProducerFields.ID,
                    told.producer(),
                    attributes(chunk.attributes().asMap())));
  }

  private static String attributes(Map<String, String> values) {
    return values.isEmpty()
        ? ""
        : values.entrySet().stream()
            .map(value -> SafeText.json(value.getKey()) + ':' + SafeText.json(value.getValue()))
            .collect(Collectors.joining(",", '"' + ProducerFields.ATTRIBUTES + "\":{", "},"));
  }

  @Override
  public void write(RecordCursor cursor) {
    object(cursor);
    out.put('\n');
  }

  /** Writes a record as an object, without an end of line. */
  void object(RecordCursor cursor) {
    Plan plan = plans.of(cursor.type());
    out.put(producer);
    out.put(plan.start);
    for (int i = 0; i < plan.names.length; i++) {
      out.put(plan.names[i]);
      value(cursor, i, plan.types[i]);
    }
    out.put('}');
  }

  /** Returns an expression, so that the compiler asks for every type. */
  private TextOutput value(RecordCursor cursor, int field, FieldType type) {
    return switch (type) {
      case BOOLEAN -> out.put(cursor.longValue(field) != 0 ? TRUE : FALSE);
      case CHAR -> out.put(quote.apply(String.valueOf((char) cursor.longValue(field))));
      case LONG -> longValue(cursor.longValue(field));
      case BYTE, SHORT, INT -> out.put(cursor.longValue(field));
      case FLOAT, DOUBLE -> doubleValue(cursor.doubleValue(field));
      case STRING, ENUM -> text(cursor.text(field));
      case BYTES -> bytes(cursor.bytes(field));
    };
  }

  private TextOutput longValue(long value) {
    return longAsString ? out.put('"').put(value).put('"') : out.put(value);
  }

  private TextOutput doubleValue(double value) {
    if (finite && !Double.isFinite(value)) {
      return out.put(NULL);
    }
    String text = EcmaNumber.anyText(value);
    return Double.isFinite(value) ? out.put(text) : out.put('"').put(text).put('"');
  }

  private TextOutput text(String value) {
    return out.put(value == null ? NULL : texts.of(value));
  }

  private TextOutput bytes(byte[] value) {
    return value == null
        ? out.put(NULL)
        : out.put('"').put(Base64.getEncoder().encode(value)).put('"');
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
