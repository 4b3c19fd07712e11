package dev.sluice.support;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Nearest;
import dev.sluice.api.spi.DeadLettersFactory;
import dev.sluice.api.spi.Deserializer;
import dev.sluice.api.spi.RawReaderFactory;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.api.spi.Serializer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Finds plug-ins by name or number, never by class name. A plug-in that cannot be loaded, for
 * instance because a library is missing, counts as missing; the message for a missing plug-in
 * contains the reason.
 */
public final class Plugins {
  private static final int MAX_BROKEN = 100;

  /**
   * Artifacts of Sluice with plug-ins, by the kind of plug-in and the end of the artifact's name.
   */
  private static final Map<Class<?>, String> ARTIFACTS =
      Map.of(
          RawWriterFactory.class, "sluice-raw-writer-",
          RawReaderFactory.class, "sluice-raw-reader-",
          DeadLettersFactory.class, "sluice-raw-writer-",
          Serializer.class, "sluice-serializer-",
          Deserializer.class, "sluice-serializer-");

  private Plugins() {}

  /**
   * Returns the plug-in of a kind whose key is {@code key}, from the class loader of this class.
   *
   * @param what the human-readable name of the kind: {@code "serializer"}
   * @throws ConfigurationException if there is none; the message lists what there is
   */
  public static <P> P find(Class<P> kind, Function<P, String> keyOf, String key, String what) {
    List<String> problems = new ArrayList<>();
    P found = find(kind, keyOf, key, what, problems::add);
    if (found == null) {
      throw new ConfigurationException(problems);
    }
    return found;
  }

  /**
   * Returns the plug-in of a kind whose key is {@code key}; for several of which more than one may
   * be missing.
   *
   * @param problem told in one line what is missing
   * @return null if there is none
   */
  public static <P> P find(
      Class<P> kind, Function<P, String> keyOf, String key, String what, Consumer<String> problem) {
    List<String> keys = new ArrayList<>();
    List<String> broken = new ArrayList<>();
    Predicate<P> wanted =
        plugin -> {
          keys.add(keyOf.apply(plugin));
          return key.equals(keys.get(keys.size() - 1));
        };
    P found = first(ServiceLoader.load(kind, kind.getClassLoader()), wanted, broken);
    if (found == null) {
      problem.accept(missing(kind, key, what, keys, broken));
    }
    return found;
  }

  /**
   * Returns all plug-ins that can be loaded, in their order.
   *
   * @param broken told in one line why another cannot
   */
  public static <P> List<P> all(ServiceLoader<P> loader, Consumer<String> broken) {
    List<P> all = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    first(
        loader,
        plugin -> {
          all.add(plugin);
          return false;
        },
        reasons);
    reasons.forEach(broken);
    return all;
  }

  /**
   * Returns the first plug-in that is wanted, or null; adds the reasons why others cannot be
   * loaded.
   */
  private static <P> P first(ServiceLoader<P> loader, Predicate<P> wanted, List<String> broken) {
    Iterator<P> plugins = loader.iterator();
    while (broken.size() < MAX_BROKEN) {
      String name = "";
      try {
        if (!plugins.hasNext()) {
          return null;
        }
        P plugin = plugins.next();
        name = plugin.getClass().getName() + ": ";
        if (wanted.test(plugin)) {
          return plugin;
        }
      } catch (ServiceConfigurationError | LinkageError e) {
        broken.add(name + reason(e));
      }
    }
    return null;
  }

  private static String missing(
      Class<?> kind, String key, String what, List<String> keys, List<String> broken) {
    StringBuilder message = new StringBuilder("unknown ").append(what);
    message.append(" '").append(key).append("' (known: ");
    message.append(keys.isEmpty() ? "none" : String.join(", ", keys)).append(')');
    message.append(Nearest.hint(key, keys));
    String artifact = ARTIFACTS.get(kind);
    String end = endOf(key);
    if (artifact != null && end != null) {
      message.append("; it is in dev.sluice:").append(artifact).append(end);
      message.append(", which is not on the class path");
      if (!broken.isEmpty()) {
        message.append(" or cannot be loaded");
      }
    }
    if (!broken.isEmpty()) {
      message.append("; not loaded: ").append(String.join("; ", broken));
    }
    return message.toString();
  }

  /** Returns the end of the name of the artifact that has the plug-in; null if none has. */
  private static String endOf(String key) {
    return switch (key) {
      case "file", "tcp", "kafka", "binary", "protobuf" -> key;
      case "1" -> "binary";
      case "2" -> "protobuf";
      default -> null;
    };
  }

  /** Returns the reason of a failure in one line, with its cause. */
  private static String reason(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String text = root == e ? e.toString() : e.getMessage() + ": " + root;
    return text.replaceAll("\\s+", " ");
  }
}
