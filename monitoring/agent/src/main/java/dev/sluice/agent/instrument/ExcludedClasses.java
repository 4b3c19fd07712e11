package dev.sluice.agent.instrument;

import dev.sluice.monitoring.select.Pattern;
import dev.sluice.monitoring.select.Selection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Classes that are never instrumented: those of the JDK and of Sluice, proxies and other classes
 * made at run time.
 */
final class ExcludedClasses {
  private static final Selection NAMES =
      Selection.of(
          Stream.of(
                  "java.**",
                  "jdk.**",
                  "sun.**",
                  "com.sun.proxy.**",
                  "dev.sluice.agent.**",
                  "dev.sluice.api.**",
                  "dev.sluice.collectors.**",
                  "dev.sluice.monitoring.**",
                  "dev.sluice.rawwriters.**",
                  "dev.sluice.serializers.**",
                  "**$$**",
                  "**.$Proxy*")
              .map(Pattern::parse)
              .toList(),
          List.of());

  private ExcludedClasses() {}

  /**
   * Returns whether a class is excluded.
   *
   * @param loader its class loader, null for the bootstrap loader
   * @param name with dots
   */
  static boolean contains(ClassLoader loader, String name) {
    return loader == null
        || loader == ClassLoader.getPlatformClassLoader()
        || loader == ExcludedClasses.class.getClassLoader()
        || NAMES.mayHave(name);
  }
}
