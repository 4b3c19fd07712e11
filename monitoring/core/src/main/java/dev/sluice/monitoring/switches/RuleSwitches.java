package dev.sluice.monitoring.switches;

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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * State of rules, on or off, and the operations that they choose. An operation records the kinds of
 * its rules that are on, unless a pattern switches it off. Any thread may call any method.
 */
public final class RuleSwitches {
  private static final int MIN_MEMBERS = 64;

  private final Probes probes;
  private final Map<String, Rule> rules = new LinkedHashMap<>();

  /** Rules that were switched; other rules have their configured state. */
  private final Map<String, Boolean> switched = new HashMap<>();

  private final Map<Operation, Member> members = new LinkedHashMap<>();

  /** Number of members at which those of unloaded classes are removed. */
  private int mostMembers = MIN_MEMBERS;

  private PatternSwitches patterns = PatternSwitches.NONE;

  /** An operation's description and the rules that choose it. */
  private record Member(Candidate candidate, List<Rule> rules) {}

  /** Creates switches without a rule, for operations of the given probes. */
  public RuleSwitches(Probes probes) {
    this.probes = probes;
  }

  /**
   * Adds rules. Two parts of a program that were instrumented separately may have rules with the
   * same name: each applies to the operations that it chose, and they are switched together.
   */
  public synchronized void addRules(List<Rule> more) {
    more.forEach(rule -> rules.merge(rule.name(), rule, RuleSwitches::both));
  }

  private static Rule both(Rule first, Rule second) {
    Set<ProbeKind> kinds = Rules.kinds(List.of(first, second));
    return new Rule(first.name(), first.selection(), kinds, first.enabled());
  }

  /** Adds an operation; the rules that choose it switch it now and from now on. */
  public synchronized void add(Operation operation, Candidate candidate, List<Rule> chosenBy) {
    if (members.size() >= mostMembers) {
      members.keySet().removeIf(Operation::isUnloaded);
      mostMembers = Math.max(MIN_MEMBERS, 2 * members.size());
    }
    members.put(operation, new Member(candidate, chosenBy));
    apply(operation);
  }

  private void apply(Operation operation) {
    probes.enable(operation, kinds(members.get(operation)));
  }

  /** Returns the kinds that rules and patterns switch on; the monitor itself may be off. */
  private Set<ProbeKind> kinds(Member member) {
    Set<ProbeKind> kinds = EnumSet.noneOf(ProbeKind.class);
    if (!patterns.isOff(member.candidate())) {
      for (Rule rule : member.rules()) {
        if (isOn(rule)) {
          kinds.addAll(rule.kinds());
        }
      }
    }
    return kinds;
  }

  private boolean isOn(Rule rule) {
    return switched.getOrDefault(rule.name(), rule.enabled());
  }

  /**
   * Switches a rule.
   *
   * @throws IllegalArgumentException if there is no such rule; the message names the nearest
   */
  public synchronized void enable(String rule, boolean enabled) {
    check(rule);
    switched.put(rule, enabled);
    members.keySet().forEach(this::apply);
  }

  private void check(String rule) {
    if (!rules.containsKey(rule)) {
      throw new IllegalArgumentException(noRule(rule));
    }
  }

  /** Returns whether there is a rule of that name. */
  public synchronized boolean isRule(String name) {
    return rules.containsKey(name);
  }

  /** Returns the names of the rules that are known so far. */
  synchronized Set<String> names() {
    return Set.copyOf(rules.keySet());
  }

  /** Returns a message that a rule does not exist, with the nearest name. */
  synchronized String noRule(String name) {
    return "there is no rule '"
        + name
        + "' (there are "
        + String.join(", ", rules.keySet())
        + ")"
        + Nearest.hint(name, rules.keySet());
  }

  /** Returns the current patterns. */
  public synchronized PatternSwitches patterns() {
    return patterns;
  }

  /**
   * Replaces the state of all rules and patterns; rules that are not named get their configured
   * state.
   *
   * @throws IllegalArgumentException if a rule does not exist; then nothing is switched
   */
  public synchronized void replace(Map<String, Boolean> named, PatternSwitches replacement) {
    named.keySet().forEach(this::check);
    switched.clear();
    switched.putAll(named);
    patterns = replacement;
    members.keySet().forEach(this::apply);
  }

  /** Switches the operations that a pattern describes; it has precedence over all rules. */
  public synchronized void enable(Pattern pattern, boolean enabled) {
    patterns = patterns.with(pattern, enabled);
    members.keySet().forEach(this::apply);
  }

  /**
   * The state of a rule.
   *
   * @param operations number of operations that it has chosen so far
   */
  public record State(Rule rule, boolean on, int operations) {
    /** Returns the state as a text, as in {@code on, execution, 12 operations}. */
    @Override
    public String toString() {
      return (on ? "on, " : "off, ")
          + rule.kinds().stream().sorted().map(ProbeKind::label).collect(Collectors.joining(" "))
          + ", "
          + operations
          + (operations == 1 ? " operation" : " operations");
    }
  }

  /** Returns the states of all rules. */
  public synchronized List<State> states() {
    // Asked when a program ends: collectors would cost it ten classes.
    Map<String, Integer> counts = new HashMap<>();
    for (Member member : members.values()) {
      for (Rule rule : member.rules()) {
        counts.merge(rule.name(), 1, Integer::sum);
      }
    }
    List<State> states = new ArrayList<>();
    for (Rule rule : rules.values()) {
      states.add(new State(rule, isOn(rule), counts.getOrDefault(rule.name(), 0)));
    }
    return states;
  }

  /** Returns the number of operations of which nothing is recorded now. */
  public synchronized int off() {
    return (int) members.keySet().stream().filter(operation -> !operation.isOn()).count();
  }

  /**
   * Returns the number of operations that rules and patterns switch off, even if the monitor is off
   * as well.
   */
  public synchronized int switchedOff() {
    return (int) members.values().stream().filter(member -> kinds(member).isEmpty()).count();
  }
}
