package dev.sluice.benchmarks.codec;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.spi.Serializer;
import dev.sluice.testkit.SerializerPair;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * What is measured: a serializer with a compression.
 *
 * @param serializer {@code binary}, or a peer
 * @param compression {@code none}, {@code lz4} or {@code zstd}, of whole bodies
 */
record Subject(String serializer, String compression) {
  private static final String NONE = "none";
  private static final String COMPRESSION = "compression";
  private static final Subject DEFAULT = new Subject("binary", NONE);
  private static final Subject KIEKER = new Subject(KiekerCodec.NAME, NONE);
  private static final Subject JSON = new Subject(JsonCodec.NAME, NONE);

  /**
   * Everything on the class path: the baseline first, then the default, then all serializers with
   * the compressions that they offer.
   */
  static List<Subject> all() {
    List<Subject> subjects = new ArrayList<>(List.of(KIEKER, DEFAULT));
    for (Serializer serializer : ServiceLoader.load(Serializer.class)) {
      for (String compression : List.of(NONE, "lz4", "zstd")) {
        Subject subject = new Subject(serializer.name(), compression);
        if (!subjects.contains(subject) && subject.accepts(Map.of())) {
          subjects.add(subject);
        }
      }
    }
    subjects.add(JSON);
    return subjects;
  }

  Codec codec() {
    return switch (serializer) {
      case KiekerCodec.NAME -> new KiekerCodec();
      case JsonCodec.NAME -> new JsonCodec();
      default -> new ContainerCodec(this);
    };
  }

  /** Whether the serializer knows these options, and what they need is on the class path. */
  boolean accepts(Map<String, String> options) {
    try {
      pair().encoder(with(options));
      return true;
    } catch (ConfigurationException e) {
      return false;
    }
  }

  /** One of our serializers with its deserializer. */
  SerializerPair pair() {
    return SerializerPair.named(serializer);
  }

  /** The options of an encoder: the compression and these. */
  Map<String, String> with(Map<String, String> options) {
    Map<String, String> all = new TreeMap<>(options);
    if (!compression.equals(NONE)) {
      all.put(COMPRESSION, compression);
    }
    return all;
  }

  /** Whether {@link Codec#columns} is measured, too. */
  boolean hasColumns() {
    return isDefault();
  }

  boolean isDefault() {
    return equals(DEFAULT);
  }

  boolean isBaseline() {
    return equals(KIEKER);
  }

  /** The name on the command line: {@code binary+lz4}. */
  @Override
  public String toString() {
    return compression.equals(NONE) ? serializer : serializer + "+" + compression;
  }
}
