package dev.sluice.monitoring.micrometer;

import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.TraceLink;
import java.lang.reflect.Method;
import java.util.function.BiFunction;

/**
 * Scope of an observation on the calling thread. Scopes are nested: they end in the reverse order
 * of their begin, as in Micrometer.
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

  /**
   * Function of the agent in this program: all class loaders find it beside {@code
   * java.lang.Object}.
   */
  private static final Method AGENT = agent();

  /**
   * Returns the agent's function; null without an agent; one that is attached later is not noticed.
   */
  private static Method agent() {
    try {
      return Class.forName("java.lang.SluiceHandover", false, null).getMethod("installed");
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  /**
   * Returns the agent's answer; null if there is none, or if the agent does not propagate places.
   * Never throws.
   */
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
   * Opens a scope at an observation, or at none; for the agent at one of its places, or without a
   * change.
   *
   * @param moves whether anything changes
   */
  static void open(boolean moves, ObservedPlace observed, ProbeThread thread, Object place) {
    TraceLink own = observed == null ? null : observed.link;
    Object before = moves && thread != null ? thread.adopt(own) : null;
    Object agents = moves ? ask("enter", place) : null;
    INNERMOST.set(new Scoped(INNERMOST.get(), observed, thread, before, agents));
  }

  /**
   * Closes the innermost scope, unless it is of another observation: another thread opened that.
   */
  static void close(ObservedPlace observed) {
    Scoped own = INNERMOST.get();
    while (own != null && own.observed != observed) {
      own = own.outer;
    }
    if (own != null) {
      close();
    }
  }

  /** Closes the innermost scope, if there is one. */
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
