package dev.sluice.agent.handover;

import dev.sluice.agent.bootstrap.Handover;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.probe.ActiveTrace;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.probe.TraceContext;
import dev.sluice.monitoring.probe.TraceLink;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Propagation of the place in a trace to other threads. Tracers of the program may use it, too:
 * they share no class with it, and call it by its interface of the JDK.
 */
final class AgentHandover extends Handover implements BiFunction<String, Object, Object> {
  /**
   * Class of carrier threads: they only switch virtual threads, sometimes in a state in which no
   * other code may run.
   */
  private static final Class<?> CARRIER = find("jdk.internal.misc.CarrierThread");

  private static final Class<?> VIRTUAL = find("java.lang.BaseVirtualThread");

  private static final Symbol PROCESS = new Symbol("process", Symbol.INLINE);

  private final Probes probes;
  private final TaskLinks<TraceLink> links = new TaskLinks<>();

  AgentHandover(Probes probes) {
    this.probes = probes;
  }

  /**
   * Loads all classes that are needed, because the first call may come while no class can be
   * loaded.
   */
  void warmUp() {
    Object task = new Object();
    given(task);
    finished(taken(task, false));
    finishedAll();
    TaskLinks.warmUp();
  }

  private static Class<?> find(String name) {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException e) {
      return null; // A JDK without virtual threads.
    }
  }

  /**
   * Returns the place that a thread was started from; called once by the thread itself. A virtual
   * thread runs one task; the purpose of other threads is unknown.
   */
  TraceLink origin(Thread thread) {
    TraceLink link = links.isEmpty() ? null : links.take(thread);
    return link == null || isVirtual(thread) ? link : link.forFirstTrace();
  }

  private static boolean isVirtual(Thread thread) {
    return VIRTUAL != null && VIRTUAL.isInstance(thread);
  }

  private ProbeThread thread() {
    return Thread.currentThread().getClass() == CARRIER ? null : probes.thread();
  }

  /**
   * Answers a tracer's request about the calling thread: its place for any thread ({@code here}),
   * or for other tracers, as values of {@code traceparent} and {@code tracestate} ({@code leave});
   * to go on at such a place ({@code enter}; one of another tracer is asked for where it is
   * needed), until what that returned is given back ({@code done}).
   */
  @Override
  public Object apply(String request, Object place) {
    ProbeThread thread = thread();
    if (thread == null) {
      return null;
    }
    return switch (request) {
      case "here" -> thread.capture();
      case "leave" -> {
        // Who started a server's thread is not who its requests work for.
        TraceLink here = thread.capture();
        yield here == null ? null : TraceContext.fields(here.depart(PROCESS));
      }
      case "enter" -> ActiveTrace.isWithin(thread) ? null : enter(thread, place);
      default -> {
        thread.release(place);
        yield null;
      }
    };
  }

  private static Object enter(ProbeThread thread, Object place) {
    return place instanceof Supplier<?> tracers
        ? thread.arrive(TraceContext.parse((String[]) tracers.get()))
        : thread.adopt((TraceLink) place);
  }

  @Override
  protected void given(Object task) {
    if (task instanceof ForkJoinWorkerThread) {
      return; // A worker of a pool runs tasks of any origin.
    }
    ProbeThread thread = thread();
    TraceLink link = thread == null ? null : thread.capture();
    if (link != null) {
      links.put(task, link);
    }
  }

  @Override
  protected void givenUp(Object task) {
    if (!links.isEmpty()) {
      links.take(task);
    }
  }

  @Override
  protected Object taken(Object task, boolean also) {
    TraceLink link = links.isEmpty() ? null : links.take(task);
    if (link == null && also) {
      return null;
    }
    ProbeThread thread = thread();
    return thread == null ? null : thread.adopt(link);
  }

  @Override
  protected void finished(Object before) {
    ProbeThread thread = thread();
    if (thread != null) {
      thread.release(before);
    }
  }

  @Override
  protected void finishedAll() {
    ProbeThread thread = thread();
    if (thread != null) {
      thread.adopt(null);
    }
  }
}
