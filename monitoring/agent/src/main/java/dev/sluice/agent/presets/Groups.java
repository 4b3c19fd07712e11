package dev.sluice.agent.presets;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.probe.SqlText;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Names of a preset's executions, made from data of requests, and therefore bounded: at most
 * {@value #MAX} of them, and {@value #MAX_CHARS} characters each. What comes then is in a group of
 * its own, as often as it comes; that there is more is told once. Thread-safe.
 */
final class Groups {
  static final int MAX = 1000;
  static final int MAX_CHARS = SqlText.MAX_CHARS;
  static final String OTHER = "(other)";

  private final Probes probes;
  private final RowSink sink;
  private final String what;
  private final Consumer<String> full;
  private final Map<String, Group> all = new ConcurrentHashMap<>();
  private final Map<String, Group> others = new ConcurrentHashMap<>();
  private boolean isTold;

  /**
   * Creates empty groups.
   *
   * @param what of what, in the plural
   * @param full is told when there are no more, in a sentence
   */
  Groups(Probes probes, RowSink sink, String what, Consumer<String> full) {
    this.probes = probes;
    this.sink = sink;
    this.what = what;
    this.full = full;
  }

  /**
   * Executions with one name.
   *
   * @param name the part of it that records name, too
   */
  record Group(Operation operation, Symbol name) {}

  /**
   * Returns the group for this text; if there are too many, the group of all other texts of its
   * kind.
   *
   * @param name what records call it
   * @param kind what the text of all others begins with
   */
  Group of(String text, String name, String kind) {
    String key = bounded(text);
    Group found = all.get(key);
    return found != null ? found : add(key, name, kind);
  }

  private Group add(String text, String name, String kind) {
    if (all.size() < MAX) {
      return all.computeIfAbsent(text, absent -> group(text, name));
    }
    warnFull();
    return other(kind);
  }

  /** Returns the group of all other texts of a kind. */
  Group other(String kind) {
    return others.computeIfAbsent(kind, absent -> group(kind + " " + OTHER, OTHER));
  }

  private Group group(String text, String name) {
    Operation operation = probes.operation(text, "", Set.of(ProbeKind.EXECUTION), null);
    return new Group(operation, sink.symbol(bounded(name)));
  }

  private synchronized void warnFull() {
    if (!isTold) {
      isTold = true;
      full.accept("preset: more than " + MAX + " " + what + "; all others are " + OTHER);
    }
  }

  private static String bounded(String text) {
    return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS - 1) + "…";
  }
}
