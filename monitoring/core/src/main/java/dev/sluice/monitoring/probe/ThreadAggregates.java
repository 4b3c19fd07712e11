package dev.sluice.monitoring.probe;

/** A thread's share of the aggregates. */
final class ThreadAggregates {
  ThreadAggregates(Probes probes, Thread owner) {}

  /** An execution took so long. */
  void add(Operation operation, long tin, long tout) {}
}
