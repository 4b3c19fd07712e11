package dev.sluice.monitoring.probe;

import dev.sluice.api.record.Symbol;
import java.util.List;

/**
 * Origin of traces: a place in a trace, which is passed to another thread, or a context from
 * another process. Executions there are a trace of their own, whose {@code TraceMetadata} or {@code
 * RemoteParent} names where it comes from: the order of a trace's executions stays that of one
 * thread, so that its call tree can always be rebuilt. Immutable.
 */
public final class TraceLink {
  final Probes probes;
  final long traceId;
  final int orderIndex;

  /** Number of active executions at the place; 0 if there is none in this process. */
  final int stackDepth;

  final Symbol session;
  final boolean recorded;
  final boolean firstTraceOnly;

  /** Trace in this process from which all linked traces descend. */
  final long root;

  /** Context from another process from which the place descends, or null. */
  final TraceContext context;

  /** Several contexts, none of which is the parent. */
  final List<TraceContext> others;

  /**
   * Creates a place.
   *
   * @param probes whose trace it is
   * @param orderIndex of its last event or, if it has none, of the last execution that began in it
   * @param stackDepth how many of its executions are active, at least 1
   * @param session the trace's session, or null
   * @param recorded whether it is recorded; if not, neither are those that it starts
   * @param root as the field
   * @param context as the field
   */
  TraceLink(
      Probes probes,
      long traceId,
      int orderIndex,
      int stackDepth,
      Symbol session,
      boolean recorded,
      long root,
      TraceContext context) {
    this.probes = probes;
    this.traceId = traceId;
    this.orderIndex = orderIndex;
    this.stackDepth = stackDepth;
    this.session = session;
    this.recorded = recorded;
    this.firstTraceOnly = false;
    this.root = root;
    this.context = context;
    this.others = List.of();
  }

  private TraceLink(
      TraceLink from, boolean firstTraceOnly, TraceContext context, List<TraceContext> others) {
    this.probes = from.probes;
    this.traceId = from.traceId;
    this.orderIndex = from.orderIndex;
    this.stackDepth = from.stackDepth;
    this.session = from.session;
    this.recorded = from.recorded;
    this.firstTraceOnly = firstTraceOnly;
    this.root = from.root;
    this.context = context;
    this.others = others;
  }

  /**
   * Returns a link to a context from another process, for {@link ProbeThread#adopt}.
   *
   * @param context null if there are several
   * @param others several that came together, as messages do: the first trace that begins has links
   *     to all
   */
  public static TraceLink remote(Probes probes, TraceContext context, List<TraceContext> others) {
    TraceLink none = new TraceLink(probes, 0, -1, 0, null, true, 0, null);
    return new TraceLink(none, false, context, List.copyOf(others));
  }

  /**
   * Returns a place in a trace that descends from this place, and whose records the caller emits.
   *
   * @param trace of {@link Probes#newTrace}; if it is not recorded, neither are those it starts
   * @param order of the execution that the place is in
   * @param depth how many executions are active there, that one too
   */
  public TraceLink to(long trace, int order, int depth) {
    return new TraceLink(
        probes, trace, order, depth, null, trace >= 0, isLocal() ? root : trace, context);
  }

  /**
   * Returns this place for a thread with an unknown life time and purpose: only the first trace on
   * that thread is linked. Otherwise all work of a server thread would belong to the trace that
   * started the thread, and be sampled out with it.
   */
  public TraceLink forFirstTrace() {
    return new TraceLink(this, true, context, others);
  }

  /**
   * Returns the context of a call from this place.
   *
   * @param call a number that nothing else got
   */
  TraceContext next(long call) {
    TraceIds ids = probes.ids;
    long span = ids.span(call);
    return context != null
        ? context.next(span)
        : TraceContext.begun(ids.w3cHigh(root), ids.w3cLow(root), span);
  }

  /** Returns whether a trace that this link begins is known to descend from a context. */
  boolean isFrom(TraceContext other) {
    return other.isOf(context) || others.stream().anyMatch(other::isOf);
  }

  /**
   * Records that a context came from another process to this place: as the trace's parent if it is
   * the context of this place, otherwise as a link. Never throws.
   */
  public void arrive(TraceContext from) {
    boolean isLink = from != context;
    if (recorded && !(isLink && from.isOf(context))) {
      int order = isLink ? orderIndex : -1;
      TraceEvents.emitRemoteParent(probes, traceId, from, order, isLink ? stackDepth : 0, isLink);
    }
  }

  /**
   * Records that a message is sent from this place, and returns the context to send along; null if
   * there is none.
   */
  public TraceContext depart(Symbol medium) {
    if (!isLocal() || !recorded) {
      return context;
    }
    TraceContext sent = next(probes.ids.next());
    TraceEvents.emitRemoteCall(this, sent, medium);
    return sent;
  }

  /** Returns whether it is a place in a trace of this process. */
  boolean isLocal() {
    return stackDepth > 0;
  }

  /** Returns the context from another process from which this place descends, or null. */
  public TraceContext context() {
    return context;
  }
}
