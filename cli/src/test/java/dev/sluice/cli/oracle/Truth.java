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
    for (Verdict verdict : Verdict.of(program)) {
      trace(verdict, program.backwards);
    }
    for (Producer producer : program.producers) {
      for (Emission record : producer.emitted) {
        if (producer.has(Probe.DURATION) && record.came()) {
          ended(record.call);
        }
      }
    }
  }

  private Operation of(Call call) {
    return operations.computeIfAbsent(call.operation, name -> new Operation());
  }

  private void ended(Call call) {
    of(call).durations.add(call.duration());
    of(call).failed += call.failed ? 1 : 0;
  }

  private void trace(Verdict verdict, boolean backwards) {
    boolean exact = !verdict.events || verdict.tree.records.stream().allMatch(Emission::came);
    for (Call call : verdict.known) {
      Operation of = of(call);
      if (!exact) {
        of.open++;
      } else if (!call.ended) {
        of.unfinished++;
      } else {
        ended(call);
        of.placed++;
        of.uncertain += verdict.valid ? 0 : 1;
        // What calls that are missing would tell, the times tell, unless the clock goes back.
        boolean placed = verdict.valid || verdict.events;
        of.leastSelf += placed || !backwards ? self(call) : 0;
        of.mostSelf += placed ? self(call) : call.duration();
      }
    }
  }

  /** Time without that of callees whose record came, or of events whose begin came. */
  static long self(Call call) {
    long self = call.duration();
    for (Call callee : call.callees) {
      self -= callee.ended && callee.records.get(0).came() ? callee.duration() : 0;
    }
    return Math.max(0, self);
  }
}
