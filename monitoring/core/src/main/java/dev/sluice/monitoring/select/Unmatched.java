package dev.sluice.monitoring.select;

import dev.sluice.api.config.Nearest;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Advice about a rule that has chosen no method, with what its author probably meant. */
public final class Unmatched {
  private static final Pattern NAME = Pattern.compile("[\\w$]+(\\.[\\w$]+)*");
  private static final Pattern ANNOTATION = Pattern.compile("@[\\w$]+");
  private static final Pattern OF_JDK = Pattern.compile("(java|javax|jdk|sun)\\..*");

  /** Pattern of the package names at the beginning of a pattern. */
  private static final Pattern BEGINNING = Pattern.compile("[\\w$]+(\\.[\\w$]+)*(?=\\.)");

  private static final int MAX_PACKAGES = 3;

  private Unmatched() {}

  /**
   * Returns a sentence about such a rule; null if it chooses everything.
   *
   * @param types names of the application's classes that were loaded, with dots
   */
  public static String advice(Rule rule, Collection<String> types) {
    List<String> patterns = rule.selection().includes().stream().map(Object::toString).toList();
    if (patterns.contains("**")) {
      return null;
    }
    return "rule "
        + rule.name()
        + " (include="
        + String.join("|", patterns)
        + ") matched no method; "
        + patterns.stream()
            .map(pattern -> meant(pattern.strip(), types))
            .filter(text -> text != null)
            .findFirst()
            .orElseGet(() -> loaded(types));
  }

  private static String meant(String pattern, Collection<String> types) {
    if (OF_JDK.matcher(pattern).matches()) {
      return "classes of the JDK are not monitored";
    }
    if (ANNOTATION.matcher(pattern).matches()) {
      return "an annotation is written with its package, or as @.." + pattern.substring(1);
    }
    return NAME.matcher(pattern).matches() ? named(pattern, types) : nearest(pattern, types);
  }

  private static String named(String name, Collection<String> types) {
    if (types.stream().anyMatch(type -> type.startsWith(name + "."))) {
      return "classes under " + name + " were loaded, write " + name + ".**";
    }
    int dot = name.lastIndexOf('.');
    if (dot > 0 && types.contains(name.substring(0, dot))) {
      String method = name.substring(0, dot) + "#" + name.substring(dot + 1);
      return "for a method of that class write " + method;
    }
    if (types.contains(name)) {
      return name
          + " was loaded, but it has no method with a body; write new "
          + name
          + " for its constructors";
    }
    return types.stream()
        .filter(type -> type.endsWith("." + name))
        .min(Comparator.naturalOrder())
        .map(type -> "a class is written with its package: " + type)
        .orElseGet(() -> nearest(name + ".", types));
  }

  /** Returns the nearest package to a misspelt one, as advice. */
  private static String nearest(String pattern, Collection<String> types) {
    var beginning = BEGINNING.matcher(pattern);
    if (!beginning.lookingAt()) {
      return null;
    }
    Set<String> packages = new HashSet<>();
    for (String type : types) {
      for (int dot = type.indexOf('.'); dot > 0; dot = type.indexOf('.', dot + 1)) {
        packages.add(type.substring(0, dot));
      }
    }
    String nearest =
        packages.contains(beginning.group()) ? null : Nearest.to(beginning.group(), packages);
    return nearest == null ? null : "did you mean " + nearest + ".**?";
  }

  private static String loaded(Collection<String> types) {
    Map<String, Long> counts =
        types.stream().collect(Collectors.groupingBy(Unmatched::top, Collectors.counting()));
    List<String> most =
        counts.entrySet().stream()
            .sorted(
                Map.Entry.<String, Long>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey)
            .limit(MAX_PACKAGES)
            .toList();
    return most.isEmpty()
        ? "no class of the application was loaded"
        : "classes under " + String.join(", ", most) + " were loaded";
  }

  /** Returns the first two names of a package, which are unique for most packages. */
  private static String top(String type) {
    String[] names = type.split("\\.", 3);
    return names.length == 3 ? names[0] + "." + names[1] : names[0];
  }
}
