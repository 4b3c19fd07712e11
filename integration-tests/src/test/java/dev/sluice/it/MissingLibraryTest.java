package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.chunk.Chunk;
import dev.sluice.api.chunk.ChunkLayout;
import dev.sluice.api.chunk.MalformedChunkException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.monitoring.samplers.Samplers;
import dev.sluice.testkit.SerializerPair;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
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
        .contains("dev.sluice:sluice-raw-writer-kafka", "ClassNotFoundException: org.apache.kafka")
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

  @Test
  void zstd_without_its_library_is_told_where_it_is_configured_and_where_it_is_read()
      throws Exception {
    Predicate<String> noZstd = path -> !path.contains("zstd-jni");
    String missing =
        "zstd needs the library com.github.luben:zstd-jni, which is not on the class path";
    String chunk = "../container-format-spec/vectors/zstd-body.chunk";

    assertThat(outcome(noZstd, "file:" + directory + "?compression=zstd"))
        .isEqualTo("compression=" + missing);
    assertThat(outcome(noZstd, "file:" + directory + "?compression=lz4")).isEqualTo("closed");
    assertThat(called("decode", noZstd, chunk)).contains(missing);
    assertThat(called("decode", path -> true, chunk)).isEqualTo("decoded");
  }

  @Test
  void providers_that_cannot_be_loaded_leave_the_others_alone() throws Exception {
    Path services = Files.createDirectories(directory.resolve("META-INF/services"));
    for (String kind :
        List.of(
            "dev.sluice.monitoring.samplers.SamplerFactory",
            "dev.sluice.api.spi.RawWriterFactory",
            "dev.sluice.api.spi.Serializer")) {
      Files.writeString(services.resolve(kind), "com.acme.Missing\n");
    }

    assertThat(called("samplers", path -> true, "")).contains("cpu", "heap");
    assertThat(outcome(path -> true, "nowhere:records"))
        .contains("(known: file, kafka, tcp)", "com.acme.Missing");
    assertThat(outcome(path -> true, "file:" + directory.resolve("records"))).isEqualTo("closed");
  }

  private String outcome(Predicate<String> kept, String uri) throws Exception {
    return called("open", kept, uri);
  }

  /** With the test's directory as the first of the class path. */
  private String called(String method, Predicate<String> kept, String argument) throws Exception {
    Stream<String> own = Stream.of(directory.toString());
    Stream<String> all =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator));
    URL[] classPath =
        Stream.concat(own, all.filter(kept)).map(MissingLibraryTest::url).toArray(URL[]::new);
    try (URLClassLoader loader =
        new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
      Class<?> other = Class.forName(MissingLibraryTest.class.getName(), true, loader);
      Method called = other.getDeclaredMethod(method, String.class);
      called.setAccessible(true);
      return (String) called.invoke(null, argument);
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
  static String samplers(String ignored) {
    return Samplers.names().toString();
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

  /** Called in a class loader of its own. */
  static String decode(String file) throws IOException {
    try {
      byte[] bytes = Files.readAllBytes(Path.of(file));
      Chunk chunk = ChunkLayout.parse(bytes, 0, bytes.length);
      SerializerPair.named("binary").decoder().decode(chunk);
      return "decoded";
    } catch (MalformedChunkException e) {
      return e.getMessage();
    }
  }
}
