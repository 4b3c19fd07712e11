package dev.sluice.agent.instrument;

import java.util.List;
import java.util.stream.Stream;

/**
 * Which classes and methods are instrumented. A method is, if an include pattern matches it and no
 * exclude pattern does. Never: classes of the JDK, our own, proxies and other classes made at run
 * time. Thread-safe.
 */
final class Selection {
  private static final List<Pattern> NEVER =
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
          .toList();

  private final List<Pattern> includes;
  private final List<Pattern> typeExcludes;
  private final List<Pattern> methodExcludes;

  Selection(List<Pattern> includes, List<Pattern> excludes) {
    this.includes = List.copyOf(includes);
    typeExcludes =
        Stream.concat(NEVER.stream(), excludes.stream().filter(Pattern::isForTypes)).toList();
    methodExcludes = excludes.stream().filter(pattern -> !pattern.isForTypes()).toList();
  }

  /**
   * Whether a class may have methods to be instrumented.
   *
   * @param loader its class loader, null for the bootstrap loader
   * @param name with dots
   */
  boolean mayHave(ClassLoader loader, String name) {
    return !isOfJdk(loader) && any(includes, name) && !any(typeExcludes, name);
  }

  private static boolean isOfJdk(ClassLoader loader) {
    return loader == null
        || loader == ClassLoader.getPlatformClassLoader()
        || loader == Selection.class.getClassLoader();
  }

  private static boolean any(List<Pattern> patterns, String name) {
    for (Pattern pattern : patterns) {
      if (pattern.matchesType(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a method of a class that {@linkplain #mayHave may have} one is to be instrumented. */
  boolean has(String type, String method) {
    return matches(includes, type, method) && !matches(methodExcludes, type, method);
  }

  private static boolean matches(List<Pattern> patterns, String type, String method) {
    for (Pattern pattern : patterns) {
      if (pattern.matchesType(type) && pattern.matchesMethod(method)) {
        return true;
      }
    }
    return false;
  }
}
