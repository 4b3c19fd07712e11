package dev.sluice.kieker;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.Field;
import dev.sluice.api.record.RecordType;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Rows;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.BoundedSymbols;
import kieker.common.record.io.IValueSerializer;

/** A record of any class on its way into a row: takes its values one after the other. */
final class RecordRow implements IValueSerializer {
  /** Where the values of a class go. Immutable; any thread. */
  static final class Shape {
    private final KiekerType kind;
    private final RecordType type;
    private final RowLayout layout;
    private final RowSink sink;
    private final BoundedSymbols symbols;
    private final Symbol className;
    private final long unitNanos;
    private final int id;

    /** Registers the type of records with or without a logging time stamp. */
    Shape(KiekerType kind, boolean isTimed, RowSink sink, BoundedSymbols symbols, long unitNanos) {
      this.kind = kind;
      this.type = isTimed ? kind.type : kind.untimed;
      this.layout = RowLayout.of(type.fields());
      this.sink = sink;
      this.symbols = symbols;
      this.className = symbols.of(kind.className);
      this.unitNanos = unitNanos;
      this.id = sink.register(type);
    }

    private long nanos(long time) {
      return Math.multiplyExact(time, unitNanos);
    }
  }

  private final Shape shape;
  private final long[] fixed;
  private final String[] inline;
  private int inlined;
  private int words;
  private int next;

  RecordRow(Shape shape) {
    this.shape = shape;
    this.words = shape.layout.fixedWords();
    this.fixed = new long[words];
    this.inline = new String[shape.kind.codes.length + 1];
  }

  /** Emits what was put; the rest of the values must not be missing. */
  boolean emit(long logged) {
    if (next != shape.kind.codes.length) {
      throw new IllegalStateException(shape.kind.className + " has fewer values than it says");
    }
    long time = logged == SluiceWriter.NOT_LOGGED ? logged : shape.nanos(logged);
    put(shape.kind.logged, time);
    if (shape.kind.loggedAgain >= 0) {
      put(shape.kind.loggedAgain, time);
    }
    put(shape.kind.classField, shape.className);
    return words > RowLayout.MAX_WORDS
        ? Rows.reject(shape.sink, DropCause.OVERSIZE, shape.type)
        : write();
  }

  private boolean write() {
    RowBuffer buffer = null;
    int at = -1;
    try {
      buffer = shape.sink.buffer();
      at = buffer.claim(words);
      if (at < 0) {
        at = shape.sink.full(buffer, words);
      }
      if (at < 0) {
        return false;
      }
      for (int i = 1; i < fixed.length; i++) {
        buffer.put(at + i, fixed[i]);
      }
      int end = at + fixed.length;
      for (int i = 0; i < inlined; i++) {
        end = buffer.putText(end, inline[i], Rows.textBytes(inline[i]));
      }
      return buffer.commit(at, RowLayout.header(words, shape.id) | fixed[0]);
    } catch (Throwable failure) {
      if (at < 0) {
        return Rows.reject(shape.sink, DropCause.ENCODE_ERROR, shape.type);
      }
      buffer.givenUp[at & buffer.givenUp.length - 1] = true; // no call: the stack may be full
      return false;
    }
  }

  private void put(int field, long bits) {
    long mask = shape.type.fields().get(field).type().isWide() ? -1L : 0xffff_ffffL;
    fixed[shape.layout.word(field)] |= (bits & mask) << shape.layout.shift(field);
  }

  private void put(int field, Symbol text) {
    if (text == null || text.id() != Symbol.INLINE) {
      put(field, text == null ? 0 : text.id());
      return;
    }
    inline[inlined++] = text.value();
    put(field, -words);
    words += Rows.inlineWords(Rows.inlineBytes(text.value()));
  }

  /** The field of the next value, which is of a kind. */
  private int field(char code) {
    if (shape.kind.codes[next] != code) {
      throw new IllegalStateException(
          "value " + next + " of " + shape.kind.className + " is of another type than it says");
    }
    return shape.kind.fields[next++];
  }

  /** Puts a value of a field that has it as text, or else as bits. */
  private void value(char code, long bits) {
    put(field(code), bits);
  }

  @Override
  public void putBoolean(boolean value) {
    value('Z', value ? 1 : 0);
  }

  @Override
  public void putByte(byte value) {
    value('B', value);
  }

  @Override
  public void putChar(char value) {
    value('C', value);
  }

  @Override
  public void putShort(short value) {
    value('H', value);
  }

  @Override
  public void putInt(int value) {
    value('I', value);
  }

  @Override
  public void putLong(long value) {
    value('J', shape.kind.instants[next] ? shape.nanos(value) : value);
  }

  @Override
  public void putFloat(float value) {
    value('F', Float.floatToRawIntBits(value));
  }

  @Override
  public void putDouble(double value) {
    value('D', Double.doubleToRawLongBits(value));
  }

  @Override
  public <T extends Enum<T>> void putEnumeration(T value) {
    putInt(value.ordinal());
  }

  @Override
  public void putBytes(byte[] value) {
    throw new IllegalStateException(shape.kind.className + " has bytes and does not say so");
  }

  @Override
  public void putString(String value) {
    char code = shape.kind.codes[next];
    int field = field(code == 'T' ? 'T' : 'S');
    Field.Role role = shape.type.fields().get(field).role();
    put(
        field,
        role == Field.Role.SYMBOL || value == null
            ? shape.symbols.of(value)
            : new Symbol(value, Symbol.INLINE));
  }
}
