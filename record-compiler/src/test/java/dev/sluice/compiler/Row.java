package dev.sluice.compiler;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.RowLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A row as the pump would read it, decoded by the words of {@link RowLayout}'s comment alone. */
final class Row {
  private final FakeSink sink;
  private final int at;

  /** The row that begins at a word. */
  Row(FakeSink sink, int at) {
    this.sink = sink;
    this.at = at;
  }

  /** The only row of a sink, or the first. */
  static Row first(FakeSink sink) {
    return new Row(sink, 0);
  }

  long header() {
    return sink.buffer.region[at];
  }

  int words() {
    return RowLayout.words(header());
  }

  /** The values: integers as Long, floats and doubles as such, texts as String. */
  List<Object> values() {
    List<Field> fields = sink.types.get(RowLayout.typeId(header())).fields();
    RowLayout layout = RowLayout.of(fields);
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      long word = sink.buffer.region[at + layout.word(i)];
      int half = (int) (word >>> layout.shift(i));
      values.add(
          switch (fields.get(i).type()) {
            case LONG -> word;
            case DOUBLE -> Double.longBitsToDouble(word);
            case FLOAT -> Float.intBitsToFloat(half);
            case STRING, ENUM -> half > 0 ? sink.symbolText(half) : text(inline(half));
            case BYTES -> inline(half);
            case BOOLEAN -> half & 1L;
            default -> (long) half;
          });
    }
    return values;
  }

  /** Values that are equal only if they agree in every bit. */
  static List<Object> exact(List<Object> values) {
    List<Object> exact = new ArrayList<>();
    for (Object value : values) {
      if (value instanceof Float number) {
        exact.add("float " + Float.floatToRawIntBits(number));
      } else if (value instanceof Double number) {
        exact.add("double " + Double.doubleToRawLongBits(number));
      } else {
        exact.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
      }
    }
    return exact;
  }

  private byte[] inline(int half) {
    if (half == 0) {
      return null;
    }
    int start = at - half;
    int length = (int) sink.buffer.region[start];
    int words = (length + 7) / 8;
    ByteBuffer bytes = ByteBuffer.allocate(words * 8).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(sink.buffer.region, start + 1, words);
    for (int i = length; i < words * 8; i++) {
      if (bytes.get(i) != 0) {
        throw new AssertionError("unused byte " + i + " is not zero");
      }
    }
    if (start < at + 1 || start + 1 + words > at + words()) {
      throw new AssertionError("inline data lies outside of the row");
    }
    return Arrays.copyOf(bytes.array(), length);
  }

  /** The JDK's decoder, or UTF-16 units one by one where a lone surrogate is among them. */
  private static String text(byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
      return text;
    }
    StringBuilder units = new StringBuilder();
    for (int i = 0; i < bytes.length; ) {
      int c = bytes[i] & 0xff;
      int count = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
      int point = count == 1 ? c : c & 0xff >> count + 1;
      for (int k = 1; k < count; k++) {
        point = point << 6 | bytes[i + k] & 0x3f;
      }
      units.appendCodePoint(point);
      i += count;
    }
    return units.toString();
  }
}
