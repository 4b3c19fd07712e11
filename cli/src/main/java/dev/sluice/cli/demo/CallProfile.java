package dev.sluice.cli.demo;

import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceListener;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.tools.format.SafeText;
import dev.sluice.tools.report.CallTreeText;
import java.io.PrintStream;
import java.util.function.UnaryOperator;

/** Statistics of the methods, and one trace as a sample. For one thread. */
final class CallProfile implements TraceListener {
  private static final int MAX_CALLS = 14;

  private final OperationStatistics methods = new OperationStatistics();
  private Trace sample;
  private int deepest;

  @Override
  public void accept(Trace trace) {
    methods.accept(trace);
    if (trace.state() != TraceState.VALID || trace.size() > MAX_CALLS) {
      return;
    }
    int depth = 0;
    for (int i = 0; i < trace.size(); i++) {
      depth = Math.max(depth, trace.depth(i));
    }
    // It fits on a screen; a later one is no less deep and no smaller.
    if (sample == null || depth > deepest || depth == deepest && trace.size() >= sample.size()) {
      sample = trace.copy();
      deepest = depth;
    }
  }

  OperationStatistics methods() {
    return methods;
  }

  /** Returns a finished trace that shows something, or null. */
  Trace sample() {
    return sample;
  }

  /** Draws the sample. */
  void printSample(PrintStream out, String indent) {
    UnaryOperator<String> names = name -> SafeText.line(Signature.brief(name));
    CallTreeText.print(
        sample,
        new CallTreeText.View(names, false, true, call -> false, MAX_CALLS, i -> ""),
        out,
        indent);
  }
}
