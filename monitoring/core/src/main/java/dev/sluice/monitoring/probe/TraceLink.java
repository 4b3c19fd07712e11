package dev.sluice.monitoring.probe;

import dev.sluice.api.record.Symbol;

/**
 * A place in a trace, to be taken along to another thread. What runs there is a trace of its own,
 * whose {@code TraceMetadata} names this place: the order of a trace's executions stays that of one
 * thread, so that its call tree can always be rebuilt. Immutable.
 */
public final class TraceLink {
  final Probes probes;
  final long traceId;
  final int orderIndex;
  final int stackDepth;
  final Symbol session;
  final boolean recorded;
  final boolean firstTraceOnly;

  /**
   * A place.
   *
   * @param probes whose trace it is
   * @param orderIndex of its last event or, if it has none, of the last execution that began in it
   * @param stackDepth how many of its executions are active, at least 1
   * @param session the trace's session, or null
   * @param recorded whether it is recorded; if not, neither are those that it starts
   */
  TraceLink(
      Probes probes,
      long traceId,
      int orderIndex,
      int stackDepth,
      Symbol session,
      boolean recorded) {
    this(probes, traceId, orderIndex, stackDepth, session, recorded, false);
  }

  private TraceLink(
      Probes probes,
      long traceId,
      int orderIndex,
      int stackDepth,
      Symbol session,
      boolean recorded,
      boolean firstTraceOnly) {
    this.probes = probes;
    this.traceId = traceId;
    this.orderIndex = orderIndex;
    this.stackDepth = stackDepth;
    this.session = session;
    this.recorded = recorded;
    this.firstTraceOnly = firstTraceOnly;
  }

  /**
   * The same place for a thread with an unknown life time and purpose: only the first trace on that
   * thread is linked. Otherwise all work of a server thread would belong to the trace that started
   * it, and be sampled out with it.
   */
  public TraceLink forFirstTrace() {
    return new TraceLink(probes, traceId, orderIndex, stackDepth, session, recorded, true);
  }
}
