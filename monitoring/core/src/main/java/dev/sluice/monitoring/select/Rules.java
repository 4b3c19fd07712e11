package dev.sluice.monitoring.select;

import dev.sluice.api.config.Options;
import dev.sluice.monitoring.probe.ProbeKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** All rules. Several may choose a method: then each adds what it records. Immutable. */
public final class Rules {
  private final List<Rule> rules;

  private Rules(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  /** These rules. */
  public static Rules of(List<Rule> rules) {
    return new Rules(rules);
  }

  /**
   * Reads them from options: {@code include}, {@code exclude} and {@code probe} make the rule
   * {@value RulesReader#DEFAULT}, {@code rule.NAME.include}, {@code .exclude}, {@code .probe} and
   * {@code .enabled} others. The plain {@code exclude} is for all of them. Without any include,
   * everything is chosen. Mistakes are noted in the options.
   */
  public static Rules read(Options options) {
    return new Rules(new RulesReader(options).read());
  }

  /** In the order of their names, the unnamed one first. */
  public List<Rule> all() {
    return rules;
  }

  /** Whether a class may have methods that are chosen; cheap, and asked before it is read. */
  public boolean mayHave(String typeName) {
    return rules.stream().anyMatch(rule -> rule.selection().mayHave(typeName));
  }

  /** The rules that choose a method; empty if it is not to be monitored. */
  public List<Rule> matching(Candidate candidate) {
    return rules.stream().filter(rule -> rule.selection().has(candidate)).toList();
  }

  /** All that these rules record. */
  public static Set<ProbeKind> kinds(List<Rule> rules) {
    Set<ProbeKind> kinds = EnumSet.noneOf(ProbeKind.class);
    rules.forEach(rule -> kinds.addAll(rule.kinds()));
    return kinds;
  }
}
