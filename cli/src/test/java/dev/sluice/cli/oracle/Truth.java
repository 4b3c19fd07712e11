package dev.sluice.cli.oracle;

import dev.sluice.cli.oracle.Producer.Probe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures of each operation, counted one execution after the other. */
final class Truth {
  final Map<String, Operation> operations = new TreeMap<>();

  /** What is known of the executions of an operation. */
  static final class Operation {
    final List<Long> durations = new ArrayList<>();
    long failed;
    long unfinished;
    long placed;
    long uncertain;

    /** Bounds: of traces that are not whole nobody knows who called whom. */
    long leastSelf;

    long mostSelf;

    /** Executions of which a part of the events came: how many of them ended is not known. */
    long open;

    /** Where these are events of calls that are recorded otherwise, too: bounds of the calls. */
    boolean vague;

    long leastCalls;
    long mostCalls;

    /** Calls that were counted without a distribution of their durations. */
    long unmeasured;

    private void ended(Call call) {
      durations.add(call.duration());
      failed += call.failed ? 1 : 0;
    }

    private void add(Operation other) {
      durations.addAll(other.durations);
      failed += other.failed;
      unfinished += other.unfinished;
      placed += other.placed;
      uncertain += other.uncertain;
      leastSelf += other.leastSelf;
      mostSelf += other.mostSelf;
      open += other.open;
      vague |= other.vague;
      leastCalls += other.leastCalls;
      mostCalls += other.mostCalls;
      unmeasured += other.unmeasured;
    }

    long total() {
      return durations.stream().mapToLong(Long::longValue).sum();
    }

    List<Long> sorted() {
      List<Long> sorted = new ArrayList<>(durations);
      Collections.sort(sorted);
      return sorted;
    }
  }

  Truth(Program program) {
    for (Producer producer : program.producers) {
      Map<String, Operation> own = new TreeMap<>();
      for (Verdict verdict : Verdict.of(program)) {
        if (verdict.producer == producer) {
          trace(verdict, program.backwards, own);
        }
      }
      own.values().forEach(Truth::bound);
      durations(producer, own);
      own.forEach(
          (name, figures) ->
              operations.computeIfAbsent(name, absent -> new Operation()).add(figures));
    }
  }

  private static void bound(Operation of) {
    of.leastCalls = of.durations.size();
    of.mostCalls = of.leastCalls + of.open;
  }

  /** Where two probes record the calls of an operation, the one that has more of them counts. */
  private static void durations(Producer producer, Map<String, Operation> own) {
    Map<String, Operation> timed = new TreeMap<>();
    Map<String, Operation> counted = new TreeMap<>();
    for (Emission record : producer.emitted) {
      if (record.came() && record.type.name().equals("sluice.operation_duration")) {
        timed.computeIfAbsent(record.call.operation, absent -> new Operation()).ended(record.call);
      } else if (record.came()) {
        for (Call call : record.counted) {
          Operation of = counted.computeIfAbsent(call.operation, absent -> new Operation());
          of.ended(call);
          of.unmeasured += producer.has(Probe.HISTOGRAM) ? 0 : 1;
        }
      }
    }
    timed.forEach((name, figures) -> most(name, figures, own));
    counted.forEach((name, figures) -> most(name, figures, own));
  }

  private static void most(String name, Operation figures, Map<String, Operation> own) {
    Operation so = own.computeIfAbsent(name, absent -> new Operation());
    long calls = figures.durations.size();
    if (calls > so.durations.size()) {
      so.durations.clear();
      so.durations.addAll(figures.durations);
      so.failed = figures.failed;
      so.unmeasured = figures.unmeasured;
    }
    so.vague |= so.open > 0;
    so.leastCalls = Math.max(so.leastCalls, calls);
    so.mostCalls = Math.max(so.mostCalls, calls);
  }

  private static void trace(Verdict verdict, boolean backwards, Map<String, Operation> own) {
    boolean exact = !verdict.events || verdict.hasAll();
    for (Call call : verdict.known) {
      Operation of = own.computeIfAbsent(call.operation, absent -> new Operation());
      if (!exact) {
        of.open++;
      } else if (!call.ended) {
        of.unfinished++;
      } else {
        of.ended(call);
        of.placed++;
        of.uncertain += verdict.valid ? 0 : 1;
        // What calls that are missing would tell, the times tell, unless the clock goes back.
        boolean placed = verdict.valid || verdict.events;
        of.leastSelf += placed || !backwards ? verdict.self(call) : 0;
        of.mostSelf += placed ? verdict.self(call) : call.duration();
      }
    }
  }
}
