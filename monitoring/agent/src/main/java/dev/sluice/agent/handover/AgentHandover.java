package dev.sluice.agent.handover;

import dev.sluice.agent.bootstrap.Handover;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.probe.TraceLink;
import java.util.concurrent.ForkJoinWorkerThread;

/** Hands the place in a trace on to other threads. */
final class AgentHandover extends Handover {
  /**
   * The class of carrier threads: they only switch virtual threads, at times in a state in which
   * nothing else may run.
   */
  private static final Class<?> CARRIER = find("jdk.internal.misc.CarrierThread");

  private static final Class<?> VIRTUAL = find("java.lang.BaseVirtualThread");

  private final Probes probes;
  private final TaskLinks<TraceLink> links = new TaskLinks<>();

  AgentHandover(Probes probes) {
    this.probes = probes;
  }

  /** Loads all classes that are needed: the first call may come while nothing may be loaded. */
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
   * The place that a thread was started from; asked once by the thread itself. A virtual thread
   * runs one task; the purpose of other threads is unknown.
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
