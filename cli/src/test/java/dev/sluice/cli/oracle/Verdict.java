package dev.sluice.cli.oracle;

import dev.sluice.cli.oracle.Emission.Fate;
import dev.sluice.cli.oracle.Producer.Probe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
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

  /** Records of its calls, those that tell of it. */
  final List<Emission> emitted = new ArrayList<>();

  /** How many of them came. */
  final long records;

  /** Whether it ended and all that happened in it came. */
  final boolean whole;

  final boolean announced;
  final boolean valid;

  Verdict(Producer producer, Call.Tree tree) {
    this.producer = producer;
    this.tree = tree;
    // Executions tell the same as events, and more.
    boolean executed = tree.calls.stream().anyMatch(call -> came(call.execution));
    events = producer.has(Probe.EVENTS) && !executed;
    for (Call call : tree.calls) {
      if (came(events ? call.before : call.execution)) {
        known.add(call);
      }
      if (events) {
        add(call.before);
        add(call.after);
      } else {
        add(call.execution);
      }
    }
    records = emitted.stream().filter(Emission::came).count();
    announced = came(tree.announcement);
    whole = tree.ended() && records == emitted.size();
    // Of executions the last ones leave no hole if they are lost.
    valid = whole || !events && !known.isEmpty() && isPrefix();
  }

  private static boolean came(Emission record) {
    return record != null && record.came();
  }

  private void add(Emission record) {
    if (record != null) {
      emitted.add(record);
    }
  }

  /** Whether all of its records came, so that its calls are as they are said to be. */
  boolean hasAll() {
    return records == emitted.size();
  }

  /** Time of the call without that of callees that are known; if the clock goes back at least 0. */
  long self(Call call) {
    long self = call.duration();
    for (Call callee : call.callees) {
      self -= callee.ended && known.contains(callee) ? callee.duration() : 0;
    }
    return Math.max(0, self);
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
    return valid && !whole;
  }

  /** Ways in which records of this trace were lost. */
  Set<String> lost() {
    Set<String> reasons = new TreeSet<>();
    for (Emission record : emitted) {
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

  /** Whether these are events of an operation whose calls the producer records otherwise, too. */
  private boolean isToldByOthers() {
    if (!events) {
      return false;
    }
    Call first =
        emitted.stream()
            .filter(Emission::came)
            .min(Comparator.comparing(one -> (Integer) one.values.get(2)))
            .orElseThrow()
            .call;
    return producer.emitted.stream()
        .anyMatch(
            one ->
                one.came()
                    && one.call != null
                    && one == one.call.execution
                    && one.call.operation.equals(first.operation));
  }

  /** Whether for so many nanoseconds no record of it was made before it ended, or all did. */
  boolean isSilent(long nanos) {
    List<Long> times = new ArrayList<>();
    emitted.stream().filter(Emission::came).forEach(one -> times.add(one.time));
    if (!events) {
      eventsBefore(Collections.min(times), times);
    }
    if (announced) {
      times.add(tree.announcement.time);
    }
    times.add(producer.emitted.stream().mapToLong(one -> one.time).max().orElseThrow());
    Collections.sort(times);
    for (int i = 1; i < times.size() - (whole ? 1 : 0); i++) {
      if (times.get(i) - times.get(i - 1) >= nanos) {
        return true;
      }
    }
    return false;
  }

  /** Until the first of its executions came, its events tell that it is not silent. */
  private void eventsBefore(long first, List<Long> times) {
    for (Call call : tree.calls) {
      for (Emission event : Arrays.asList(call.before, call.after)) {
        if (came(event) && event.time <= first) {
          times.add(event.time);
        }
      }
    }
  }

  /** All trees of which something came. */
  static List<Verdict> of(Program program) {
    if (program.verdicts.isEmpty()) {
      for (Producer producer : program.producers) {
        for (Call.Tree tree : producer.trees) {
          Verdict verdict = new Verdict(producer, tree);
          if (verdict.records > 0 && !verdict.isToldByOthers()) {
            program.verdicts.add(verdict);
          }
        }
      }
    }
    return program.verdicts;
  }
}
