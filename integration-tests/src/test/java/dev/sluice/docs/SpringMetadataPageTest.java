package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Key;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.select.InstrumentationKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds what editors know of Spring's properties {@code sluice.*} to the keys that there are. */
@Tag("one-jdk")
class SpringMetadataPageTest {
  private static final String NAME =
      "../monitoring/spring-boot-starter/src/main/resources/META-INF/spring-configuration-metadata.json";

  /** The keys of that name: media may have some of their own, of the same name. */
  private final Map<String, List<Key<?>>> keys = new TreeMap<>();

  private void add(Stream<Key<?>> all) {
    all.forEach(key -> keys.computeIfAbsent(key.name(), name -> new ArrayList<>()).add(key));
  }

  private static String text(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String type(Key<?> key) {
    if (key.name().endsWith(".")) {
      return "java.util.Map<java.lang.String,java.lang.String>";
    } else if (key.type().equals("true, false")) {
      return "java.lang.Boolean";
    } else if (key.type().matches("\\d+ to \\d+")) {
      return "java.lang.Integer";
    }
    return key.type().startsWith("time") ? "java.time.Duration" : "java.lang.String";
  }

  private static <T> String printed(Key<T> key) {
    return key.print(key.defaultValue());
  }

  private static String name(Key<?> key) {
    return text("sluice." + key.name().replaceFirst("\\.$", ""));
  }

  private static String property(List<Key<?>> same) {
    Key<?> key = same.get(0);
    String type = type(key);
    String description =
        same.stream().map(Key::description).distinct().collect(Collectors.joining(" "));
    String property =
        "    {\"name\": %s, \"type\": %s, \"description\": %s"
            .formatted(name(key), text(type), text(description));
    if (key.defaultValue() != null && !key.name().endsWith(".") && !printed(key).isEmpty()) {
      boolean bare = type.endsWith("Boolean") || type.endsWith("Integer");
      property += ", \"defaultValue\": " + (bare ? printed(key) : text(printed(key)));
    }
    return property + "}";
  }

  private static String hint(Key<?> key) {
    return Arrays.stream(key.type().split(", "))
        .map(word -> "{\"value\": " + text(word) + "}")
        .collect(Collectors.joining(", ", "    {\"name\": " + name(key) + ", \"values\": [", "]}"));
  }

  @Test
  void metadata_tells_every_option_of_the_application_s_side() throws Exception {
    add(Monitor.keys().stream());
    add(InstrumentationKeys.ALL.stream());
    add(ChunkingCollector.keys().stream());
    ServiceLoader.load(RawWriterFactory.class).forEach(writer -> add(writer.keys().stream()));
    ServiceLoader.load(Serializer.class).forEach(serializer -> add(serializer.keys().stream()));

    assertThat(keys)
        .hasSizeGreaterThan(50)
        .containsKeys("sink", "observations", "delay", "kafka.", "tls.trust", "fsync");
    GeneratedPage.check(
        NAME,
        keys.values().stream()
                .map(SpringMetadataPageTest::property)
                .collect(Collectors.joining(",\n", "{\n  \"properties\": [\n", "\n  ],\n"))
            + keys.values().stream()
                .map(same -> same.get(0))
                .filter(key -> key.type().matches("[a-z0-9-]+(, [a-z0-9-]+)+"))
                .filter(key -> !key.type().equals("true, false"))
                .map(SpringMetadataPageTest::hint)
                .collect(Collectors.joining(",\n", "  \"hints\": [\n", "\n  ]\n}\n")));
  }
}
