package dev.sluice.benchmarks.ladder.path;

/** What is in the monitored method. For callers. */
abstract class Probe {
  private final String signature;

  /** Null if nothing is checked. */
  private final Checks checks;

  Probe(String signature, Checks checks) {
    this.signature = signature;
    this.checks = checks;
  }

  final String signature() {
    return signature;
  }

  /** Whether this execution is to be recorded. */
  final boolean isActive() {
    return checks == null || checks.isActive(signature);
  }

  /** The clock. */
  final long time() {
    return checks == null ? System.nanoTime() : checks.time();
  }

  /** Before the body; the order of the execution in its trace, if there is one. */
  int enter() {
    return 0;
  }

  /** After the body. */
  abstract void exit(int order, long tin);

  /** Hands over what is kept back; when no caller is active any more. */
  void end() {}

  /** The classes at work. */
  String parts() {
    String name = getClass().getSimpleName();
    return checks == null ? name : name + " " + checks.getClass().getSimpleName();
  }

  /** Records every execution with its place in a trace. */
  static final class OfExecutions extends Probe {
    private final ThreadLocal<Trace> traces = ThreadLocal.withInitial(Trace::new);
    private final Executions executions;

    OfExecutions(String signature, Checks checks, Executions executions) {
      super(signature, checks);
      this.executions = checks == null ? executions : checks.before(executions);
    }

    @Override
    int enter() {
      return traces.get().enter();
    }

    @Override
    void exit(int order, long tin) {
      long tout = time();
      Trace trace = traces.get();
      int depth = trace.exit();
      executions.add(trace.number, tin, tout, order, depth);
    }
  }

  /** The calls of a thread that are under way. */
  private static final class Trace {
    private long number;
    private int order;
    private int depth;

    int enter() {
      if (depth == 0) {
        number++;
        order = 0;
      }
      depth++;
      return order++;
    }

    /** How many calls the one that ends is in. */
    int exit() {
      return --depth;
    }
  }

  /** Records begin and end of every execution. */
  static final class OfDurations extends Probe {
    private final HandOver to;

    OfDurations(String signature, Checks checks, HandOver to) {
      super(signature, checks);
      this.to = to;
    }

    @Override
    void exit(int order, long tin) {
      to.put(new Records.Duration(signature(), tin, time()));
    }
  }

  /**
   * Adds executions up, as section 3.4 of the paper of 2023 tells: in two plain fields, so for one
   * calling thread.
   */
  static final class OfAggregates extends Probe {
    private static final int EXECUTIONS = 1000;

    private final HandOver to;
    private long count;
    private long nanos;

    OfAggregates(String signature, Checks checks, HandOver to) {
      super(signature, checks);
      this.to = to;
    }

    @Override
    void exit(int order, long tin) {
      nanos += time() - tin;
      if (++count == EXECUTIONS) {
        end();
      }
    }

    @Override
    void end() {
      if (count > 0) {
        to.put(new Records.Aggregate(signature(), count, nanos));
        count = 0;
        nanos = 0;
      }
    }
  }
}
