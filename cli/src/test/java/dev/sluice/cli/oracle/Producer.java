package dev.sluice.cli.oracle;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;

/** A program that was monitored: what it did, what it recorded and what was lost of that. */
final class Producer {
  /** What is recorded of a call. */
  enum Probe {
    EXECUTION,
    EVENTS,
    DURATION,
    AGGREGATE,
    HISTOGRAM
  }

  final long id;
  final String name;
  final String host;
  final long clockOffset;
  final Set<Probe> probes;
  final List<Call.Tree> trees = new ArrayList<>();
  final List<Emission> emitted = new ArrayList<>();

  /** Calls that ended, in that order. */
  final List<Call> ended = new ArrayList<>();

  boolean killed;
  private Set<Emission.Fate> lost;

  Producer(long id, String name, String host, long clockOffset, Set<Probe> probes) {
    this.id = id;
    this.name = name;
    this.host = host;
    this.clockOffset = clockOffset;
    this.probes = EnumSet.copyOf(probes);
  }

  boolean has(Probe probe) {
    return probes.contains(probe);
  }

  /** Whether it has emitted something, or will. */
  boolean hasAny() {
    boolean counts = has(Probe.AGGREGATE) || has(Probe.HISTOGRAM);
    return !emitted.isEmpty() || counts && !ended.isEmpty();
  }

  /** Whether no record was lost and its end is known. */
  boolean whole() {
    return !killed && emitted.stream().allMatch(Emission::came);
  }

  /** Nanoseconds between the first and the last of its records. */
  long lasted() {
    LongSummaryStatistics times = emitted.stream().mapToLong(one -> one.time).summaryStatistics();
    return times.getMax() - times.getMin();
  }

  /** Whether some of its records were lost in that way. */
  boolean hasLost(Emission.Fate fate) {
    if (lost == null) {
      lost = EnumSet.noneOf(Emission.Fate.class);
      emitted.forEach(one -> lost.add(one.fate));
    }
    return lost.contains(fate);
  }
}
