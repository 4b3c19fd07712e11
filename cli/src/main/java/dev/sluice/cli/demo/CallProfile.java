package dev.sluice.cli.demo;

import dev.sluice.monitoring.records.OperationExecution;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Total and self times per method, and one trace as a sample. A trace's records come in the order
 * in which its calls returned: a call follows its callees. For one thread.
 */
final class CallProfile {
  private static final int MAX_OPEN_TRACES = 4096;

  private final Map<String, Method> methods = new HashMap<>();
  private final Map<Long, Trace> open = new BoundedMap();
  private Trace sample;

  /** What is known about a method. */
  static final class Method {
    private final String signature;
    private long calls;
    private long totalNanos;
    private long selfNanos;

    Method(String signature) {
      this.signature = signature;
    }

    String signature() {
      return signature;
    }

    long calls() {
      return calls;
    }

    /** Time in the method and all it called; a recursion counts each of its calls. */
    long totalNanos() {
      return totalNanos;
    }

    /** Time in the method without monitored methods that it called. */
    long selfNanos() {
      return selfNanos;
    }
  }

  private static final class BoundedMap extends LinkedHashMap<Long, Trace> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<Long, Trace> eldest) {
      return size() > MAX_OPEN_TRACES;
    }
  }

  void accept(OperationExecution call) {
    Trace trace = open.computeIfAbsent(call.traceId(), id -> new Trace());
    long total = call.tout() - call.tin();
    Method method = methods.computeIfAbsent(call.operationSignature(), Method::new);
    method.calls++;
    method.totalNanos += total;
    method.selfNanos += total - trace.add(call);
    if (call.ess() == 0) {
      open.remove(call.traceId());
      if (trace.isBetterSampleThan(sample)) {
        sample = trace;
      }
    }
  }

  /** The methods with the most self time, hottest first. */
  List<Method> hottest(int count) {
    return methods.values().stream()
        .sorted(Comparator.comparingLong(Method::selfNanos).reversed())
        .limit(count)
        .toList();
  }

  int methodCount() {
    return methods.size();
  }

  long selfNanos() {
    return methods.values().stream().mapToLong(Method::selfNanos).sum();
  }

  /** A finished trace that shows something, or null. */
  Trace sample() {
    return sample;
  }
}
