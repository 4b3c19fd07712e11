package dev.sluice.tools.convert;

import dev.sluice.api.record.RecordType;
import dev.sluice.tools.format.SafeText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Names of record types for types of events, each of which has its own. For one thread. */
final class JfrNames {
  private static final int MAX_TYPES = 10_000;
  private static final int MAX_EVENT_NAME = 2_000;

  private final Map<String, String> names = new HashMap<>();
  private final Set<String> taken = new HashSet<>();
  private final ConvertReport report;

  JfrNames(ConvertReport report) {
    this.report = report;
  }

  /**
   * Returns the type name of an event, as jfr.jdk.gc_phase_pause for {@code jdk.GCPhasePause}; null
   * if there are too many types.
   */
  String of(String event) {
    String known = names.get(event);
    if (known != null || names.size() == MAX_TYPES || event.length() > MAX_EVENT_NAME) {
      return known;
    }
    String plain = plain(event, RecordType.MAX_NAME_LENGTH);
    String name = plain;
    for (int i = 2; !taken.add(name); i++) {
      name = plain(event, RecordType.MAX_NAME_LENGTH - 6) + "_" + i;
    }
    if (!name.equals(plain)) {
      report.note("type of events, " + SafeText.word(event) + ", is called " + name);
    }
    names.put(event, name);
    return name;
  }

  private static String plain(String event, int most) {
    String snake =
        event
            .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9_.]", "_")
            .replaceAll("(?<=\\.|^)(?=[^a-z])|\\.(?=\\.|$)|^$", "x");
    String name = "jfr." + snake;
    return name.substring(0, Math.min(name.length(), most)).replaceAll("\\.$", "");
  }
}
