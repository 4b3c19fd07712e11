package dev.sluice.tools.rows;

import dev.sluice.api.record.Field;
import dev.sluice.api.record.FieldType;
import dev.sluice.api.record.RecordCursor;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Rows;
import dev.sluice.api.record.Symbol;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Emits decoded records again: the row writer of any type. Texts that their type calls symbols, and
 * names of constants, become symbols, as the generated row writers have it. For one thread.
 */
public final class RecordCopier {
  private final RowSink sink;
  private final Map<RecordType, Shape> shapes = new HashMap<>();
  private Shape last;

  /** A copier to a sink. */
  public RecordCopier(RowSink sink) {
    this.sink = sink;
  }

  /** Offsets of the fields of a type, and a row to fill. */
  private static final class Shape {
    final RecordType type;
    final RowLayout layout;
    final int id;
    final long[] fixed;
    final String[] texts;
    final byte[][] contents;

    Shape(RecordType type, int id) {
      this.type = type;
      this.layout = RowLayout.of(type.fields());
      this.id = id;
      this.fixed = new long[layout.fixedWords()];
      this.texts = new String[type.fields().size()];
      this.contents = new byte[texts.length][];
    }
  }

  /**
   * Emits the cursor's record.
   *
   * @param instantShift nanoseconds to add to each instant
   * @return false if it was refused, which the sink counts
   */
  public boolean emit(RecordCursor cursor, long instantShift) {
    Shape shape = shape(cursor.type());
    int count = fill(shape, cursor, instantShift);
    RowBuffer buffer = sink.buffer();
    int at = buffer.claim(count);
    if (at < 0) {
      at = sink.full(buffer, count);
    }
    if (at < 0) {
      return false;
    }
    for (int i = 1; i < shape.fixed.length; i++) {
      buffer.put(at + i, shape.fixed[i]);
    }
    putInline(shape, buffer, at + shape.fixed.length);
    return buffer.commit(at, RowLayout.header(count, shape.id) | shape.fixed[0]);
  }

  private Shape shape(RecordType type) {
    if (last == null || last.type != type) {
      last = shapes.computeIfAbsent(type, added -> new Shape(added, sink.register(added)));
    }
    return last;
  }

  /** Fills the part of fixed length; the result is the number of words of the row. */
  private int fill(Shape shape, RecordCursor cursor, long instantShift) {
    Arrays.fill(shape.fixed, 0);
    int end = shape.fixed.length;
    for (int i = 0; i < shape.texts.length; i++) {
      Field field = shape.type.fields().get(i);
      long bits;
      if (field.type().isReference()) {
        bits = reference(shape, field, i, cursor, end);
        end += bits < 0 ? inlineWords(shape, i) : 0;
      } else {
        bits = bits(field, i, cursor, instantShift);
      }
      long mask = field.type().isWide() ? -1L : 0xffff_ffffL; // a flag is 0 or 1
      shape.fixed[shape.layout.word(i)] |= (bits & mask) << shape.layout.shift(i);
    }
    return end;
  }

  private static long bits(Field field, int index, RecordCursor cursor, long instantShift) {
    return switch (field.type()) {
      case FLOAT -> Float.floatToRawIntBits((float) cursor.doubleValue(index));
      case DOUBLE -> Double.doubleToRawLongBits(cursor.doubleValue(index));
      default -> cursor.longValue(index) + (field.isInstant() ? instantShift : 0);
    };
  }

  /** Returns the half word of a text or byte array: its symbol, or where its inline data begins. */
  private long reference(Shape shape, Field field, int index, RecordCursor cursor, int end) {
    shape.texts[index] = null;
    shape.contents[index] = null;
    if (field.type().hasContent()) {
      shape.contents[index] = cursor.bytes(index);
      return shape.contents[index] == null ? 0 : -end;
    }
    String text = cursor.text(index);
    if (text == null) {
      return 0;
    }
    if (field.role() == Field.Role.SYMBOL || field.type() == FieldType.ENUM) {
      int id = sink.symbol(text).id();
      if (id != Symbol.INLINE) {
        return id;
      }
    }
    shape.texts[index] = text;
    return -end;
  }

  private static int inlineWords(Shape shape, int index) {
    byte[] content = shape.contents[index];
    return RowLayout.inlineWords(
        content != null ? content.length : Rows.textBytes(shape.texts[index]));
  }

  private static void putInline(Shape shape, RowBuffer buffer, int from) {
    int at = from;
    for (int i = 0; i < shape.texts.length; i++) {
      if (shape.contents[i] != null) {
        at = buffer.putBytes(at, shape.contents[i]);
      } else if (shape.texts[i] != null) {
        at = buffer.putText(at, shape.texts[i], Rows.textBytes(shape.texts[i]));
      }
    }
  }
}
