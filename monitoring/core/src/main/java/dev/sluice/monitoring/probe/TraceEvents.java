package dev.sluice.monitoring.probe;

import dev.sluice.api.record.Symbol;

/**
 * Emitter of rare records of a trace: its origin, contexts from and to other processes, ends of its
 * events.
 */
final class TraceEvents {
  private TraceEvents() {}

  /** Emits the data that the events of a thread's trace have in common. */
  static void announced(ProbeThread thread, TraceLink link, long time) {
    Probes probes = thread.probes;
    boolean isLocal = link != null && link.isLocal();
    probes.traces.emit(
        time,
        thread.traceId(),
        thread.owner.getId(),
        thread.session,
        probes.hostname,
        isLocal ? link.traceId : thread.traceId(),
        isLocal ? link.orderIndex : -1,
        isLocal ? link.stackDepth : 0);
  }

  static void after(
      Probes probes,
      long traceId,
      int order,
      Operation operation,
      long tout,
      Object self,
      boolean failed,
      String cause) {
    Symbol type = probes.classOf(self, operation);
    if (!failed) {
      probes.afters.emit(tout, traceId, order, operation.signature, type);
    } else {
      probes.failures.emit(tout, traceId, order, operation.signature, type, cause);
    }
  }

  /**
   * Emits the begin of a trace, immediately, so that it is recorded even if the program is killed;
   * never throws.
   */
  static void began(Probes probes, long traceId, TraceLink link) {
    if (link == null || link.isLocal()) {
      return;
    }
    if (link.context != null) {
      emitRemoteParent(probes, traceId, link.context, -1, 0, false);
    }
    for (TraceContext other : link.others) {
      emitRemoteParent(probes, traceId, other, 0, 0, true);
    }
  }

  /** Emits that a context came; the last three arguments are those of the record; never throws. */
  static void emitRemoteParent(
      Probes probes, long traceId, TraceContext from, int orderIndex, int depth, boolean isLink) {
    try {
      probes.remoteParents.emit(
          System.nanoTime(), traceId, orderIndex, depth, isLink, from.high, from.low, from.span);
    } catch (Throwable failure) {
      probes.failed();
    }
  }

  /** Emits that a message left a place in a trace of this process; never throws. */
  static void emitRemoteCall(TraceLink place, TraceContext sent, Symbol medium) {
    Probes probes = place.probes;
    try {
      probes.remoteCalls.emit(
          System.nanoTime(),
          place.traceId,
          place.orderIndex,
          place.stackDepth,
          sent.high,
          sent.low,
          sent.span,
          medium);
    } catch (Throwable failure) {
      probes.failed();
    }
  }
}
