package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The hints for native images beside what they are about. Nothing here runs in such an image: these
 * tests hold that each thing that is looked up at run time is named, and that what is named is
 * there.
 */
@Tag("one-jdk")
class NativeImageTest {
  private static final String HINTS = "META-INF/native-image/dev.sluice/";

  /** Modules with hints: what emits, and what reads. */
  private static final List<String> MODULES =
      List.of(
          "collectors",
          "monitoring/core",
          "monitoring/histograms",
          "monitoring/samplers",
          "raw-readers/file",
          "raw-readers/kafka",
          "raw-readers/tcp",
          "raw-writers/file",
          "raw-writers/kafka",
          "raw-writers/tcp",
          "serializers/binary",
          "serializers/protobuf");

  /** Those that look something up by a name or a variable, and why an image can do it. */
  private static final Set<String> LOOK_UP =
      Set.of(
          "dev.sluice.collectors.ring.OwnedStripe", // a hint
          "dev.sluice.collectors.threads.Threads", // a hint
          "dev.sluice.monitoring.Announcement", // a hint
          "dev.sluice.monitoring.JfrEvents", // does without
          "dev.sluice.monitoring.MonitorBuilder", // services
          "dev.sluice.monitoring.config.ClassPathFile", // a hint
          "dev.sluice.monitoring.micrometer.Scoped", // of an agent, which no image has
          "dev.sluice.monitoring.probe.ActiveTrace", // the same
          "dev.sluice.monitoring.probe.Aggregates", // a service
          "dev.sluice.monitoring.probe.ThreadCell", // a hint
          "dev.sluice.monitoring.samplers.Samplers", // services
          "dev.sluice.rawreaders.kafka.RecordsDeserializer", // whose readers their author names
          "dev.sluice.serializers.binary.StaticStrings", // a hint
          "dev.sluice.support.Plugins"); // services

  private static final Set<String> OF_CLASSES =
      Set.of(
          "forName",
          "getMethod",
          "getMethods",
          "getDeclaredMethod",
          "getField",
          "getDeclaredField",
          "getDeclaredFields",
          "getConstructor",
          "getDeclaredConstructor",
          "getRecordComponents",
          "getResource",
          "getResourceAsStream");

  @Test
  void whatever_looks_something_up_is_known_here() {
    Stream<String> others =
        Stream.of(
            "io-api",
            "io-support",
            "record-streams",
            "serializers/support",
            "monitoring/micrometer");
    List<Path> folders =
        Stream.concat(MODULES.stream(), others)
            .map(module -> Path.of("..", module, "target/classes"))
            .toList();
    JavaClasses classes = new ClassFileImporter().importPaths(folders);
    Set<String> found =
        classes.stream()
            .flatMap(type -> type.getMethodCallsFromSelf().stream())
            .filter(NativeImageTest::looksUp)
            .map(call -> call.getOriginOwner().getName())
            .collect(Collectors.toSet());

    assertThat(found).containsExactlyInAnyOrderElementsOf(LOOK_UP);
  }

  private static boolean looksUp(JavaMethodCall call) {
    String name = call.getName();
    if (call.getTargetOwner().isEquivalentTo(Class.class)) {
      return OF_CLASSES.contains(name);
    }
    return call.getTargetOwner().isEquivalentTo(ServiceLoader.class) && name.equals("load")
        || call.getTargetOwner().isEquivalentTo(MethodHandles.Lookup.class)
            && name.startsWith("find")
        || call.getTargetOwner().isAssignableTo(ClassLoader.class);
  }

  @Test
  void services_of_a_module_and_their_providers_are_named() throws Exception {
    int services = 0;
    for (String module : MODULES) {
      Path folder = resources(module).resolve("META-INF/services");
      if (Files.exists(folder)) {
        for (Path service : list(folder)) {
          services++;
          assertThat(strings(module, "resource", "pattern"))
              .contains("\\QMETA-INF/services/" + service.getFileName() + "\\E");
          assertThat(strings(module, "reflect", "name")).containsAll(Files.readAllLines(service));
        }
      }
    }
    assertThat(services).isGreaterThan(12);
  }

  @Test
  void classes_methods_and_fields_that_are_named_are_there() throws Exception {
    int named = 0;
    for (String module : MODULES) {
      Class<?> type = null;
      for (String name : strings(module, "reflect", "name")) {
        named++;
        if (name.contains(".")) {
          type = Class.forName(name);
        } else if (name.equals("<init>")) {
          assertThat(type.getConstructor()).isNotNull();
        } else if (type == Thread.class) {
          assertThat(name).isEqualTo("isVirtual"); // since JDK 21
        } else {
          assertThat(type.getDeclaredField(name)).isNotNull();
        }
      }
    }
    assertThat(named).isGreaterThan(25);
  }

  @Test
  void resources_that_are_named_are_there() throws Exception {
    for (String module : MODULES) {
      for (String pattern : strings(module, "resource", "pattern")) {
        String name = pattern.substring(2, pattern.length() - 2);
        if (!name.equals("sluice.properties")) { // the program's own
          assertThat(getClass().getClassLoader().getResource(name)).as(name).isNotNull();
        }
      }
    }
  }

  @Test
  void hints_are_on_the_class_path_of_who_uses_a_module() throws Exception {
    for (String module : MODULES) {
      for (Path artifact : list(resources(module).resolve(HINTS))) {
        assertThat(getClass().getClassLoader().getResource(HINTS + artifact.getFileName()))
            .as(module)
            .isNotNull();
      }
    }
  }

  private static Path resources(String module) {
    return Path.of("..", module, "src/main/resources");
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  /** The values of all fields of that name in a module's hints of a kind. */
  private static List<String> strings(String module, String kind, String field) throws IOException {
    List<String> values = new ArrayList<>();
    for (Path artifact : list(resources(module).resolve(HINTS))) {
      Path file = artifact.resolve(kind + "-config.json");
      if (Files.exists(file)) {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        try (JsonParser parser = new JsonFactory().createParser(text)) {
          for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (token == JsonToken.VALUE_STRING && field.equals(parser.currentName())) {
              values.add(parser.getText());
            }
          }
        }
      }
    }
    return values;
  }
}
