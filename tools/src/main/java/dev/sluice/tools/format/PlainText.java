package dev.sluice.tools.format;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.ChunkHeader;
import dev.sluice.api.chunk.Ids;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Human-readable records: record time, name, id and attributes of the producer, type, then {@code
 * field=value}. What a terminal would act upon is escaped, so a record cannot forge lines or move
 * the cursor.
 */
public final class PlainText implements RecordFormat {
  /** Fields that hold the id of a trace. */
  private static final Set<String> TRACES = Set.of("traceId", "parentTraceId");

  private static final byte[] NO_TIME = "-".repeat(30).getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = {'-'};

  private final TextOutput out;
  private final InstantText instants;
  private final PerType<byte[][]> names = new PerType<>(PlainText::namesOf);
  private final TextCache texts = new TextCache(text -> SafeText.utf8(SafeText.word(text)));
  private byte[] producer = {};

  /** Writes there. */
  public PlainText(TextOutput out) {
    this.out = out;
    this.instants = new InstantText(out);
  }

  private static byte[][] namesOf(RecordType type) {
    Stream<String> fields = type.fields().stream().map(field -> SafeText.word(field.name()) + "=");
    return Stream.concat(fields, Stream.of(type.qualifiedName()))
        .map(name -> SafeText.utf8(" " + name))
        .toArray(byte[][]::new);
  }

  @Override
  public void producer(ChunkHeader chunk) {
    Accounting told = chunk.accounting();
    String name = told.producerName() == null ? "-" : SafeText.word(told.producerName());
    StringBuilder text = new StringBuilder(" " + name + " " + told.producer());
    chunk
        .attributes()
        .asMap()
        .forEach((key, value) -> text.append(' ').append(key + '=' + SafeText.word(value)));
    producer = SafeText.utf8(text.toString());
  }

  @Override
  public void write(RecordCursor cursor) {
    RecordType type = cursor.type();
    int time = type.recordTimeField();
    byte[][] fieldNames = names.of(type);
    if (time < 0) {
      out.put(NO_TIME);
    } else {
      instants.put(cursor.longValue(time));
    }
    out.put(producer);
    // The type's name stands behind the names of its fields.
    out.put(fieldNames[fieldNames.length - 1]);
    for (int i = 0; i < fieldNames.length - 1; i++) {
      if (i != time) {
        out.put(fieldNames[i]);
        value(cursor, i, type.fields().get(i));
      }
    }
    out.put('\n');
  }

  /** Returns an expression, so that the compiler asks for every type. */
  private TextOutput value(RecordCursor cursor, int index, Field field) {
    return switch (field.type()) {
      case BOOLEAN -> out.put(cursor.longValue(index) != 0 ? "true" : "false");
      case CHAR -> out.put(SafeText.word(String.valueOf((char) cursor.longValue(index))));
      case BYTE, SHORT, INT, LONG -> integer(cursor.longValue(index), field);
      case FLOAT, DOUBLE -> out.put(EcmaNumber.anyText(cursor.doubleValue(index)));
      case STRING, ENUM -> text(cursor.text(index));
      case BYTES -> bytes(cursor.bytes(index));
    };
  }

  private TextOutput integer(long value, Field field) {
    if (field.type() == FieldType.LONG && TRACES.contains(field.name())) {
      return out.put(Ids.print(value));
    }
    return field.isInstant() ? instants.put(value) : out.put(value);
  }

  private TextOutput text(String value) {
    return out.put(value == null ? NULL : texts.of(value));
  }

  private TextOutput bytes(byte[] value) {
    return out.put(value == null ? "-" : "0x" + HexFormat.of().formatHex(value));
  }
}
