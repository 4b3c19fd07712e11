package dev.sluice.tools.convert;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A part of a flight recording that is written by hand, as native profilers do: its types, names,
 * identifiers and values are drawn. What the JDK's API cannot make is in it: null structures,
 * structures within structures, arrays, unsigned numbers, fields of one name, names of any length.
 */
final class MadePart {
  private static final int HEADER_BYTES = 68;
  private static final List<String> PRIMITIVES =
      List.of("boolean", "byte", "char", "short", "int", "long", "float", "double");
  private static final String STRING = "java.lang.String";
  private static final String[] FIELDS = {
    "type",
    "eventType",
    "eventType_",
    "time",
    "Type",
    "a",
    "A",
    "a_",
    "inner",
    "ID",
    "grö\u00dfe",
    "n".repeat(254),
    "n".repeat(300),
    "n".repeat(300) + "b",
    "_type",
    "amount"
  };
  private static final String[] NAMES = {
    "acme.FooBar",
    "acme.foo_bar",
    "acme.FOO_BAR",
    "acme.Foo_Bar",
    "acme.Order",
    "acme.foo.bar",
    "acme." + "a".repeat(250) + ".One",
    "acme." + "a".repeat(250) + ".Two",
    "x".repeat(195) + ".y",
    "acme.Ümlaut$1",
    "acme._9",
    "jdk.DataLoss",
    "acme.foo_bar_2",
    "\u0130.I"
  };
  private static final String[] STAMPS = {"MILLISECONDS_SINCE_EPOCH", "TICKS", "FORTNIGHTS"};
  private static final String[] SPANS = {
    "TICKS", "SECONDS", "MILLISECONDS", "MICROSECONDS", "NANOSECONDS", "FORTNIGHTS"
  };
  private static final long[] LONGS = {
    0,
    1,
    -1,
    42,
    200,
    65_000,
    4_000_000_000L,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    253402300799999L,
    -62135596800001L,
    1_700_000_000_000L,
    Long.MAX_VALUE / 1000
  };

  private final Random random;
  private final Map<String, Integer> strings = new LinkedHashMap<>();
  private final Map<String, Long> ids = new LinkedHashMap<>();
  private final List<Type> structures = new ArrayList<>();
  private final List<Type> events = new ArrayList<>();

  private record FieldOf(String name, Type type, boolean pool, boolean array, List<Mark> marks) {}

  private record Mark(String annotation, String value) {}

  private record Type(String name, long id, List<FieldOf> fields) {}

  private MadePart(Random random) {
    this.random = random;
  }

  /** A finished part with up to 40 events. */
  static byte[] of(Random random) {
    return new MadePart(random).write();
  }

  private byte[] write() {
    long next = 2 + random.nextInt(3);
    for (String name :
        List.of(STRING, "jdk.jfr.Timestamp", "jdk.jfr.Timespan", "jdk.jfr.Unsigned")) {
      ids.put(name, next++);
    }
    for (String name : PRIMITIVES) {
      ids.put(name, next++);
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      structures.add(new Type("acme.Struct" + i, next++, fields(1 + random.nextInt(4))));
    }
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      List<FieldOf> fields = new ArrayList<>();
      fields.add(field("startTime", "long", List.of(new Mark("jdk.jfr.Timestamp", "TICKS"))));
      if (random.nextBoolean()) {
        fields.add(field("duration", "long", List.of(new Mark("jdk.jfr.Timespan", "TICKS"))));
      }
      fields.addAll(fields(random.nextInt(8)));
      events.add(new Type(NAMES[random.nextInt(NAMES.length)], next++, fields));
    }
    Out body = new Out();
    int count = 1 + random.nextInt(40);
    for (int i = 0; i < count; i++) {
      Type type = events.get(random.nextInt(events.size()));
      body.sized(type.id, out -> type.fields.forEach(field -> value(out, field)));
    }
    long pools = HEADER_BYTES + body.size();
    body.sized(1, this::constants);
    long metadata = HEADER_BYTES + body.size();
    body.sized(0, this::metadata);
    ByteBuffer part = ByteBuffer.allocate(HEADER_BYTES + body.size());
    part.put(new byte[] {'F', 'L', 'R', 0}).putShort((short) 2).putShort((short) 1);
    part.putLong(part.capacity()).putLong(pools).putLong(metadata);
    part.putLong(1_700_000_000_000_000_000L).putLong(1_000_000_000L).putLong(0);
    part.putLong(1_000_000_000L).putInt(1);
    return part.put(body.toByteArray()).array();
  }

  private FieldOf field(String name, String type, List<Mark> marks) {
    return new FieldOf(name, new Type(type, ids.get(type), List.of()), false, false, marks);
  }

  private List<FieldOf> fields(int count) {
    List<FieldOf> fields = new ArrayList<>();
    List<String> names = new ArrayList<>(List.of(FIELDS));
    Collections.shuffle(names, random);
    for (String name : names.subList(0, count)) {
      if (!structures.isEmpty() && random.nextInt(3) == 0) {
        Type type = structures.get(random.nextInt(structures.size()));
        fields.add(
            new FieldOf(name, type, random.nextBoolean(), random.nextInt(6) == 0, List.of()));
      } else if (random.nextInt(3) == 0) {
        fields.add(field(name, STRING, List.of()));
      } else {
        String type = PRIMITIVES.get(random.nextInt(PRIMITIVES.size()));
        FieldOf plain = field(name, type, marks());
        fields.add(
            random.nextInt(10) > 0 ? plain : new FieldOf(name, plain.type, false, true, List.of()));
      }
    }
    return fields;
  }

  private List<Mark> marks() {
    return switch (random.nextInt(5)) {
      case 0 -> List.of(new Mark("jdk.jfr.Timestamp", STAMPS[random.nextInt(STAMPS.length)]));
      case 1 -> List.of(new Mark("jdk.jfr.Timespan", SPANS[random.nextInt(SPANS.length)]));
      case 2 -> List.of(new Mark("jdk.jfr.Unsigned", null));
      default -> List.of();
    };
  }

  private void value(Out out, FieldOf field) {
    int count = field.array ? random.nextInt(4) : 1;
    if (field.array) {
      out.number(count);
    }
    for (int i = 0; i < count; i++) {
      if (field.pool) {
        out.number(random.nextInt(4)); // 0 is null, 3 is not in the pool
      } else if (!field.type.fields.isEmpty()) {
        field.type.fields.forEach(inner -> value(out, inner));
      } else if (ids.containsKey(field.type.name)) {
        primitive(out, field.type.name, field.name);
      }
    }
  }

  private void primitive(Out out, String type, String name) {
    long drawn = random.nextInt(3) == 0 ? random.nextLong() : LONGS[random.nextInt(LONGS.length)];
    switch (type) {
      case "boolean" -> out.write(random.nextInt(2));
      case "byte" -> out.write((int) drawn);
      case "float" -> out.raw(Float.floatToIntBits(drawn / 3f), 4);
      case "double" -> out.raw(Double.doubleToLongBits(drawn / 3.0), 8);
      case STRING -> {
        if (random.nextInt(4) == 0) {
          out.write(random.nextInt(2)); // null, or empty
        } else {
          out.text(name.charAt(0) + "ü€\n" + drawn);
        }
      }
      default ->
          out.number(
              name.equals("startTime")
                  ? random.nextInt(1_000_000)
                  : type.equals("long") ? drawn : type.equals("int") ? (int) drawn : (short) drawn);
    }
  }

  private void constants(Out out) {
    out.number(0).number(0).number(0).write(0);
    List<Type> pools = structures.stream().filter(type -> !type.fields.isEmpty()).toList();
    out.number(pools.size());
    for (Type type : pools) {
      out.number(type.id).number(2);
      for (int key = 1; key <= 2; key++) {
        out.number(key);
        type.fields.forEach(field -> value(out, field));
      }
    }
  }

  private void metadata(Out out) {
    Out elements = new Out();
    head(elements, "root", 2);
    head(elements, "metadata", ids.size() + structures.size() + events.size());
    ids.forEach(
        (name, id) -> {
          String parent = name.startsWith("jdk.jfr.") ? "java.lang.annotation.Annotation" : null;
          boolean valued = parent != null && !name.endsWith("Unsigned");
          type(elements, name, id, parent, valued ? 1 : 0);
          if (valued) {
            field(elements, field("value", STRING, List.of()));
          }
        });
    for (Type type : structures) {
      type(elements, type.name, type.id, null, type.fields.size());
      type.fields.forEach(field -> field(elements, field));
    }
    for (Type type : events) {
      type(elements, type.name, type.id, "jdk.jfr.Event", type.fields.size());
      type.fields.forEach(field -> field(elements, field));
    }
    head(elements, "region", 0, "locale", "en", "gmtOffset", "0");
    out.number(0).number(0).number(1 + random.nextInt(2)).number(strings.size());
    strings.keySet().forEach(out::text);
    out.writeBytes(elements.toByteArray());
  }

  private void type(Out out, String name, long id, String parent, int children) {
    if (parent == null) {
      head(out, "class", children, "name", name, "id", "" + id);
    } else {
      head(out, "class", children, "name", name, "id", "" + id, "superType", parent);
    }
  }

  private void field(Out out, FieldOf field) {
    List<String> attributes =
        new ArrayList<>(List.of("name", field.name, "class", "" + field.type.id));
    if (field.pool) {
      attributes.addAll(List.of("constantPool", "true"));
    }
    if (field.array) {
      attributes.addAll(List.of("dimension", "1"));
    }
    head(out, "field", field.marks.size(), attributes.toArray(String[]::new));
    for (Mark mark : field.marks) {
      String id = "" + ids.get(mark.annotation);
      if (mark.value == null) {
        head(out, "annotation", 0, "class", id);
      } else {
        head(out, "annotation", 0, "class", id, "value", mark.value);
      }
    }
  }

  private void head(Out out, String name, int children, String... attributes) {
    out.number(index(name)).number(attributes.length / 2);
    for (String each : attributes) {
      out.number(index(each));
    }
    out.number(children);
  }

  private int index(String text) {
    return strings.computeIfAbsent(text, absent -> strings.size());
  }

  private interface Content {
    void to(Out out);
  }

  private static final class Out extends ByteArrayOutputStream {
    Out number(long value) {
      long rest = value;
      for (int i = 0; i < 8 && (rest & ~0x7fL) != 0; i++, rest >>>= 7) {
        write((int) (rest & 0x7f | 0x80));
      }
      write((int) rest);
      return this;
    }

    void raw(long value, int bytes) {
      for (int i = bytes - 1; i >= 0; i--) {
        write((int) (value >>> 8 * i));
      }
    }

    void text(String value) {
      byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
      write(3);
      number(utf8.length).writeBytes(utf8);
    }

    /** An event with its size, which has four bytes as in the JDK's own. */
    void sized(long type, Content content) {
      Out inner = new Out();
      inner.number(type);
      content.to(inner);
      int size = inner.size() + 4;
      for (int i = 0; i < 4; i++) {
        write(size >>> 7 * i & 0x7f | (i < 3 ? 0x80 : 0));
      }
      writeBytes(inner.toByteArray());
    }
  }
}
