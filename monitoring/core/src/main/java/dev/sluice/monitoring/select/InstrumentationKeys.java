package dev.sluice.monitoring.select;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Nearest;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.probe.ProbeKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Options of instrumentation, by the agent or of sources. */
public final class InstrumentationKeys {
  /** Option for the include patterns of the rule without a name. */
  public static final Key<String> INCLUDE =
      Key.<String>text(
              "include", null, "Patterns of the methods to monitor, separated by |: com.acme.**.")
          .harmless()
          .withDefault("** without named rules or presets");

  /** Option for the patterns of methods that no rule chooses. */
  public static final Key<String> EXCLUDE =
      Key.text("exclude", "", "Patterns of methods that no rule chooses, separated by |.")
          .harmless();

  /** Option for the kinds of the rule without a name, and of rules without kinds of their own. */
  public static final Key<String> PROBE =
      Key.text(
              "probe",
              ProbeKind.EXECUTION.label(),
              "What is recorded, separated by commas: " + ProbeKind.labels() + ".")
          .harmless();

  /** Options for named rules. */
  public static final Key<Map<String, String>> RULE =
      Key.family(
              "rule.",
              "Named rules: rule.NAME.include, rule.NAME.exclude, rule.NAME.probe and"
                  + " rule.NAME.enabled. Those that choose the same method add up.")
          .harmless();

  /** Option for the file of the agent's closing report. */
  public static final Key<Path> REPORT =
      Key.path("report", "A file for the agent's final figures, a properties file.");

  /** Option for the file of the agent's log. */
  public static final Key<Path> LOG =
      Key.path("log", "A file that the agent's warnings and notices are appended to.");

  /** Option with which the agent prints nothing. */
  public static final Key<Boolean> QUIET =
      Key.flag(
          "quiet",
          false,
          "Whether the agent prints neither warnings nor its closing line on standard error;"
              + " mistakes in its options are always printed.");

  /** Option for jars that the agent loads. */
  public static final Key<String> PLUGINS =
      Key.text(
          "plugins", "", "Jars with serializers and raw writers for the agent, separated by |.");

  /** Option for trace context across threads. */
  public static final Key<Boolean> HANDOVER =
      Key.flag(
          "handover",
          true,
          "Whether traces are propagated to tasks that executors run on other threads.");

  /** Option for trace context across processes. */
  public static final Key<Boolean> CONTEXT =
      Key.flag(
              "context",
              false,
              "Whether the agent, or the starter for Spring Boot, propagates traces to other"
                  + " processes: it"
                  + " reads and writes traceparent and tracestate of HTTP requests and Kafka's"
                  + " messages.")
          .powerful();

  /** Names of all presets. */
  public static final List<String> PRESETS = List.of("http", "jdbc", "spring", "jaxrs", "kafka");

  /** Option for the presets, which record calls of other libraries. */
  public static final Key<String> PRESET =
      Key.text(
              "preset",
              "",
              "Presets for libraries, which record routes, statements and topics, separated by"
                  + " commas: "
                  + String.join(", ", PRESETS)
                  + ".")
          .harmless();

  /** Option for a file that switches rules. */
  public static final Key<Path> WATCH =
      Key.path(
          "watch",
          "A file that switches rules and patterns while the program runs: lines NAME=on, NAME=off,"
              + " PATTERN=off, all=off.");

  /** Option for the period at which the file of switches is read. */
  public static final Key<Duration> WATCH_PERIOD =
      Key.duration(
          "watch.period",
          Duration.ofSeconds(1),
          Duration.ofMillis(10),
          "Interval at which the watched file is read.");

  /** All options of instrumentation. */
  public static final List<Key<?>> ALL =
      List.of(
          INCLUDE,
          EXCLUDE,
          PROBE,
          RULE,
          REPORT,
          LOG,
          QUIET,
          PLUGINS,
          HANDOVER,
          CONTEXT,
          PRESET,
          WATCH,
          WATCH_PERIOD);

  private InstrumentationKeys() {}

  /** Returns the presets that are on, in alphabetic order; an unknown name is noted there. */
  public static Set<String> presets(Options options) {
    Set<String> presets = new TreeSet<>();
    for (String text : options.get(PRESET).split(",")) {
      String name = text.strip();
      if (PRESETS.contains(name)) {
        presets.add(name);
      } else if (!name.isEmpty()) {
        String nearest = Nearest.to(name, PRESETS);
        options.problem(
            "option 'preset': there is no preset '%s'; there are %s%s"
                .formatted(
                    name,
                    String.join(", ", PRESETS),
                    nearest == null ? "" : ", did you mean '" + nearest + "'?"));
      }
    }
    return presets;
  }
}
