package dev.sluice.tools.report;

import dev.sluice.analysis.services.ServiceCalls;
import dev.sluice.analysis.traces.RequestIndex;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceSelection;

/** Selected traces, and an index of the other traces of their requests. For one thread. */
public final class RequestSelection implements TraceListener {
  final TraceSelection traces;
  final RequestIndex index = new RequestIndex();
  final ServiceCalls services = new ServiceCalls();

  /** Creates a selection. */
  public RequestSelection(TraceSelection traces) {
    this.traces = traces;
  }

  @Override
  public void accept(Trace trace) {
    traces.accept(trace);
    index.accept(trace);
    services.add(trace);
  }

  @Override
  public void joined(Trace trace) {
    index.joined(trace);
    services.add(trace);
  }

  /** Returns the selected traces. */
  public TraceSelection traces() {
    return traces;
  }
}
