package dev.sluice.agent.instrument;

import dev.sluice.agent.instrument.ConstructorScan.Found;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.select.Candidate;
import dev.sluice.monitoring.select.Rule;
import dev.sluice.monitoring.select.Rules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;

/** What is to be done with a class: which methods, how, and under which numbers. */
final class ClassPlan {
  private final Map<String, Step> steps = new HashMap<>();
  private final RuleSwitches switches;
  private final ClassLoader loader;
  private boolean hasConstructors;
  private int leftAlone;

  /**
   * For a method.
   *
   * @param constructor where its probe goes if it is a constructor, or else null
   */
  record Step(int operation, boolean events, Found constructor) {}

  private ClassPlan(RuleSwitches switches, ClassLoader loader) {
    this.switches = switches;
    this.loader = loader;
  }

  /** For a class of a loader. */
  static ClassPlan of(
      TypeDescription type, byte[] classFile, RuleSwitches switches, ClassLoader loader) {
    ClassPlan plan = new ClassPlan(switches, loader);
    Candidates candidates = new Candidates(type);
    ConstructorScan scan = null;
    for (MethodDescription method : type.getDeclaredMethods()) {
      if (method.isAbstract() || method.isNative() || method.isSynthetic()) {
        continue;
      }
      Candidate candidate = candidates.of(method);
      List<Rule> rules = switches.rules().matching(candidate);
      if (rules.isEmpty()) {
        continue;
      }
      if (method.isConstructor()) {
        scan = scan == null ? ConstructorScan.of(classFile) : scan;
        plan.addConstructor(method, candidate, rules, scan.constructor(method.getDescriptor()));
      } else {
        plan.add(key(method), candidate, rules, null);
      }
    }
    plan.addStaticInitialiser(candidates.staticInitialiser(), classFile, scan);
    return plan;
  }

  private void addConstructor(
      MethodDescription method, Candidate candidate, List<Rule> rules, Found found) {
    if (found == null) {
      leftAlone++;
    } else {
      hasConstructors = true;
      add(key(method), candidate, rules, found);
    }
  }

  private void addStaticInitialiser(Candidate candidate, byte[] classFile, ConstructorScan scan) {
    List<Rule> rules = switches.rules().matching(candidate);
    if (!rules.isEmpty()
        && (scan == null ? ConstructorScan.of(classFile) : scan).hasStaticInitialiser()) {
      add(Candidate.STATIC_INITIALISER + "()V", candidate, rules, null);
    }
  }

  private void add(String key, Candidate candidate, List<Rule> rules, Found constructor) {
    Set<ProbeKind> kinds = Rules.kinds(rules);
    int operation = switches.operation(candidate, kinds, rules, loader);
    steps.put(key, new Step(operation, kinds.contains(ProbeKind.EVENTS), constructor));
  }

  private static String key(MethodDescription method) {
    return method.getInternalName() + method.getDescriptor();
  }

  /** How many methods are instrumented. */
  int size() {
    return steps.size();
  }

  /** How many methods were chosen but cannot be instrumented. */
  int leftAlone() {
    return leftAlone;
  }

  /** Whether frames must be known in full. */
  boolean hasConstructors() {
    return hasConstructors;
  }

  /** What to do with a method, or null for nothing. */
  Step step(MethodDescription method) {
    return steps.get(key(method));
  }

  /** Whether the advice with or without events goes into a method that is no constructor. */
  boolean takes(MethodDescription method, boolean events) {
    Step step = step(method);
    return step != null && step.constructor() == null && step.events() == events;
  }
}
