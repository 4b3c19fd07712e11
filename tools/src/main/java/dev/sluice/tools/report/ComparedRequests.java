package dev.sluice.tools.report;

import dev.sluice.analysis.requests.RequestStatistics;
import dev.sluice.analysis.requests.RequestTree;
import dev.sluice.analysis.traces.RequestSample;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceState;

/**
 * The valid requests of a recording that is compared and, if there will be pictures, their calls by
 * path and a heat map. For one thread.
 */
public final class ComparedRequests extends RequestStatistics {
  final boolean pictures;
  final RequestTree paths = new RequestTree();
  final RequestHeat heat = new RequestHeat();
  final RequestSample through = new RequestSample();

  /** Creates an empty collection, with or without the data of charts. */
  public ComparedRequests(boolean pictures) {
    this.pictures = pictures;
  }

  @Override
  public void accept(Trace trace) {
    through.accept(trace);
    if (trace.state() == TraceState.VALID) {
      int kind = add(trace);
      if (pictures) {
        paths.add(trace, kind, this);
        heat.add(trace.copy(1), kind); // of which its time alone is asked for
      }
    }
  }

  @Override
  public void joined(Trace trace) {
    through.joined(trace);
  }

  /** Merges two instances, neither of which receives traces any more. */
  public static ComparedRequests merged(ComparedRequests one, ComparedRequests other) {
    int[] kinds = one.merge(other);
    one.paths.merge(other.paths, kinds);
    one.heat.merge(other.heat, kinds);
    one.through.merge(other.through);
    return one;
  }
}
