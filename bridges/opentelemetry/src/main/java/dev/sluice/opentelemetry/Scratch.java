package dev.sluice.opentelemetry;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.SpanText;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.TraceId;
import java.util.Arrays;
import java.util.function.BiConsumer;

/** Memory that a thread reuses for each span. */
final class Scratch implements BiConsumer<AttributeKey<?>, Object> {
  private static final ThreadLocal<Scratch> OWN = ThreadLocal.withInitial(Scratch::new);
  private static final int MAX_KEPT_CHARS = 1 << 16;
  private static final byte[] DIGITS = new byte[128];

  static {
    for (int i = 0; i < 16; i++) {
      DIGITS[Character.forDigit(i, 16)] = (byte) i;
    }
  }

  private StringBuilder values = new StringBuilder(256);
  private AttributeKey<?>[] keys = new AttributeKey<?>[16];
  private int count;
  private int hash;

  // Texts that the next span of the thread often has again, as the same objects.
  private String trace = TraceId.getInvalid();
  private long high;
  private long low;
  private String parent = "";
  private long parentId;

  static Scratch get() {
    return OWN.get();
  }

  /** Reads a trace id, whose halves are known afterwards. */
  void trace(String id) {
    if (id != trace) {
      high = parse(id, 0);
      low = parse(id, 16);
      trace = id;
    }
  }

  long high() {
    return high;
  }

  long low() {
    return low;
  }

  /** Returns a span id, from those of parents if one ended before. */
  long span(String id) {
    return id == parent ? parentId : parse(id, 0);
  }

  /** Returns a parent's span id. */
  long parent(String id) {
    if (id != parent) {
      parentId = parse(id, 0);
      parent = id;
    }
    return parentId;
  }

  private static long parse(String hex, int from) {
    long bits = 0;
    for (int i = from; i < from + 16; i++) {
      bits = bits << 4 | DIGITS[hex.charAt(i) & 127];
    }
    return bits;
  }

  /** Reads attributes: their keys, null if there are none; the {@link #values} come with them. */
  Symbol keys(Attributes attributes, Symbols symbols) {
    count = 0;
    hash = 0;
    if (values.capacity() > MAX_KEPT_CHARS) {
      values = new StringBuilder(256);
    }
    values.setLength(0);
    attributes.forEach(this);
    return count == 0 ? null : symbols.keys(keys, count, hash);
  }

  /** Returns the values of the attributes that were read, null if there are none. */
  String values() {
    return count == 0 ? null : values.toString();
  }

  @Override
  public void accept(AttributeKey<?> key, Object value) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, 2 * count);
    }
    if (count > 0) {
      values.append('\n');
    }
    keys[count++] = key;
    hash = hash * 31 + key.hashCode();
    if (value instanceof String text) {
      SpanText.escaped(values, text);
    } else if (value instanceof Long number) {
      values.append(number.longValue());
    } else if (value instanceof Boolean || value instanceof Double) {
      values.append(value);
    } else {
      OtlpText.value(values, value);
    }
  }
}
