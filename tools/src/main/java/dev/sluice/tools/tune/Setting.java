package dev.sluice.tools.tune;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.ChunkingCollectorBuilder;
import dev.sluice.collectors.chunking.DelayGoal;
import dev.sluice.support.Plugins;
import dev.sluice.tools.recordings.Figures;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What tuning chooses: one value for each option of a collector that decides about chunks.
 *
 * @param chunkRecords option {@code chunk.records}
 * @param chunkBytes option {@code chunk.bytes}
 * @param delay option {@code delay}
 * @param serializer option {@code serializer}
 * @param compression option {@code compression}; {@link #NO_COMPRESSION} for a serializer that has
 *     no such option
 * @param adapt option {@code chunk.adapt}, empty for chunks whose limits are fixed
 */
public record Setting(
    int chunkRecords,
    int chunkBytes,
    Duration delay,
    String serializer,
    String compression,
    String adapt) {
  static final String NO_COMPRESSION = "none";
  static final String COMPRESSION = "compression";

  private static final String CHUNK_RECORDS = "chunk.records";
  private static final String CHUNK_BYTES = "chunk.bytes";
  private static final String DELAY = "delay";
  private static final String SERIALIZER = "serializer";
  private static final String ADAPT = "chunk.adapt";

  static final String BYTES_HEADER = ">" + CHUNK_BYTES;

  /** The headers of {@link #cells}. */
  static final List<String> HEADERS =
      List.of(">" + CHUNK_RECORDS, BYTES_HEADER, ">" + DELAY, SERIALIZER, COMPRESSION);

  /** The options that may differ between settings. */
  static final List<String> AXES =
      List.of(CHUNK_RECORDS, CHUNK_BYTES, DELAY, SERIALIZER, COMPRESSION);

  /** The options from those that cost most to change to those that are only a number. */
  static final List<Function<Setting, Object>> BY_COST =
      List.of(
          Setting::serializer,
          Setting::compression,
          Setting::adapt,
          Setting::chunkBytes,
          Setting::chunkRecords,
          setting -> setting.delay.toNanos());

  static final Key<?> RECORDS_KEY = key(ChunkingCollector.keys(), CHUNK_RECORDS);
  static final Key<?> BYTES_KEY = key(ChunkingCollector.keys(), CHUNK_BYTES);
  static final Key<?> DELAY_KEY = key(ChunkingCollector.keys(), DELAY);

  /** Creates a setting with fixed limits. */
  Setting(int chunkRecords, int chunkBytes, Duration delay, String serializer, String compression) {
    this(chunkRecords, chunkBytes, delay, serializer, compression, "");
  }

  /** Returns the setting of a collector without options. */
  static Setting defaults() {
    String serializer = (String) key(ChunkingCollector.keys(), SERIALIZER).defaultValue();
    Key<?> compression = key(serializer(serializer).keys(), COMPRESSION);
    return new Setting(
        (Integer) RECORDS_KEY.defaultValue(),
        ChunkingCollectorBuilder.DEFAULT_CHUNK_BYTES,
        (Duration) DELAY_KEY.defaultValue(),
        serializer,
        compression == null ? NO_COMPRESSION : (String) compression.defaultValue());
  }

  private static Key<?> key(List<Key<?>> keys, String name) {
    return keys.stream().filter(key -> key.name().equals(name)).findFirst().orElse(null);
  }

  /**
   * Returns this encoding with chunks that adapt to a goal, within the limits of adaptive chunks.
   */
  Setting adapting(String goal) {
    return new Setting(
        DelayGoal.CHUNK_RECORDS,
        defaults().chunkBytes,
        Duration.ofNanos(DelayGoal.parse(goal).nanos()),
        serializer,
        compression,
        goal);
  }

  /** Returns this setting with the given maximum chunk size in bytes. */
  Setting within(int bytes) {
    int least = Math.min(chunkBytes, bytes);
    return new Setting(chunkRecords, least, delay, serializer, compression, adapt);
  }

  /** Returns this setting with another maximum age of a chunk. */
  Setting withDelay(Duration other) {
    return new Setting(chunkRecords, chunkBytes, other, serializer, compression, adapt);
  }

  /**
   * Returns how far apart two values of an option are: numbers by their ratio, others if they
   * differ.
   */
  static double distance(Object one, Object other) {
    return one instanceof Number a && other instanceof Number b
        ? Math.abs(Math.log((1 + a.doubleValue()) / (1 + b.doubleValue())))
        : one.equals(other) ? 0 : 1;
  }

  /** Returns whether chunks can adapt to that. */
  static boolean isAdapt(String goal) {
    try {
      DelayGoal.parse(goal);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the serializer of that name. */
  static Serializer serializer(String name) {
    return Plugins.find(Serializer.class, Serializer::name, name, SERIALIZER);
  }

  /**
   * Returns the options that make a collector do this, by the names that a sink's URI knows; a
   * properties file has them behind {@code sluice.}
   */
  Map<String, String> toProperties() {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(CHUNK_RECORDS, Integer.toString(chunkRecords));
    properties.put(CHUNK_BYTES, Integer.toString(chunkBytes));
    properties.put(DELAY, delay.toNanos() / 1_000_000 + "ms");
    properties.put(SERIALIZER, serializer);
    if (key(serializer(serializer).keys(), COMPRESSION) != null) {
      properties.put(COMPRESSION, compression);
    }
    if (!adapt.isEmpty()) {
      properties.put(ADAPT, adapt);
    }
    return properties;
  }

  /**
   * Returns the options of a collector.
   *
   * @param more others, as {@link ProducerRows#identity}
   */
  Options toOptions(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(more);
    all.putAll(toProperties());
    all.remove(SERIALIZER); // is the reader's who finds it
    return new Options(all);
  }

  /** Returns what tables have of it. */
  List<String> cells() {
    Map<String, String> options = toProperties();
    return List.of(
        adapt.isEmpty() ? options.get(CHUNK_RECORDS) : "adapt " + adapt,
        Figures.bytes(chunkBytes).replaceFirst("\\.0+ ", " "),
        options.get(DELAY),
        serializer,
        options.getOrDefault(COMPRESSION, "–"));
  }

  /** Returns a text for people. */
  @Override
  public String toString() {
    return String.join(", ", cells());
  }
}
