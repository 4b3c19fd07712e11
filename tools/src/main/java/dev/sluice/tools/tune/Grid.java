package dev.sluice.tools.tune;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.Serializer;
import dev.sluice.support.Plugins;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The settings that are compared: all combinations of some values for each option, and the default.
 * Values are lists separated by commas; null for the defaults.
 */
public record Grid(
    String chunkRecords,
    String chunkBytes,
    String delays,
    String serializers,
    String compressions) {
  private static final String RECORDS = "64,256,1024,4096,16384";
  private static final String DELAYS = "10ms,20ms,50ms,100ms,200ms,1s,5s";

  /** Returns a grid with few values where none are given, for a first look. */
  public Grid quick() {
    return new Grid(
        given(chunkRecords, "256,1024,4096,16384"),
        given(chunkBytes, "900KiB"),
        given(delays, "50ms,100ms,200ms,1s"),
        serializers,
        compressions);
  }

  /**
   * Returns all combinations without duplicates; the default is the first. A serializer has those
   * of the compressions that it knows; of our own those whose library is there.
   *
   * @throws ConfigurationException naming what is wrong with a value; if no serializer has that
   *     name, or none such a compression
   */
  public List<Setting> settings() {
    Setting standard = Setting.defaults();
    List<?> records = values(given(chunkRecords, RECORDS), Setting.RECORDS_KEY::parse);
    List<?> bytes =
        values(given(chunkBytes, "64KiB," + standard.chunkBytes()), Setting.BYTES_KEY::parse);
    List<?> times = values(given(delays, DELAYS), Setting.DELAY_KEY::parse);
    Set<Setting> settings = new LinkedHashSet<>(List.of(standard));
    for (Encoding encoding : encodings()) {
      for (Object count : records) {
        for (Object most : bytes) {
          for (Object delay : times) {
            settings.add(encoding.with((Integer) count, (Number) most, (Duration) delay));
          }
        }
      }
    }
    return List.copyOf(settings);
  }

  private static String given(String list, String otherwise) {
    return list == null ? otherwise : list;
  }

  private static <T> List<T> values(String list, Function<String, T> parse) {
    return Arrays.stream(list.split(",")).map(String::strip).map(parse).distinct().toList();
  }

  /** A serializer and one of its compressions. */
  private record Encoding(String serializer, String compression) {
    Setting with(int records, Number bytes, Duration delay) {
      return new Setting(records, bytes.intValue(), delay, serializer, compression);
    }

    /**
     * Returns whether its library is there; where it was asked for, an exception says that it is
     * not.
     */
    boolean isThere(boolean asked) {
      boolean none = compression.equals(Setting.NO_COMPRESSION);
      try {
        Options options = new Options(none ? Map.of() : Map.of(Setting.COMPRESSION, compression));
        Setting.serializer(serializer).newEncoder(options);
        options.finish();
        return true;
      } catch (ConfigurationException e) {
        if (asked) {
          throw e;
        }
        return false;
      }
    }
  }

  private List<Encoding> encodings() {
    List<Encoding> all =
        (serializers == null ? known() : values(serializers, name -> name))
            .stream().flatMap(Grid::encodings).toList();
    List<String> wanted = compressions == null ? null : values(compressions, name -> name);
    List<Encoding> encodings =
        all.stream()
            .filter(one -> wanted == null || wanted.contains(one.compression))
            .filter(one -> one.isThere(wanted != null))
            .toList();
    if (encodings.isEmpty()) {
      throw new ConfigurationException(
          List.of(
              "no serializer has compression %s; they have %s"
                  .formatted(
                      String.join(" or ", wanted),
                      all.stream().map(Encoding::compression).distinct().toList())));
    }
    return encodings;
  }

  private static List<String> known() {
    return Plugins.all(ServiceLoader.load(Serializer.class), broken -> {}).stream()
        .map(Serializer::name)
        .sorted()
        .toList();
  }

  private static Stream<Encoding> encodings(String serializer) {
    return Setting.serializer(serializer).keys().stream()
        .filter(key -> key.name().equals(Setting.COMPRESSION))
        .map(Key::type)
        .findFirst()
        .map(words -> Arrays.stream(words.split(", ")))
        .orElse(Stream.of(Setting.NO_COMPRESSION))
        .map(compression -> new Encoding(serializer, compression));
  }
}
