package dev.sluice.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.spi.DeadLettersFactory;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.api.spi.Serializer;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PluginsTest {
  @TempDir Path directory;

  /** A kind of plug-in of which some are broken. */
  public interface Coloured {
    /** Its key. */
    String colour();
  }

  /** One that works. */
  public static final class Red implements Coloured {
    /** For {@link ServiceLoader}. */
    public Red() {}

    @Override
    public String colour() {
      return "red";
    }
  }

  /** One that cannot be made. */
  public static final class Torn implements Coloured {
    /** For {@link ServiceLoader}. */
    public Torn() {
      throw new IllegalStateException("a library\n  is missing");
    }

    @Override
    public String colour() {
      return "torn";
    }
  }

  /** One that can be made and not asked. */
  public static final class Mute implements Coloured {
    /** For {@link ServiceLoader}. */
    public Mute() {}

    @Override
    public String colour() {
      throw new NoClassDefFoundError("Colour");
    }
  }

  /** One behind those that are broken. */
  public static final class Blue implements Coloured {
    /** For {@link ServiceLoader}. */
    public Blue() {}

    @Override
    public String colour() {
      return "blue";
    }
  }

  private static Coloured find(String colour) {
    return Plugins.find(Coloured.class, Coloured::colour, colour, "colour");
  }

  @Test
  void a_plug_in_is_found_by_its_key_behind_those_that_are_broken() {
    assertThat(find("red")).isInstanceOf(Red.class);
    assertThat(find("blue")).isInstanceOf(Blue.class);
  }

  @Test
  void what_is_not_there_is_told_with_what_is_and_why_others_are_not() {
    assertThatThrownBy(() -> find("blu"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "unknown colour 'blu' (known: red, blue); did you mean 'blue'?; not loaded: "
                + Coloured.class.getName()
                + ": Provider "
                + Torn.class.getName()
                + " could not be instantiated: java.lang.IllegalStateException: a library is"
                + " missing; "
                + Mute.class.getName()
                + ": java.lang.NoClassDefFoundError: Colour");
    List<String> problems = new ArrayList<>();
    assertThat(Plugins.find(Coloured.class, Coloured::colour, "green", "colour", problems::add))
        .isNull();
    assertThat(problems).singleElement().asString().startsWith("unknown colour 'green' (known: ");
  }

  @ParameterizedTest
  @CsvSource({
    "binary, sluice-serializer-binary",
    "protobuf, sluice-serializer-protobuf",
  })
  void a_serializer_of_ours_is_named_with_its_artifact(String key, String artifact) {
    assertThatThrownBy(() -> Plugins.find(Serializer.class, Serializer::name, key, "serializer"))
        .hasMessage(
            "unknown serializer '%s' (known: none); it is in dev.sluice:%s, which is not on the class path"
                .formatted(key, artifact));
  }

  @Test
  void every_kind_has_its_artifacts() {
    assertThat(missing(Deserializer.class, "1")).contains("dev.sluice:sluice-serializer-binary,");
    assertThat(missing(Deserializer.class, "2")).contains("dev.sluice:sluice-serializer-protobuf,");
    for (String medium : List.of("file", "tcp", "kafka")) {
      assertThat(missing(RawWriterFactory.class, medium)).contains(":sluice-raw-writer-" + medium);
      assertThat(missing(RawReaderFactory.class, medium)).contains(":sluice-raw-reader-" + medium);
      assertThat(missing(DeadLettersFactory.class, medium))
          .contains(":sluice-raw-writer-" + medium);
    }
    assertThat(missing(Serializer.class, "binray")).isEqualTo("unknown it 'binray' (known: none)");
    assertThat(missing(Runnable.class, "file")).isEqualTo("unknown it 'file' (known: none)");
  }

  private static String missing(Class<?> kind, String key) {
    List<String> problems = new ArrayList<>();
    Plugins.find(kind, plugin -> "other", key, "it", problems::add);
    return String.join("\n", problems).replace("known: other", "known: none");
  }

  @Test
  void all_that_can_be_loaded_are_there_in_their_order_and_the_others_are_told() {
    List<String> broken = new ArrayList<>();

    assertThat(Plugins.all(ServiceLoader.load(Coloured.class), broken::add))
        .extracting(plugin -> plugin.getClass().getSimpleName())
        .containsExactly("Red", "Mute", "Blue");
    assertThat(broken).singleElement().asString().contains(Torn.class.getName());
  }

  @Test
  void a_hundred_that_cannot_be_loaded_are_enough() throws Exception {
    Path services = directory.resolve("services");
    Files.write(services, numbered(150));
    ClassLoader loader =
        new ClassLoader(PluginsTest.class.getClassLoader()) {
          @Override
          public Enumeration<URL> getResources(String name) throws IOException {
            return Collections.enumeration(List.of(services.toUri().toURL()));
          }
        };
    List<String> broken = new ArrayList<>();

    assertThat(Plugins.all(ServiceLoader.load(Coloured.class, loader), broken::add)).isEmpty();
    assertThat(broken).hasSize(100);
  }

  private static List<String> numbered(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add("none.Such" + i);
    }
    return names;
  }
}
