package dev.sluice.tools.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.testkit.Seeds;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON lines beside Jackson: each object of a line is a record, or its line is reported. */
class JsonLinesConservationTest {
  private static final ObjectMapper JACKSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .build();

  @TempDir Path directory;

  /** Records of which nothing may be refused, by number. */
  private final Set<Integer> plain = new HashSet<>();

  private int number;

  @Test
  void each_object_of_a_line_is_a_record_or_its_line_is_reported() throws IOException {
    long first = Seeds.first("JSON lines");
    for (long seed = first; seed < first + Seeds.count(100); seed++) {
      check(new HostileText(new Random(seed)), "seed " + seed);
    }
  }

  private void check(HostileText text, String seed) throws IOException {
    plain.clear();
    number = 0;
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      lines.add(line(text));
    }
    byte[] bytes = text.cut(text.file(lines));
    Path file = Files.write(directory.resolve("a.jsonl"), bytes);
    Delivered delivered = Delivered.of(new JsonLinesSource(file, "x.y", null));
    assertThat(delivered.refusal).as(seed).isNull();

    Map<Integer, Delivered.Item> byNumber = new HashMap<>();
    List<Integer> order = new ArrayList<>();
    for (Delivered.Item item : delivered.items) {
      int at = Integer.parseInt(item.text("#"));
      order.add(at);
      assertThat(byNumber.put(at, item)).as(seed).isNull();
    }
    assertThat(order).as(seed).isSorted();
    long lost = 0;
    long wrong = 0;
    for (HostileText.Line line : HostileText.lines(bytes)) {
      wrong += line.isWrong() ? 1 : 0;
      lost += isWhole(line, byNumber, seed) ? 0 : 1;
    }
    assertThat(byNumber).as(seed + ": records that are in no line").isEmpty();
    assertThat(delivered.lost("lines that are not")).as(seed).isEqualTo(wrong);
    assertThat(delivered.lost("lines, or rests")).as(seed).isEqualTo(lost);
  }

  /** Takes out what the line has; false if something of it is missing. */
  private boolean isWhole(
      HostileText.Line line, Map<Integer, Delivered.Item> delivered, String seed) {
    String text = line.text().startsWith("\ufeff") ? line.text().substring(1) : line.text();
    boolean isWhole = true;
    try (MappingIterator<JsonNode> objects = JACKSON.readerFor(JsonNode.class).readValues(text)) {
      while (objects.hasNextValue()) {
        JsonNode object = objects.nextValue();
        Delivered.Item item = object.has("#") ? delivered.remove(object.get("#").asInt(-1)) : null;
        if (item == null) {
          assertThat(isWhole && plain.contains(object.path("#").asInt(-1)))
              .as(seed + ": a plain object is missing, " + object)
              .isFalse();
        } else if (!line.isWrong()) {
          assertSame(object, item, seed + " " + text);
        }
        isWhole &= item != null;
      }
    } catch (IOException | RuntimeException e) {
      return false;
    }
    return isWhole;
  }

  private static void assertSame(JsonNode object, Delivered.Item item, String seed) {
    Map<String, Object> values = new LinkedHashMap<>(item.values());
    object
        .properties()
        .forEach(
            field -> {
              JsonNode value = field.getValue();
              switch (field.getKey()) {
                case "type" -> assertThat(item.type()).as(seed).isEqualTo(value.textValue() + ".1");
                case "_producer" -> {
                  if (!value.isNull()) {
                    assertThat(item.origin().name()).as(seed).isEqualTo(value.textValue());
                  }
                }
                case "_producerId" -> {}
                case "_attributes" ->
                    assertThat(JACKSON.valueToTree(item.origin().attributes().asMap()).toString())
                        .as(seed)
                        .isEqualTo(value.toString());
                default -> {
                  assertThat(value.isNull() || values.containsKey(field.getKey()))
                      .as(seed + ": " + field.getKey() + " " + item)
                      .isTrue();
                  assertThat(isSame(value, values.remove(field.getKey())))
                      .as(seed + ": " + field.getKey() + " " + item)
                      .isTrue();
                }
              }
            });
    assertThat(values).as(seed).isEmpty();
  }

  @Test
  void records_of_too_many_producers_or_with_too_long_names_are_reported() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 8 * 4096 + 5; i++) {
      lines.add("{\"_producerId\":\"" + i + "\"}");
    }
    lines.add("{\"_producer\":\"" + "x".repeat(256) + "\"}");
    Path file = Files.write(directory.resolve("many.jsonl"), lines);

    Delivered delivered = Delivered.of(new JsonLinesSource(file, "a.b", null));

    assertThat(delivered.items).hasSize(8 * 4096);
    assertThat(delivered.lost("of more than 32768 producers")).isEqualTo(5);
    assertThat(delivered.lost("longer than 255")).isEqualTo(1);
  }

  private static boolean isSame(JsonNode node, Object value) {
    if (node.isNull() || value == null) {
      return node.isNull() && value == null;
    }
    if (node.isNumber() && !(value instanceof String)) {
      BigDecimal written = node.decimalValue();
      BigDecimal read =
          value instanceof Long ? BigDecimal.valueOf((Long) value) : new BigDecimal((Double) value);
      MathContext digits = new MathContext(Math.max(1, written.precision()));
      return (value instanceof Long ? read : read.round(digits)).compareTo(written) == 0;
    }
    return node.isNumber()
        ? new BigDecimal(value.toString()).compareTo(node.decimalValue()) == 0
        : node.asText().equals(value.toString());
  }

  private String line(HostileText text) throws IOException {
    String line = object(text);
    if (text.chance(0.6)) {
      return line;
    }
    if (text.chance(0.2)) {
      return line + (text.chance(0.5) ? " " : "") + object(text);
    }
    if (text.chance(0.2)) {
      return line + text.garbage();
    }
    if (text.chance(0.1)) {
      return text.garbage() + line;
    }
    if (text.chance(0.2)) {
      return line.substring(0, line.length() / 2) + (text.chance(0.5) ? object(text) : "");
    }
    return text.chance(0.3) ? "" : text.chance(0.3) ? "\ufeff" + line : text.garbage();
  }

  private String object(HostileText text) throws IOException {
    StringBuilder object = new StringBuilder("{\"#\":" + number);
    boolean isPlain = true;
    if (text.chance(0.7)) {
      object.append(",\"type\":\"a.b\"");
    }
    if (text.chance(0.3)) {
      object.append(",\"_producer\":").append(quoted(text.chance(0.5) ? "me" : "you"));
      object.append(",\"_producerId\":\"1\"");
    }
    if (text.chance(0.2)) {
      boolean nests = text.chance(0.3);
      isPlain &= !nests;
      object.append(",\"_attributes\":").append(nests ? nested(text) : "{\"env\":\"b\"}");
    }
    for (String name : new String[] {"s", "n", "m", "\u540d"}) {
      if (text.chance(0.5)) {
        object.append(",").append(quoted(name)).append(':');
        boolean nests = text.chance(0.05);
        isPlain &= !nests;
        object.append(nests ? nested(text) : value(text));
      }
    }
    if (text.chance(0.05)) {
      isPlain = false;
      object.append(text.chance(0.5) ? ",\"#\":7" : ",\"type\":{\"n\":1},\"z\":2");
    }
    if (isPlain) {
      plain.add(number);
    }
    number++;
    return object.append(",\"last\":1}").toString();
  }

  private String value(HostileText text) throws IOException {
    String[] bare = {
      "1",
      "-5",
      "1.5",
      "1e5",
      "0.10",
      "true",
      "false",
      "null",
      "9007199254740993",
      "1E400",
      "12345678901234567890",
      "0.1000000000000000055",
      "-0",
      "-0.0",
      "1e-400"
    };
    return text.chance(0.5) ? text.oneOf(bare) : quoted(text.word());
  }

  private static String nested(HostileText text) {
    return text.chance(0.3) ? "5" : text.chance(0.5) ? "{\"x\":{\"y\":\"z\"}}" : "[1,{\"n\":2}]";
  }

  private static String quoted(String text) throws IOException {
    return JACKSON.writeValueAsString(text);
  }
}
