package dev.sluice.tools.export;

import dev.sluice.analysis.calls.CallTree;
import dev.sluice.analysis.traces.Trace;
import java.io.IOException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Call paths of all traces with their figures, written when all came. What lies deeper than {@value
 * #DEEPEST} calls counts as the call there, so that endless recursion gives no endless file. For
 * one thread.
 */
public abstract class CallPathExport implements TraceExport {
  /** Maximum depth of a path; deeper calls count for the last one. */
  public static final int DEEPEST = 1000;

  private final CallTree calls = new CallTree();
  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;

  /** Paths of these operations come. */
  void begin(Stream<String> signatures) {}

  /**
   * Writes one path.
   *
   * @param path signatures, the last call first; only {@code length} of them
   * @param count calls of the last operation there
   * @param self nanoseconds of it without what it called
   */
  abstract void write(String[] path, int length, long count, long self) throws IOException;

  /** Ends the output. */
  abstract void end() throws IOException;

  /** Nanoseconds since the epoch at which the first trace began; 0 without one. */
  final long begin() {
    return begin > end ? 0 : begin;
  }

  /** Nanoseconds from there to the last end of a trace. */
  final long duration() {
    return begin > end ? 0 : end - begin;
  }

  @Override
  public final void accept(Trace trace) {
    calls.accept(trace);
    begin = Math.min(begin, trace.begin());
    end = Math.max(end, trace.begin() + trace.duration());
  }

  @Override
  public final void finish() throws IOException {
    int size = calls.size();
    int[] depths = new int[size];
    long[] counts = new long[size];
    long[] selves = new long[size];
    for (int node = 1; node < size; node++) {
      depths[node] = depths[calls.caller(node)] + 1; // callers are first
      counts[node] = calls.calls(node);
      selves[node] = calls.self(node);
    }
    for (int node = size - 1; node > 0; node--) {
      if (depths[node] > DEEPEST) {
        counts[calls.caller(node)] += counts[node];
        selves[calls.caller(node)] += selves[node];
        counts[node] = 0;
      }
    }
    begin(IntStream.range(1, size).mapToObj(calls::signature));
    String[] path = new String[DEEPEST];
    for (int node : calls.inOrder()) {
      if (counts[node] > 0) {
        int length = 0;
        for (int at = node; at > 0; at = calls.caller(at)) {
          path[length++] = calls.signature(at);
        }
        write(path, length, counts[node], selves[node]);
      }
    }
    end();
  }

  @Override
  public final long leftOut() {
    return calls.beyond();
  }
}
