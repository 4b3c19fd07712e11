package dev.sluice.api.spi;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;

/** Finds plug-ins by name or number, never by class name. */
public final class Plugins {
  private Plugins() {}

  /**
   * The plug-in of a kind whose key is {@code key}, looked for in the class loader of this class.
   *
   * @param what what a person calls the kind: {@code "serializer"}
   * @throws ConfigurationException if there is none; the message lists what there is
   */
  public static <P> P find(Class<P> kind, Function<P, String> keyOf, String key, String what) {
    List<String> keys = new ArrayList<>();
    for (P plugin : ServiceLoader.load(kind, kind.getClassLoader())) {
      if (keyOf.apply(plugin).equals(key)) {
        return plugin;
      }
      keys.add(keyOf.apply(plugin));
    }
    String known = " (known: " + String.join(", ", keys) + ")";
    throw new ConfigurationException(
        List.of("unknown " + what + " '" + key + "'" + known + Nearest.hint(key, keys)));
  }
}
