package dev.sluice.agent.context;

import dev.sluice.agent.bootstrap.Context;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.probe.TraceContext;
import dev.sluice.monitoring.probe.TraceLink;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Reads contexts from what comes, and writes them to what is sent. Any thread. */
final class AgentContext extends Context {
  /** Of messages that are handled together, the traces that begin name the first of them. */
  static final int MAX_LINKS = 128;

  private final Probes probes;
  private final Symbol http;
  private final Symbol kafka;
  private final Carriers carriers = new Carriers();

  /** Set while the thread handles a request: of filters and servlets, the outermost counts. */
  private final ThreadLocal<Arrival> handled = new ThreadLocal<>();

  private final ThreadLocal<Messages> handling = new ThreadLocal<>();

  AgentContext(Probes probes) {
    this.probes = probes;
    http = probes.symbol("http");
    kafka = probes.symbol("kafka");
  }

  /** A request that a thread handles; {@code before} is what its arrival changed. */
  private record Arrival(ProbeThread thread, Object before) {}

  @Override
  protected Object arrived(Object request) throws Exception {
    ProbeThread thread = handled.get() == null ? probes.thread() : null;
    Carrier carrier = thread == null ? Carriers.NONE : carriers.get(request.getClass());
    if (carrier == Carriers.NONE) {
      return null;
    }
    Arrival arrival = new Arrival(thread, thread.arrive(read(carrier, request)));
    handled.set(arrival);
    return arrival;
  }

  @Override
  protected void left(Object before) {
    if (before instanceof Arrival arrival) {
      handled.remove();
      arrival.thread().release(arrival.before());
    }
  }

  private static TraceContext read(Carrier carrier, Object from) throws Exception {
    List<String> parents = carrier.reader().values(from, TraceContext.PARENT);
    return parents.isEmpty()
        ? null
        : TraceContext.parse(parents, carrier.reader().values(from, TraceContext.STATE));
  }

  /**
   * One that is there already stays, unless it is what came in: it is another tracer's, or ours of
   * an attempt before.
   */
  @Override
  protected Object departed(Object request) throws Exception {
    ProbeThread thread = probes.thread();
    Carrier carrier = thread == null ? Carriers.NONE : carriers.get(request.getClass());
    if (carrier == Carriers.NONE) {
      return request;
    }
    TraceLink place = thread.capture();
    TraceContext came = place == null ? null : place.context();
    List<String> there = carrier.reader().values(request, TraceContext.PARENT);
    if (!there.isEmpty() && (came == null || !there.equals(List.of(came.parent())))) {
      return request;
    }
    TraceContext sent = thread.depart(carrier.medium().equals("http") ? http : kafka);
    if (sent == null) {
      return request;
    }
    Object with = carrier.writer().with(request, TraceContext.PARENT, sent.parent());
    return sent.state() == null
        ? with
        : carrier.writer().with(with, TraceContext.STATE, sent.state());
  }

  @Override
  protected Object came(Object iterator) {
    ProbeThread thread = probes.thread();
    if (thread == null || !(iterator instanceof Iterator<?> messages)) {
      return iterator;
    }
    polled();
    Messages wrapped = new Messages(messages);
    handling.set(wrapped);
    return wrapped;
  }

  @Override
  protected void polled() {
    Messages before = handling.get();
    if (before != null) {
      handling.remove();
      before.end();
    }
  }

  /**
   * Messages that are handled one after the other: a trace that begins while one is handled has it
   * as its parent. If all were taken and no trace has begun, they are handled together, and the
   * traces that begin have links to them. For the thread that takes them.
   */
  private final class Messages implements Iterator<Object> {
    private final Iterator<?> from;
    private final ProbeThread thread = probes.thread();
    private final List<TraceContext> together = new ArrayList<>();
    private Object before;
    private TraceContext current;

    Messages(Iterator<?> from) {
      this.from = from;
    }

    @Override
    public boolean hasNext() {
      boolean hasNext = from.hasNext();
      if (!hasNext && probes.thread() == thread) {
        setAside();
        if (!together.isEmpty()) {
          adopt(thread.adopt(TraceLink.remote(probes, null, together)));
          together.clear();
        }
      }
      return hasNext;
    }

    @Override
    public Object next() {
      Object message = from.next();
      if (probes.thread() == thread) {
        setAside();
        try {
          current = read(carriers.get(message.getClass()), message);
        } catch (Exception e) {
          current = null; // It is handled, unlinked.
        }
        adopt(thread.arrive(current));
      }
      return message;
    }

    @Override
    public void remove() {
      from.remove();
    }

    /** The message before is no trace's parent: perhaps it is handled with others. */
    private void setAside() {
      if (current != null && !thread.hasUsed(current) && together.size() < MAX_LINKS) {
        together.add(current);
      }
      current = null;
    }

    /** Keeps what was before the first. */
    private void adopt(Object scope) {
      if (before == null) {
        before = scope;
      }
    }

    void end() {
      thread.release(before);
    }
  }
}
