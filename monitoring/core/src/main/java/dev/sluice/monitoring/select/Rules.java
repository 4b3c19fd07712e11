package dev.sluice.monitoring.select;

import dev.sluice.api.config.Options;
import dev.sluice.api.record.Generated;
import dev.sluice.monitoring.probe.ProbeKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All rules. If several choose a method, each adds its kinds of records. Immutable.
 *
 * <p>Asked for every class and method while a program starts: hence loops, here and below, and no
 * streams, which cost several times as much as long as nothing is compiled.
 */
public final class Rules {
  private static final String OFF = " off";
  private static final String GENERATED = Generated.class.getName();

  private final List<Rule> rules;

  private Rules(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** Creates rules from a list. */
  public static Rules of(List<Rule> rules) {
    return new Rules(rules);
  }

  /**
   * Reads the rules from options: {@code include}, {@code exclude} and {@code probe} make the rule
   * {@value RulesReader#DEFAULT}, {@code rule.NAME.include}, {@code .exclude}, {@code .probe} and
   * {@code .enabled} others. The plain {@code exclude} is for all of them. Without any include,
   * everything is chosen. Mistakes are noted in the options.
   */
  public static Rules read(Options options) {
    return new Rules(new RulesReader(options).read());
  }

  /**
   * Reads which named rules are switched on or off, for a program that has its rules already: the
   * options {@code rule.NAME.enabled}. Mistakes in the names of options are noted there.
   */
  public static Map<String, Boolean> readEnabled(Options options) {
    return new RulesReader(options).readEnabled();
  }

  /**
   * Returns a text for {@link #ofText}: names, kinds, and which rules are off at the start, without
   * their patterns: {@code default=execution;debug=events,duration off}.
   */
  public String text() {
    return rules.stream()
        .map(rule -> rule.name() + "=" + labels(rule) + (rule.enabled() ? "" : OFF))
        .collect(Collectors.joining(";"));
  }

  private static String labels(Rule rule) {
    return rule.kinds().stream().sorted().map(ProbeKind::label).collect(Collectors.joining(","));
  }

  /**
   * Converts a text of {@link #text} to rules. They select no methods, because that was done
   * before.
   *
   * @throws IllegalArgumentException if the text is wrong
   */
  public static Rules ofText(String text) {
    List<Rule> rules = new ArrayList<>();
    for (String part : text.split(";")) {
      int equals = part.indexOf('=');
      if (equals <= 0) {
        throw new IllegalArgumentException("no rules: " + text);
      }
      boolean off = part.endsWith(OFF);
      String labels = part.substring(equals + 1, part.length() - (off ? OFF.length() : 0));
      Selection nothing = Selection.of(List.of(), List.of());
      rules.add(new Rule(part.substring(0, equals), nothing, ProbeKind.parse(labels), !off));
    }
    return new Rules(rules);
  }

  /** Returns all rules in the order of their names, the unnamed one first. */
  public List<Rule> all() {
    return rules;
  }

  /**
   * Returns whether a class may have methods that are chosen; cheap, because it is called before
   * the class is read.
   */
  public boolean mayHave(String typeName) {
    for (Rule rule : rules) {
      if (rule.selection().mayHave(typeName)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the rules that choose a method; empty if the method is not monitored; methods of {@link
   * Generated} classes never are.
   */
  public List<Rule> matching(Candidate candidate) {
    if (candidate.annotations().contains(GENERATED)) {
      return List.of();
    }
    List<Rule> matching = new ArrayList<>(rules.size());
    for (Rule rule : rules) {
      if (rule.selection().has(candidate)) {
        matching.add(rule);
      }
    }
    // Mostly all or none: then the operations share one list.
    return matching.size() == rules.size() ? rules : matching;
  }

  /** Returns the kinds of all these rules. */
  public static Set<ProbeKind> kinds(List<Rule> rules) {
    Set<ProbeKind> kinds = EnumSet.noneOf(ProbeKind.class);
    rules.forEach(rule -> kinds.addAll(rule.kinds()));
    return kinds;
  }
}
