package dev.sluice.cli.format;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * Records for people: record time, type, then {@code field=value}. What a terminal would act upon
 * is escaped, so a record cannot forge lines or move the cursor.
 */
public final class PlainText implements RecordFormat {
  private static final byte[] NO_TIME = "-".repeat(30).getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = {'-'};

  private final ByteSink out;
  private final InstantText instants;
  private final PerType<byte[][]> names = new PerType<>(PlainText::namesOf);
  private final TextCache texts = new TextCache(PlainText::readable);

  /** Writes there. */
  public PlainText(ByteSink out) {
    this.out = out;
    this.instants = new InstantText(out);
  }

  private static byte[][] namesOf(RecordType type) {
    Stream<String> fields =
        type.fields().stream()
            .map(field -> new String(readable(field.name()), StandardCharsets.UTF_8) + "=");
    return Stream.concat(fields, Stream.of(type.qualifiedName()))
        .map(name -> (" " + name).getBytes(StandardCharsets.UTF_8))
        .toArray(byte[][]::new);
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

  private void value(RecordCursor cursor, int index, Field field) {
    switch (field.type()) {
      case BOOLEAN -> out.put(cursor.longValue(index) != 0 ? "true" : "false");
      case CHAR -> out.put(readable(String.valueOf((char) cursor.longValue(index))));
      case BYTE, SHORT, INT, LONG -> integer(cursor.longValue(index), field);
      case FLOAT, DOUBLE -> out.put(number(cursor.doubleValue(index)));
      case STRING, ENUM -> text(cursor.text(index));
      case BYTES -> bytes(cursor.bytes(index));
    }
  }

  private void integer(long value, Field field) {
    if (field.isInstant()) {
      instants.put(value);
    } else {
      out.put(value);
    }
  }

  private static String number(double value) {
    return Double.isFinite(value) ? EcmaNumber.text(value) : Double.toString(value);
  }

  private void text(String value) {
    out.put(value == null ? NULL : texts.of(value));
  }

  private void bytes(byte[] value) {
    out.put(value == null ? "-" : "0x" + HexFormat.of().formatHex(value));
  }

  /** As it is if that cannot be mistaken for something else, otherwise as a JSON string. */
  private static byte[] readable(String text) {
    boolean plain = !text.isEmpty() && !text.equals("-");
    for (int i = 0; plain && i < text.length(); i++) {
      char c = text.charAt(i);
      plain = c > ' ' && c != '"' && c != '=' && !JsonText.isUnseen(c) && !Character.isSurrogate(c);
    }
    return plain ? text.getBytes(StandardCharsets.UTF_8) : JsonText.quotedForTerminal(text);
  }
}
