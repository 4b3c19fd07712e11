package dev.sluice.monitoring.select;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.config.Nearest;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.probe.ProbeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reader of {@link Rules} from options. */
final class RulesReader {
  /** Name of the rule that is written without one. */
  static final String DEFAULT = "default";

  private static final String PREFIX = "rule.";
  private static final String INCLUDE = "include";
  private static final String EXCLUDE = "exclude";
  private static final String PROBE = "probe";
  private static final String ENABLED = "enabled";
  private static final Key<Boolean> ON = Key.flag(ENABLED, true, "Whether a rule is on.");
  private static final String EVERYTHING = "**";

  /** Include patterns of presets: an annotation on a class stands for its public methods. */
  private static final Map<String, String> PRESETS =
      Map.of(
          "spring",
          Stream.of("Get", "Post", "Put", "Delete", "Patch")
              .map(kind -> "|@org.springframework.web.bind.annotation." + kind + "Mapping")
              .collect(
                  Collectors.joining(
                      "",
                      "public @org.springframework.web.bind.annotation.RequestMapping"
                          + "|@org.springframework.scheduling.annotation.Scheduled",
                      "")),
          "jaxrs",
          Stream.of("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")
              .map(kind -> "@javax.ws.rs." + kind + "|@jakarta.ws.rs." + kind)
              .collect(Collectors.joining("|")));

  private static final Set<String> PARTS = Set.of(INCLUDE, EXCLUDE, PROBE, ENABLED);

  private final Options options;
  private final Map<String, Map<String, String>> named = new TreeMap<>();

  RulesReader(Options options) {
    this.options = options;
  }

  List<Rule> read() {
    options.get(InstrumentationKeys.RULE).forEach(this::sort);
    List<Pattern> excludes = patterns(EXCLUDE, options.get(InstrumentationKeys.EXCLUDE));
    String given = options.get(InstrumentationKeys.INCLUDE);
    boolean isAll = named.isEmpty() && options.get(InstrumentationKeys.PRESET).isBlank();
    String include = given == null && isAll ? EVERYTHING : given;
    Set<ProbeKind> kinds = kinds(PROBE, options.get(InstrumentationKeys.PROBE));
    List<Rule> rules = new ArrayList<>();
    if (include != null) {
      rules.add(new Rule(DEFAULT, Selection.of(patterns(INCLUDE, include), excludes), kinds, true));
    }
    for (String preset : options.get(InstrumentationKeys.PRESET).split(",")) {
      String methods = PRESETS.get(preset.strip());
      if (methods != null) {
        named.putIfAbsent(preset.strip(), new TreeMap<>(Map.of(INCLUDE, methods)));
      }
    }
    named.forEach((name, parts) -> rules.add(rule(name, parts, kinds, excludes)));
    return rules;
  }

  Map<String, Boolean> readEnabled() {
    options.get(InstrumentationKeys.RULE).forEach(this::sort);
    Map<String, Boolean> enabled = new TreeMap<>();
    named.forEach(
        (name, parts) -> {
          if (parts.containsKey(ENABLED)) {
            enabled.put(name, isOn(PREFIX + name + "."));
          }
        });
    return enabled;
  }

  /** Notes a part of a named rule. */
  private void sort(String key, String value) {
    int dot = key.lastIndexOf('.');
    String name = key.substring(0, Math.max(0, dot));
    String part = key.substring(dot + 1);
    if (name.isEmpty() || name.indexOf('.') >= 0) {
      options.problem(
          "option '"
              + PREFIX
              + key
              + "' must be called rule.NAME.include, .exclude, .probe or .enabled");
    } else if (!Rule.mayBeName(name)) {
      options.problem(
          "option '"
              + PREFIX
              + key
              + "': the name of a rule must have letters, digits, _ and - alone, as in "
              + PREFIX
              + "slow."
              + part);
    } else if (!PARTS.contains(part)) {
      String nearest = Nearest.to(part, PARTS);
      options.problem(
          "unknown option '%s%s'; did you mean '%s%s.%s'?"
              .formatted(PREFIX, key, PREFIX, name, nearest == null ? INCLUDE : nearest));
    } else if (name.equals(DEFAULT)) {
      options.problem("option '" + PREFIX + key + "' is written without a name: '" + part + "'");
    } else {
      named.computeIfAbsent(name, n -> new TreeMap<>()).put(part, value);
    }
  }

  private Rule rule(
      String name, Map<String, String> parts, Set<ProbeKind> kinds, List<Pattern> excludes) {
    String at = PREFIX + name + ".";
    String include = parts.get(INCLUDE);
    if (include == null) {
      options.problem("rule '" + name + "' has no pattern, as in " + at + "include=com.acme.**");
    }
    List<Pattern> all = new ArrayList<>(excludes);
    all.addAll(patterns(at + EXCLUDE, parts.getOrDefault(EXCLUDE, "")));
    String probe = parts.get(PROBE);
    return new Rule(
        name,
        Selection.of(patterns(at + INCLUDE, include == null ? "" : include), all),
        probe == null ? kinds : kinds(at + PROBE, probe),
        !parts.containsKey(ENABLED) || isOn(at));
  }

  private boolean isOn(String at) {
    return options.get(ON.named(at + ENABLED));
  }

  private List<Pattern> patterns(String key, String texts) {
    try {
      return Pattern.parseAll(texts);
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> options.problem(key + ": " + problem));
      return List.of();
    }
  }

  private Set<ProbeKind> kinds(String key, String labels) {
    try {
      return ProbeKind.parse(labels);
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> options.problem("option '" + key + "': " + problem));
      return Set.of(ProbeKind.EXECUTION);
    }
  }
}
