package dev.sluice.analysis.traces;

/**
 * What tells a trace from all others.
 *
 * @param producer the id of its producer
 * @param trace its own id
 */
public record TraceId(long producer, long trace) {
  /** Of that trace. */
  public static TraceId of(Trace trace) {
    return new TraceId(trace.producer, trace.id);
  }

  /** Of the trace of the same process that started it; its own if none did. */
  static TraceId ofParent(Trace trace) {
    return new TraceId(trace.producer, trace.parentTrace());
  }
}
