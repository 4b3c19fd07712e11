package dev.sluice.agent.presets;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.Probes;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The names of a preset's executions, made of what requests bring: so at most {@value #MAX} of
 * them, and {@value #MAX_CHARS} characters each. What comes then is in a group of its own, as often
 * as it comes; that there is more is told once. Thread-safe.
 */
final class Groups {
  static final int MAX = 1000;
  static final int MAX_CHARS = 500;
  static final String OTHER = "(other)";

  private final Probes probes;
  private final String what;
  private final Consumer<String> full;
  private final Map<String, Group> all = new ConcurrentHashMap<>();
  private final Map<String, Group> others = new ConcurrentHashMap<>();
  private boolean isTold;

  /**
   * Groups.
   *
   * @param what of what, in the plural
   * @param full is told when there are no more, in a sentence
   */
  Groups(Probes probes, String what, Consumer<String> full) {
    this.probes = probes;
    this.what = what;
    this.full = full;
  }

  /**
   * Executions of one name.
   *
   * @param name the part of it that records name, too
   */
  record Group(Operation operation, Symbol name) {}

  /** The group of this name; if there are too many, the one of all others that begin so. */
  Group of(String begin, String name) {
    String text = begin.isEmpty() ? name : begin + " " + name;
    Group found = all.get(text);
    return found != null ? found : add(begin, name, text);
  }

  private Group add(String begin, String name, String text) {
    if (all.size() < MAX && !name.equals(OTHER)) {
      return all.computeIfAbsent(text, absent -> group(text, name));
    }
    if (!name.equals(OTHER)) {
      tell();
    }
    return others.computeIfAbsent(begin, absent -> group(begin + " " + OTHER, OTHER));
  }

  /** One that is always there. */
  Group group(String text, String name) {
    Operation operation = probes.operation(bounded(text), "", Set.of(ProbeKind.EXECUTION), null);
    return new Group(operation, probes.symbol(bounded(name)));
  }

  private synchronized void tell() {
    if (!isTold) {
      isTold = true;
      full.accept("preset: more than " + MAX + " " + what + "; all others are " + OTHER);
    }
  }

  private static String bounded(String text) {
    return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS - 1) + "…";
  }
}
