package dev.sluice.monitoring.micrometer;

import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.TraceLink;
import java.lang.reflect.Method;
import java.util.function.BiFunction;

/**
 * Where the calling thread goes on for a while. Such scopes lie in one another: they end in the
 * reverse order in which they began, as Micrometer has it.
 *
 * @param outer the scope around it, or null
 * @param observed the innermost observation, or null
 * @param thread the thread's state in our monitor, or null
 * @param before what it had before
 * @param agents what the agent's state of it had before
 */
record Scoped(
    Scoped outer, ObservedPlace observed, ProbeThread thread, Object before, Object agents) {
  private static final ThreadLocal<Scoped> INNERMOST = new ThreadLocal<>();

  /** Of the agent in this program: beside {@code java.lang.Object}, all class loaders find it. */
  private static final Method AGENT = agent();

  /** Null without an agent; one that is attached later is not noticed. */
  private static Method agent() {
    try {
      return Class.forName("java.lang.SluiceHandover", false, null).getMethod("installed");
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /** What the agent answers; null if there is none, or it hands nothing over. Never throws. */
  @SuppressWarnings("unchecked") // of these types in the agent
  static Object ask(String request, Object place) {
    try {
      Object agent = AGENT == null ? null : AGENT.invoke(null);
      return agent == null ? null : ((BiFunction<Object, Object, ?>) agent).apply(request, place);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  /** Returns the innermost observation whose scope is open, or null. */
  static ObservedPlace current() {
    Scoped innermost = INNERMOST.get();
    return innermost == null ? null : innermost.observed;
  }

  /**
   * Opens one at an observation, or nowhere; for the agent at one of its places, or the same.
   *
   * @param moves whether anything changes
   */
  static void open(boolean moves, ObservedPlace observed, ProbeThread thread, Object place) {
    TraceLink own = observed == null ? null : observed.link;
    Object before = moves && thread != null ? thread.adopt(own) : null;
    Object agents = moves ? ask("enter", place) : null;
    INNERMOST.set(new Scoped(INNERMOST.get(), observed, thread, before, agents));
  }

  /** Closes the innermost, unless the thread has none of that observation: another opened it. */
  static void close(ObservedPlace observed) {
    Scoped own = INNERMOST.get();
    while (own != null && own.observed != observed) {
      own = own.outer;
    }
    if (own != null) {
      close();
    }
  }

  /** Closes the innermost, if there is one. */
  static void close() {
    Scoped closed = INNERMOST.get();
    if (closed != null) {
      INNERMOST.set(closed.outer);
      ask("done", closed.agents);
      if (closed.thread != null) {
        closed.thread.release(closed.before);
      }
    }
  }
}
