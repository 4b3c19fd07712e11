package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Endpoint;
import dev.sluice.collectors.ChunkingCollector;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose class path lacks something that others of our modules need. */
class MissingLibraryTest {
  @TempDir Path directory;

  @Test
  void a_plug_in_without_its_library_breaks_itself_alone_and_says_why() throws Exception {
    Predicate<String> noKafka = path -> !path.contains("kafka-clients");

    assertThat(outcome(noKafka, "file:" + directory)).isEqualTo("closed");
    assertThat(outcome(noKafka, "kafka://b:9092/t"))
        .startsWith("unknown scheme 'kafka' (known: ")
        .contains(
            "dev.sluice:sluice-raw-writer-kafka",
            "KafkaRawWriterFactory",
            "ClassNotFoundException: org.apache.kafka")
        .doesNotContain("\n");
  }

  @Test
  void everything_that_is_missing_is_named_at_once_with_the_artifact_to_add() throws Exception {
    Predicate<String> bare = path -> !path.contains("serializers") && !path.contains("raw-writers");

    assertThat(outcome(bare, "kafka://b:9092/t").lines())
        .containsExactly(
            "unknown serializer 'binary' (known: none); it is in"
                + " dev.sluice:sluice-serializer-binary, which is not on the class path",
            "unknown scheme 'kafka' (known: none); it is in dev.sluice:sluice-raw-writer-kafka,"
                + " which is not on the class path");
  }

  private static String outcome(Predicate<String> kept, String uri) throws Exception {
    URL[] classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(kept)
            .map(MissingLibraryTest::url)
            .toArray(URL[]::new);
    try (URLClassLoader loader =
        new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
      Class<?> other = Class.forName(MissingLibraryTest.class.getName(), true, loader);
      Method open = other.getDeclaredMethod("open", String.class);
      open.setAccessible(true);
      return (String) open.invoke(null, uri);
    }
  }

  private static URL url(String path) {
    try {
      return Path.of(path).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Called in a class loader of its own. */
  static String open(String uri) {
    try {
      ChunkingCollector.open(Endpoint.parse(uri)).close(Duration.ofSeconds(1));
      return "closed";
    } catch (IllegalArgumentException e) {
      return e.getMessage();
    }
  }
}
