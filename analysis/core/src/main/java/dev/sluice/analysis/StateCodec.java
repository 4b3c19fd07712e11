package dev.sluice.analysis;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes a state or reads it, with one method of the owner for both: each call here takes the value
 * as it is and returns it as it shall be, which is the same when the state is written, and what was
 * written when it is read.
 *
 * <pre>
 * void state(StateCodec codec) throws IOException {
 *   codec.name("calls");
 *   calls = codec.number(calls);
 *   last = codec.text(last);
 * }
 * </pre>
 *
 * <p>Arrays are read piece by piece, so that a length that is not true takes no memory. For one
 * thread.
 */
public final class StateCodec {
  private static final int PIECE = 1 << 13;
  private static final int CACHE = 256;

  /** Labels are causes of drops and the like. */
  private static final int MOST_LABELS = 1 << 16;

  private static final int NULL = 0;
  private static final int NARROW = 1;
  private static final int WIDE = 2;
  private static final int KNOWN = 3;

  private final DataOutput out;
  private final DataInput in;

  /** Texts that came last, by their hash: most texts of a state come again and again. */
  private final String[] cache = new String[CACHE];

  private StateCodec(DataOutput out, DataInput in) {
    this.out = out;
    this.in = in;
  }

  /** Writes there. */
  public static StateCodec writing(DataOutput out) {
    return new StateCodec(out, null);
  }

  /** Reads from there. */
  public static StateCodec reading(DataInput in) {
    return new StateCodec(null, in);
  }

  /** Whether values come from outside, so that their owner has to make room for them. */
  public boolean isReading() {
    return in != null;
  }

  /**
   * Marks what follows.
   *
   * @throws IOException if there is something else
   */
  public void name(String name) throws IOException {
    String found = text(name);
    if (!name.equals(found)) {
      String there = found != null && found.matches("[a-z]+ \\d{1,9}") ? found : "something else";
      throw new IOException("a state of '" + name + "' is asked for, '" + there + "' is there");
    }
  }

  /** A number. */
  public long number(long value) throws IOException {
    if (in != null) {
      return in.readLong();
    }
    out.writeLong(value);
    return value;
  }

  /** A smaller number. */
  public int number(int value) throws IOException {
    if (in != null) {
      return in.readInt();
    }
    out.writeInt(value);
    return value;
  }

  /**
   * How many there are of something.
   *
   * @param most how many there may be
   * @throws IOException if it is negative or above {@code most}
   */
  public int count(int value, int most) throws IOException {
    int count = number(value);
    if (count < 0 || count > most) {
      throw new IOException("a count in the state is " + count + ", not 0 to " + most);
    }
    return count;
  }

  /**
   * Some of something, whose parts the caller writes or reads one by one.
   *
   * @param all what there is, not changed by what becomes of it meanwhile
   * @param most how many there may be
   * @param none in place of each that is read
   * @throws IOException if there are more
   */
  public <T> List<T> each(Collection<? extends T> all, int most, T none) throws IOException {
    int count = count(all.size(), most);
    return in == null ? new ArrayList<>(all) : Collections.nCopies(count, none);
  }

  /** A number with a fraction, by its bits. */
  public double number(double value) throws IOException {
    return Double.longBitsToDouble(number(Double.doubleToRawLongBits(value)));
  }

  /** Yes or no. */
  public boolean flag(boolean value) throws IOException {
    if (in != null) {
      return in.readBoolean();
    }
    out.writeBoolean(value);
    return value;
  }

  /** A text, which may be null. */
  public String text(String value) throws IOException {
    return in == null ? write(value) : read();
  }

  /** A text that must not be null. */
  public String given(String value) throws IOException {
    String given = text(value);
    if (given == null) {
      throw new IOException("a text is missing in the state");
    }
    return given;
  }

  private String write(String value) throws IOException {
    if (value == null) {
      out.writeByte(NULL);
      return null;
    }
    int slot = value.hashCode() & CACHE - 1;
    if (value.equals(cache[slot])) {
      out.writeByte(KNOWN);
      out.writeByte(slot);
      return value;
    }
    cache[slot] = value;
    boolean narrow = value.chars().allMatch(c -> c < 256);
    byte[] bytes;
    if (narrow) {
      bytes = value.getBytes(StandardCharsets.ISO_8859_1);
    } else {
      // As no charset does it: with lone surrogates.
      ByteBuffer chars = ByteBuffer.allocate(value.length() * Character.BYTES);
      chars.asCharBuffer().put(value);
      bytes = chars.array();
    }
    out.writeByte(narrow ? NARROW : WIDE);
    bytes(bytes, bytes.length);
    return value;
  }

  private String read() throws IOException {
    int kind = in.readUnsignedByte();
    if (kind == NULL) {
      return null;
    }
    if (kind == KNOWN) {
      String known = cache[in.readUnsignedByte()];
      if (known == null) {
        throw new IOException("the state refers to a text that is not there");
      }
      return known;
    }
    if (kind != NARROW && kind != WIDE) {
      throw new IOException("the state has " + kind + " in place of a kind of text");
    }
    byte[] bytes = bytes(null, 0);
    String text =
        kind == NARROW
            ? new String(bytes, StandardCharsets.ISO_8859_1)
            : ByteBuffer.wrap(bytes).asCharBuffer().toString();
    cache[text.hashCode() & CACHE - 1] = text;
    return text;
  }

  /** Bytes, {@code count} of them; what is read has that length. */
  public byte[] bytes(byte[] values, int count) throws IOException {
    int length = count(count, Integer.MAX_VALUE);
    if (in == null) {
      out.write(values, 0, length);
      return values;
    }
    byte[] read = new byte[Math.min(length, PIECE)];
    for (int at = 0; at < length; ) {
      if (at == read.length) {
        read = Arrays.copyOf(read, grown(at + 1, length));
      }
      in.readFully(read, at, read.length - at);
      at = read.length;
    }
    return read;
  }

  /** Numbers, {@code count} of them; what is read has that length. */
  public long[] numbers(long[] values, int count) throws IOException {
    int length = count(count, Integer.MAX_VALUE);
    if (in == null) {
      for (int i = 0; i < length; i++) {
        out.writeLong(values[i]);
      }
      return values;
    }
    long[] read = new long[Math.min(length, PIECE)];
    for (int i = 0; i < length; i++) {
      if (i == read.length) {
        read = Arrays.copyOf(read, grown(i + 1, length));
      }
      read[i] = in.readLong();
    }
    return read.length == length ? read : Arrays.copyOf(read, length);
  }

  /** Smaller numbers, {@code count} of them; what is read has that length. */
  public int[] numbers(int[] values, int count) throws IOException {
    int length = count(count, Integer.MAX_VALUE);
    if (in == null) {
      for (int i = 0; i < length; i++) {
        out.writeInt(values[i]);
      }
      return values;
    }
    int[] read = new int[Math.min(length, PIECE)];
    for (int i = 0; i < length; i++) {
      if (i == read.length) {
        read = Arrays.copyOf(read, grown(i + 1, length));
      }
      read[i] = in.readInt();
    }
    return read.length == length ? read : Arrays.copyOf(read, length);
  }

  /** Numbers with fractions, {@code count} of them; what is read has that length. */
  public double[] numbers(double[] values, int count) throws IOException {
    long[] bits = isReading() ? null : new long[count];
    for (int i = 0; bits != null && i < count; i++) {
      bits[i] = Double.doubleToRawLongBits(values[i]);
    }
    long[] read = numbers(bits, count);
    return in == null
        ? values
        : Arrays.stream(read).mapToDouble(Double::longBitsToDouble).toArray();
  }

  /**
   * The constant of an enum.
   *
   * @param value may be null
   */
  public <E extends Enum<E>> E constant(Class<E> type, E value) throws IOException {
    E[] constants = type.getEnumConstants();
    int number = number(value == null ? -1 : value.ordinal());
    if (number < -1 || number >= constants.length) {
      throw new IOException("the state has " + number + " in place of a " + type.getSimpleName());
    }
    return number < 0 ? null : constants[number];
  }

  /** Constants of an enum, all of which are in the set then. */
  public <E extends Enum<E>> void constants(Class<E> type, Set<E> values) throws IOException {
    for (E constant : type.getEnumConstants()) {
      if (flag(values.contains(constant))) {
        values.add(constant);
      }
    }
  }

  /** Texts, all of which are in the set then, in their order. */
  public void texts(Set<String> values) throws IOException {
    for (String text : each(values, MOST_LABELS, null)) {
      values.add(given(text));
    }
  }

  /** Numbers by text, all of which are in the map then. */
  public void counts(Map<String, Long> values) throws IOException {
    Set<String> texts = new LinkedHashSet<>(values.keySet());
    texts(texts);
    for (String text : texts) {
      values.put(text, number(values.getOrDefault(text, 0L)));
    }
  }

  private static int grown(int needed, int length) {
    return (int) Math.min(length, Math.max(needed, 2L * needed));
  }
}
