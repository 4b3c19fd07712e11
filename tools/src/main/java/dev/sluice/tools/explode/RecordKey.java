package dev.sluice.tools.explode;

import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.support.wire.KafkaBinding;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.format.PerType;
import java.nio.charset.StandardCharsets;

/** Key of a record's message. For one thread. */
public final class RecordKey {
  private static final String FIELD = "field:";

  private final Kind kind;
  private final String field;
  private final PerType<Integer> indexes;
  private byte[] producer;
  private String chunk;

  private enum Kind {
    PRODUCER,
    RECORD,
    FIELD,
    NONE
  }

  private RecordKey(Kind kind, String field) {
    this.kind = kind;
    this.field = field;
    indexes = new PerType<>(this::index);
  }

  /**
   * Returns the key of that name: {@code producer}, {@code record}, {@code trace}, {@code
   * operation}, {@code field:NAME} or {@code none}.
   *
   * @param option how the user calls what has the text
   * @throws ToolException if it is none of the keys
   */
  public static RecordKey parse(String option, String text) {
    if (text.startsWith(FIELD) && text.length() > FIELD.length()) {
      return new RecordKey(Kind.FIELD, text.substring(FIELD.length()));
    }
    return switch (text) {
      case "producer" -> new RecordKey(Kind.PRODUCER, null);
      case "record" -> new RecordKey(Kind.RECORD, null);
      case "trace" -> new RecordKey(Kind.FIELD, "traceId");
      case "operation" -> new RecordKey(Kind.FIELD, "operationSignature");
      case "none" -> new RecordKey(Kind.NONE, null);
      default ->
          throw new ToolException(
              "%s must be producer, record, trace, operation, field:NAME or none, was '%s'"
                  .formatted(option, text));
    };
  }

  private int index(RecordType type) {
    int index = type.indexOf(field);
    return index < 0 || type.fields().get(index).type() == FieldType.BYTES ? -1 : index;
  }

  /** The records that follow are of that chunk. */
  void chunk(Accounting accounting) {
    producer = KafkaBinding.producerKey(accounting);
    chunk = accounting.producer() + "-" + accounting.sequence() + "-";
  }

  /** Returns the producer of the chunk, which is also the key of records that lack the field. */
  byte[] producer() {
    return producer;
  }

  /** Returns whether a message goes where its producer's go, whatever its own key is. */
  boolean isPlacedByProducer() {
    return kind == Kind.RECORD;
  }

  /** Returns the key of a record, or null. */
  byte[] of(RecordCursor cursor, int index) {
    return switch (kind) {
      case PRODUCER -> producer;
      case RECORD -> (chunk + index).getBytes(StandardCharsets.US_ASCII);
      case FIELD -> value(cursor);
      case NONE -> null;
    };
  }

  private byte[] value(RecordCursor cursor) {
    int index = indexes.of(cursor.type());
    if (index < 0) {
      return producer;
    }
    String text =
        switch (cursor.type().fields().get(index).type()) {
          case BOOLEAN -> Boolean.toString(cursor.longValue(index) != 0);
          case CHAR -> String.valueOf((char) cursor.longValue(index));
          case BYTE, SHORT, INT, LONG -> Long.toString(cursor.longValue(index));
          case FLOAT, DOUBLE -> Double.toString(cursor.doubleValue(index));
          case STRING, ENUM -> cursor.text(index);
          case BYTES -> null;
        };
    return text == null ? producer : text.getBytes(StandardCharsets.UTF_8);
  }
}
