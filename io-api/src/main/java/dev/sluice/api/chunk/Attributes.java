package dev.sluice.api.chunk;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Attributes of a producer that each of its chunks carries: {@code service}, {@code instance},
 * {@code version}, {@code env}, {@code pid}, {@code host}, which take two bytes and the value, and
 * any other name, which takes three bytes, itself and the value. At most {@value #MAX}, which take
 * at most {@value #MAX_BYTES} bytes together. Immutable.
 */
public final class Attributes {
  /** Maximum number of attributes in a chunk. */
  public static final int MAX = 32;

  /** Maximum number of bytes that all attributes of a chunk may take. */
  public static final int MAX_BYTES = 1024;

  /** Maximum length of an attribute's name in bytes. */
  public static final int MAX_NAME_BYTES = 64;

  /** Maximum length of an attribute's value in bytes of UTF-8. */
  public static final int MAX_VALUE_BYTES = 255;

  /** An empty set of attributes. */
  public static final Attributes NONE = new Attributes(Map.of());

  /** Attribute names with a tag of their own: 2, 4, 6 and so on, in this order. */
  static final List<String> TAGGED =
      List.of("service", "instance", "version", "env", "pid", "host");

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_.-]*");

  private final Map<String, String> values;

  /**
   * Creates attributes from checked values by name, in their order; the new object owns the map.
   */
  Attributes(Map<String, String> values) {
    this.values = Collections.unmodifiableMap(values);
  }

  /**
   * Returns attributes by name, in the map's order.
   *
   * @throws IllegalArgumentException if a name is no lower-case letter followed by such letters,
   *     digits, {@code _.-}, or a name, a value, their number or all of them are too long
   */
  public static Attributes of(Map<String, String> values) {
    Attributes attributes = values.isEmpty() ? NONE : new Attributes(new LinkedHashMap<>(values));
    values.forEach(Attributes::check);
    int bytes = attributes.bytes();
    check(values.size() <= MAX, "there are " + values.size() + " attributes, more than " + MAX);
    check(
        bytes <= MAX_BYTES,
        "the attributes take " + bytes + " bytes of a chunk, over " + MAX_BYTES);
    return attributes;
  }

  private static void check(String name, String value) {
    check(
        name.length() <= MAX_NAME_BYTES && NAME.matcher(name).matches(),
        "attribute name '"
            + name
            + "' is not a lower-case letter and up to "
            + (MAX_NAME_BYTES - 1)
            + " of a-z, 0-9, '_', '.', '-'");
    int length = utf8(value).length;
    check(
        length <= MAX_VALUE_BYTES,
        "attribute '" + name + "' has " + length + " bytes, more than " + MAX_VALUE_BYTES);
  }

  private static void check(boolean right, String message) {
    if (!right) {
      throw new IllegalArgumentException(message);
    }
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the values by name, in their order; cannot be changed. */
  public Map<String, String> asMap() {
    return values;
  }

  /** Returns the maximum number of bytes that these attributes take in a chunk. */
  public int bytes() {
    int bytes = 0;
    for (Map.Entry<String, String> value : values.entrySet()) {
      bytes += 5 + value.getKey().length() + utf8(value.getValue()).length;
    }
    return bytes;
  }

  /** Returns the value of the attribute with this name, or null. */
  public String get(String name) {
    return values.get(name);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Attributes that
        && new ArrayList<>(values.entrySet()).equals(new ArrayList<>(that.values.entrySet()));
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
