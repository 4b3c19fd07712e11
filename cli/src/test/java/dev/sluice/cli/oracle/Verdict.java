package dev.sluice.cli.oracle;

import dev.sluice.cli.oracle.Emission.Fate;
import dev.sluice.cli.oracle.Producer.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** What may be said of a call tree of which these records came, and what must be. */
final class Verdict {
  final Producer producer;
  final Call.Tree tree;
  final boolean events;

  /** Of executions those that came, of events those whose begin came. */
  final List<Call> known = new ArrayList<>();

  /** Records of calls that came. */
  final long records;

  final boolean announced;
  final boolean valid;

  Verdict(Producer producer, Call.Tree tree) {
    this.producer = producer;
    this.tree = tree;
    events = producer.has(Probe.EVENTS);
    for (Call call : tree.calls) {
      if (!call.records.isEmpty() && call.records.get(0).came()) {
        known.add(call);
      }
    }
    records = tree.records.stream().filter(Emission::came).count();
    announced = tree.announcement != null && tree.announcement.came();
    // Of executions the last ones leave no hole if they are lost.
    valid = tree.whole() || !events && !known.isEmpty() && isPrefix();
  }

  private boolean isPrefix() {
    for (int i = 0; i < known.size(); i++) {
      if (known.get(i).order != i) {
        return false;
      }
    }
    return true;
  }

  /** Whether nothing that the trace lacks can be known, so that it may not be called proven. */
  boolean unproven() {
    return valid && !tree.whole();
  }

  /** Ways in which records of this trace were lost. */
  Set<String> lost() {
    Set<String> reasons = new TreeSet<>();
    for (Emission record : tree.records) {
      if (!record.came()) {
        reasons.add(record.fate.name().toLowerCase(Locale.ROOT));
      }
    }
    return reasons;
  }

  /** Ways in which this producer lost anything, or this trace its end. */
  Set<String> possible() {
    Set<String> reasons = new TreeSet<>(lost());
    for (Fate fate : Fate.values()) {
      if (fate != Fate.CAME && producer.hasLost(fate)) {
        reasons.add(fate.name().toLowerCase(Locale.ROOT));
      }
    }
    if (!tree.ended() || reasons.contains("no_end")) {
      reasons.add(producer.killed ? "no_end" : "running");
    }
    return reasons;
  }

  /** How much of it is missing: executions, or events. */
  long missing() {
    long expected = events ? tree.calls.size() * 2L : tree.calls.size();
    return expected - records;
  }

  /** All trees of which something came. */
  static List<Verdict> of(Program program) {
    if (program.verdicts.isEmpty()) {
      for (Producer producer : program.producers) {
        for (Call.Tree tree : producer.trees) {
          Verdict verdict = new Verdict(producer, tree);
          if (verdict.records > 0 && !producer.has(Probe.DURATION)) {
            program.verdicts.add(verdict);
          }
        }
      }
    }
    return program.verdicts;
  }
}
