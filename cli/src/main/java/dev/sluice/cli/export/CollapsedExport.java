package dev.sluice.cli.export;

import dev.sluice.analysis.calls.CallTree;
import dev.sluice.analysis.operations.Operations;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.traces.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Call paths, one a line, with the nanoseconds that were spent in their last operation: what flame
 * graph tools and speedscope read. For one thread.
 */
final class CollapsedExport implements TraceExport {
  private final OutputStream out;
  private final CallTree calls = new CallTree();

  CollapsedExport(OutputStream out) {
    this.out = out;
  }

  @Override
  public void accept(Trace trace) {
    calls.accept(trace);
  }

  @Override
  public void outside(Operations operations, int operation, long begin, long end, boolean failed) {
    calls.outside(operations, operation, begin, end, failed);
  }

  @Override
  public void finish() throws IOException {
    for (int node = 1; node < calls.size(); node++) {
      if (calls.self(node) > 0) {
        String line = path(node) + " " + calls.self(node) + "\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
      }
    }
    out.flush();
  }

  /** Without the root, which is no operation. */
  private String path(int node) {
    // A semicolon and a line break part calls and lines.
    String name = Signature.brief(calls.signature(node)).replaceAll("[;\\p{Cntrl}]+", "_");
    int caller = calls.caller(node);
    return caller == 0 ? name : path(caller) + ";" + name;
  }
}
