package dev.sluice.monitoring.samplers;

import dev.sluice.api.config.Loggers;
import dev.sluice.api.config.Nearest;
import dev.sluice.support.Plugins;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finder of samplers by their names. A monitor runs them, see {@code Monitor.sample}. */
public final class Samplers {
  private static final String ALL = "all";

  private Samplers() {}

  private static Map<String, SamplerFactory> byName() {
    Map<String, SamplerFactory> all = new TreeMap<>();
    for (SamplerFactory factory : factories()) {
      factory.names().forEach(name -> all.putIfAbsent(name, factory));
    }
    return all;
  }

  private static List<SamplerFactory> factories() {
    List<SamplerFactory> all = new ArrayList<>();
    all.add(new JvmSamplers());
    all.addAll(
        Plugins.all(
            ServiceLoader.load(SamplerFactory.class, SamplerFactory.class.getClassLoader()),
            Samplers::tellBroken));
    return all;
  }

  private static void tellBroken(String reason) {
    Loggers.get("dev.sluice.monitoring").log(Level.WARNING, "samplers are left out: " + reason);
  }

  /** Returns the names of all samplers that are on the class path. */
  public static List<String> names() {
    return List.copyOf(byName().keySet());
  }

  /**
   * Returns the samplers that the given words name: names, groups ({@code jvm}, {@code system}) and
   * {@code all}.
   *
   * @throws IllegalArgumentException if one means none; the message names the nearest
   */
  public static List<String> named(List<String> words) {
    List<SamplerFactory> factories = factories();
    TreeSet<String> result = new TreeSet<>();
    TreeSet<String> known = new TreeSet<>(List.of(ALL));
    for (SamplerFactory factory : factories) {
      known.add(factory.group());
      known.addAll(factory.names());
    }
    for (String word : words) {
      if (!known.contains(word)) {
        throw new IllegalArgumentException(
            "unknown sampler '%s' (known: %s)%s"
                .formatted(word, String.join(", ", known), why(word, factories, known)));
      }
      for (SamplerFactory factory : factories) {
        if (word.equals(ALL) || word.equals(factory.group())) {
          result.addAll(factory.names());
        } else if (factory.names().contains(word)) {
          result.add(word);
        }
      }
    }
    return List.copyOf(result);
  }

  private static String why(String word, List<SamplerFactory> factories, TreeSet<String> known) {
    String hint = Nearest.hint(word, known);
    return factories.size() == 1 && hint.isEmpty()
        ? "; those of the machine are in sluice-samplers, which is not on the class path"
        : hint;
  }

  /**
   * Makes a sampler at its first run, because that may take a second.
   *
   * @param name one of {@link #names}
   * @return emits the records of one sample; for one thread
   * @throws IllegalArgumentException if there is no such sampler
   */
  public static Runnable sampler(String name, SamplerTarget target) {
    named(List.of(name));
    SamplerFactory factory = byName().get(name);
    if (factory == null) {
      throw new IllegalArgumentException("'" + name + "' is a group of samplers; start each");
    }
    return new LazySampler(factory, name, target);
  }

  private static final class LazySampler implements Runnable {
    private final SamplerFactory factory;
    private final String name;
    private final SamplerTarget target;
    private Runnable sampler;

    LazySampler(SamplerFactory factory, String name, SamplerTarget target) {
      this.factory = factory;
      this.name = name;
      this.target = target;
    }

    @Override
    public void run() {
      if (sampler == null) {
        sampler = factory.newSampler(name, target);
      }
      sampler.run();
    }
  }
}
