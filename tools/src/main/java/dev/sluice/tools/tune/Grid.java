package dev.sluice.tools.tune;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.Serializer;
import dev.sluice.support.Plugins;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Function;

/**
 * The settings that are compared: all combinations of some values for each option, and the default.
 *
 * @param settings without duplicates; the default is the first
 */
public record Grid(List<Setting> settings) {
  private static final List<Integer> RECORDS = List.of(64, 256, 1024, 4096, 16_384);
  private static final int SMALL_BYTES = 64 << 10;
  private static final List<Duration> DELAYS =
      List.of(
          Duration.ofMillis(10),
          Duration.ofMillis(20),
          Duration.ofMillis(50),
          Duration.ofMillis(100),
          Duration.ofMillis(200),
          Duration.ofSeconds(1),
          Duration.ofSeconds(5));

  /** Values for each option; null for our own. */
  public record Lists(
      List<Integer> chunkRecords,
      List<Integer> chunkBytes,
      List<Duration> delays,
      List<String> serializers,
      List<String> compressions) {
    /**
     * Lists as the command line has them, parted by commas; null for our own.
     *
     * @throws ConfigurationException naming what is wrong with a value
     */
    public static Lists parse(
        String chunkRecords,
        String chunkBytes,
        String delays,
        String serializers,
        String compressions) {
      return new Lists(
          values(chunkRecords, text -> (Integer) Setting.RECORDS_KEY.parse(text)),
          values(chunkBytes, text -> ((Number) Setting.BYTES_KEY.parse(text)).intValue()),
          values(delays, text -> (Duration) Setting.DELAY_KEY.parse(text)),
          values(serializers, text -> text),
          values(compressions, text -> text));
    }

    private static <T> List<T> values(String list, Function<String, T> parse) {
      return list == null
          ? null
          : Arrays.stream(list.split(",")).map(String::strip).map(parse).distinct().toList();
    }
  }

  /**
   * All combinations. A serializer has those of the compressions that it knows; of our own those
   * whose library is there.
   *
   * @throws ConfigurationException if no serializer has that name, or none such a compression
   */
  public static Grid of(Lists given) {
    Setting standard = Setting.defaults();
    List<Integer> allBytes =
        given.chunkBytes != null ? given.chunkBytes : List.of(SMALL_BYTES, standard.chunkBytes());
    Set<Setting> settings = new LinkedHashSet<>();
    settings.add(standard);
    for (String[] encoding : encodings(given)) {
      for (int records : given.chunkRecords != null ? given.chunkRecords : RECORDS) {
        for (int bytes : allBytes) {
          for (Duration delay : given.delays != null ? given.delays : DELAYS) {
            settings.add(new Setting(records, bytes, delay, encoding[0], encoding[1]));
          }
        }
      }
    }
    return new Grid(new ArrayList<>(settings));
  }

  private static List<String[]> encodings(Lists given) {
    List<String[]> encodings = new ArrayList<>();
    for (String serializer : given.serializers != null ? given.serializers : serializers()) {
      for (String compression : compressions(serializer)) {
        boolean wanted = given.compressions == null || given.compressions.contains(compression);
        if (wanted && isThere(serializer, compression, given.compressions != null)) {
          encodings.add(new String[] {serializer, compression});
        }
      }
    }
    if (encodings.isEmpty()) {
      throw new ConfigurationException(
          List.of(
              "no serializer has compression %s; they have %s"
                  .formatted(
                      String.join(" or ", given.compressions),
                      (given.serializers != null ? given.serializers : serializers())
                          .stream()
                              .flatMap(name -> compressions(name).stream())
                              .distinct()
                              .toList())));
    }
    return encodings;
  }

  private static List<String> serializers() {
    return Plugins.all(ServiceLoader.load(Serializer.class), broken -> {}).stream()
        .map(Serializer::name)
        .sorted()
        .toList();
  }

  private static List<String> compressions(String serializer) {
    return Setting.serializer(serializer).keys().stream()
        .filter(key -> key.name().equals(Setting.COMPRESSION))
        .map(Key::type)
        .findFirst()
        .map(words -> List.of(words.split(", ")))
        .orElse(List.of(Setting.NO_COMPRESSION));
  }

  /** Whether its library is there; where it was asked for, an exception says that it is not. */
  private static boolean isThere(String serializer, String compression, boolean asked) {
    Map<String, String> values = new HashMap<>();
    if (!compression.equals(Setting.NO_COMPRESSION)) {
      values.put(Setting.COMPRESSION, compression);
    }
    try {
      Options options = new Options(values);
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
