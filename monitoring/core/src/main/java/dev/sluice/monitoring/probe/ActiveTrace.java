package dev.sluice.monitoring.probe;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Trace that the calling thread works for.
 *
 * @param producer id of the producer that records it; 0 for that of the probes that were asked
 * @param id the trace; -1 if there is none that is recorded
 */
public record ActiveTrace(long producer, long id) {
  /** Value for no trace. */
  public static final ActiveTrace NONE = new ActiveTrace(0, -1);

  /** Method of the agent's classes in the bootstrap loader; null if there is no agent. */
  private static final MethodHandle AGENT_TRACE = agent("trace");

  private static final MethodHandle AGENT_PRODUCER = agent("producer");

  private static MethodHandle agent(String method) {
    try {
      Class<?> probe = Class.forName("java.lang.SluiceProbe", false, null);
      return MethodHandles.publicLookup()
          .findStatic(probe, method, MethodType.methodType(long.class));
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /**
   * Returns the active trace of the given probes or, if they have none, of an agent in the program.
   * Never throws.
   */
  public static ActiveTrace of(Probes probes) {
    long own = of(probes.thread());
    if (own >= 0 || AGENT_TRACE == null) {
      return own < 0 ? NONE : new ActiveTrace(0, own);
    }
    try {
      long trace = (long) AGENT_TRACE.invokeExact();
      return trace < 0 ? NONE : new ActiveTrace((long) AGENT_PRODUCER.invokeExact(), trace);
    } catch (Throwable e) {
      return NONE; // the agent never throws; this is for the compiler
    }
  }

  /** Returns whether an execution is active on a thread. */
  public static boolean isWithin(ProbeThread thread) {
    return thread.depth != 0;
  }

  /**
   * Returns the recorded trace that a thread works for, also between executions; -1 if there is
   * none.
   */
  public static long of(ProbeThread thread) {
    TraceLink place = thread == null ? null : thread.capture();
    return place == null || !place.isLocal() || !place.recorded ? -1 : place.traceId;
  }
}
