package dev.sluice.agent.instrument;

import dev.sluice.api.config.Nearest;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.select.Candidate;
import dev.sluice.monitoring.select.Pattern;
import dev.sluice.monitoring.select.Rule;
import dev.sluice.monitoring.select.Rules;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules, which of them are on, and the operations that they choose. An operation records what
 * its rules that are on say, unless a pattern switches it off. Thread-safe.
 */
final class RuleSwitches {
  private final Rules rules;
  private final Probes probes;
  private final OperationTable table;
  private final Map<String, Boolean> on = new LinkedHashMap<>();
  private final Map<Operation, Member> members = new LinkedHashMap<>();
  private PatternSwitches patterns = PatternSwitches.NONE;

  /** What an operation is chosen by. */
  private record Member(Candidate candidate, List<Rule> rules) {}

  RuleSwitches(Rules rules, Probes probes, OperationTable table) {
    this.rules = rules;
    this.probes = probes;
    this.table = table;
    rules.all().forEach(rule -> on.put(rule.name(), rule.enabled()));
  }

  Rules rules() {
    return rules;
  }

  /** The number of an operation that these rules choose; the same one if there is one already. */
  synchronized int operation(
      Candidate candidate, Set<ProbeKind> kinds, List<Rule> chosenBy, ClassLoader loader) {
    int number = table.add(candidate.signature(), candidate.type(), kinds, loader);
    Operation operation = table.operation(number);
    members.put(operation, new Member(candidate, chosenBy));
    apply(operation);
    return number;
  }

  private void apply(Operation operation) {
    probes.enable(operation, kinds(members.get(operation)));
  }

  /** What rules and patterns say; the monitor itself may be off. */
  private Set<ProbeKind> kinds(Member member) {
    Set<ProbeKind> kinds = EnumSet.noneOf(ProbeKind.class);
    if (!patterns.isOff(member.candidate())) {
      for (Rule rule : member.rules()) {
        if (on.get(rule.name())) {
          kinds.addAll(rule.kinds());
        }
      }
    }
    return kinds;
  }

  /**
   * Switches a rule.
   *
   * @throws IllegalArgumentException if there is none of that name; the message has the nearest
   */
  synchronized void enable(String rule, boolean enabled) {
    check(rule);
    on.put(rule, enabled);
    members.keySet().forEach(this::apply);
  }

  private void check(String rule) {
    if (!on.containsKey(rule)) {
      throw new IllegalArgumentException(noRule(rule));
    }
  }

  /** Whether there is a rule of that name. */
  synchronized boolean isRule(String name) {
    return on.containsKey(name);
  }

  /** That there is no such rule, in a sentence with the nearest one. */
  synchronized String noRule(String name) {
    return "there is no rule '"
        + name
        + "' (there are "
        + String.join(", ", on.keySet())
        + ")"
        + Nearest.hint(name, on.keySet());
  }

  /** What patterns switch. */
  synchronized PatternSwitches patterns() {
    return patterns;
  }

  /**
   * Switches all rules and patterns at once; rules that are not named are as they were configured.
   *
   * @throws IllegalArgumentException if a rule does not exist; then nothing is switched
   */
  synchronized void replace(Map<String, Boolean> named, PatternSwitches replacement) {
    named.keySet().forEach(this::check);
    rules.all().forEach(rule -> on.put(rule.name(), rule.enabled()));
    on.putAll(named);
    patterns = replacement;
    members.keySet().forEach(this::apply);
  }

  /** Switches the operations that a pattern describes, over all rules. */
  synchronized void enable(Pattern pattern, boolean enabled) {
    patterns = patterns.with(pattern, enabled);
    members.keySet().forEach(this::apply);
  }

  /**
   * How a rule is.
   *
   * @param operations how many it chooses so far
   */
  record State(Rule rule, boolean on, int operations) {
    /** As in {@code on, execution, 12 operations}. */
    @Override
    public String toString() {
      return (on ? "on, " : "off, ")
          + rule.kinds().stream().sorted().map(ProbeKind::label).collect(Collectors.joining(" "))
          + ", "
          + operations
          + (operations == 1 ? " operation" : " operations");
    }
  }

  /** Of all rules. */
  synchronized List<State> states() {
    Map<String, Long> counts =
        members.values().stream()
            .flatMap(member -> member.rules().stream())
            .collect(Collectors.groupingBy(Rule::name, Collectors.counting()));
    List<State> states = new ArrayList<>();
    for (Rule rule : rules.all()) {
      int count = counts.getOrDefault(rule.name(), 0L).intValue();
      states.add(new State(rule, on.get(rule.name()), count));
    }
    return states;
  }

  /** Operations of which nothing is recorded now. */
  synchronized int off() {
    return (int) members.keySet().stream().filter(operation -> !operation.isOn()).count();
  }

  /** Operations that rules and patterns switch off, whatever the monitor does. */
  synchronized int switchedOff() {
    return (int) members.values().stream().filter(member -> kinds(member).isEmpty()).count();
  }
}
