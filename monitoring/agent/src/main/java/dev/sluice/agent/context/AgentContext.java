package dev.sluice.agent.context;

import dev.sluice.agent.places.Around;
import dev.sluice.agent.places.Messages;
import dev.sluice.agent.places.Place;
import dev.sluice.agent.places.Places;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.probe.TraceContext;
import dev.sluice.monitoring.probe.TraceLink;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;

/**
 * Propagation of trace contexts between processes: reads contexts from received requests and
 * messages, and writes them to sent ones. Any thread.
 */
public final class AgentContext {
  /** Maximum number of links of a trace to messages that are handled together. */
  static final int MAX_LINKS = 128;

  private final Probes probes;
  private final Symbol http;
  private final Symbol kafka;

  /**
   * True while the thread handles a request: of nested filters and servlets, only the outermost
   * counts.
   */
  private final ThreadLocal<boolean[]> handled = ThreadLocal.withInitial(() -> new boolean[1]);

  /** State of a thread before its first message, until the thread asks for more messages. */
  private final ThreadLocal<Object> before = new ThreadLocal<>();

  private AgentContext(Probes probes, RowSink sink) {
    this.probes = probes;
    http = sink.symbol("http");
    kafka = sink.symbol("kafka");
  }

  /**
   * Adds the propagation to the places, after presets have added their work: a context must be set
   * before a request's execution begins, and a sent context must name the sending execution.
   */
  public static void add(Probes probes, RowSink sink, Places places) {
    AgentContext context = new AgentContext(probes, sink);
    places.outside(Place.SERVLET, context::arrived);
    places.outside(Place.EXCHANGE, context::arrived);
    places.outside(Place.ROUTED, (self, none, nothing) -> context.arrived(self, self, none));
    places.outside(Place.RESUMED, (self, none, nothing) -> context.arrived(self, self, none));
    places.send(context::departed);
    places.outside(Place.POLL, context::brought);
    places.inside(Place.POLL, context::polled);
    places.inside(Place.PARTITION, context::listed);
    places.inside(Place.MESSAGES, context::received);
  }

  private Around.Ending arrived(Object self, Object request, Object response) throws Exception {
    boolean[] isHandled = handled.get();
    ProbeThread thread = isHandled[0] ? null : probes.thread();
    Carrier carrier = thread == null ? Carrier.NONE : Carrier.of(request);
    if (carrier == Carrier.NONE) {
      return null;
    }
    Object before = thread.arrive(read(carrier, request));
    isHandled[0] = true;
    return (result, failure) -> {
      isHandled[0] = false;
      thread.release(before);
      return result;
    };
  }

  private static TraceContext read(Carrier carrier, Object from) throws Exception {
    List<String> parents = carrier.values(from, TraceContext.PARENT);
    return parents.isEmpty()
        ? null
        : TraceContext.parse(parents, carrier.values(from, TraceContext.STATE));
  }

  /**
   * Writes the context to a request. A context that is already there stays, because it belongs to
   * another tracer or an earlier attempt, unless it is the received one.
   */
  private Object departed(Object request) throws Exception {
    ProbeThread thread = probes.thread();
    Carrier carrier = thread == null ? Carrier.NONE : Carrier.of(request);
    if (carrier == Carrier.NONE) {
      return request;
    }
    TraceLink place = thread.capture();
    TraceContext came = place == null ? null : place.context();
    List<String> there = carrier.values(request, TraceContext.PARENT);
    if (!there.isEmpty() && (came == null || !there.equals(List.of(came.parent())))) {
      return request;
    }
    TraceContext sent = thread.depart();
    if (sent == null) {
      return request;
    }
    // The parent at last: who reads it may answer, and the state means nothing without.
    Object with =
        sent.state() == null ? request : carrier.with(request, TraceContext.STATE, sent.state());
    with = carrier.with(with, TraceContext.PARENT, sent.parent());
    thread.departed(sent, carrier == Carrier.KAFKA ? kafka : http);
    return with;
  }

  /**
   * Notes messages that were received and are not handled yet; they may be handled together: the
   * first trace has links to all of them.
   */
  private Around.Ending brought(Object self, Object none, Object nothing) {
    return (result, failure) -> {
      Collection<List<?>> all = result == null ? List.of() : Messages.byPartition(result).values();
      if (!all.isEmpty()) {
        addMessages(all);
      }
      return result;
    };
  }

  private Around.Ending polled(Object self, Object none, Object nothing) {
    Object first = before.get();
    if (first != null) {
      before.remove();
      probes.thread().release(first);
    }
    return null;
  }

  private Around.Ending received(Object self, Object none, Object nothing) {
    return (result, failure) ->
        probes.thread() != null && result instanceof Iterator<?> all
            ? new ReceivedMessages(all)
            : result;
  }

  private Around.Ending listed(Object self, Object partition, Object none) {
    return (result, failure) -> {
      if (probes.thread() == null || Messages.isLooking() || !(result instanceof List<?> all)) {
        return result;
      }
      addMessages(List.of(all));
      return new Messages.OfPartition(all, ReceivedMessages::new);
    };
  }

  /** Notes that the thread has messages and has taken none of them. */
  private void addMessages(Collection<List<?>> messages) throws Exception {
    List<TraceContext> contexts = new ArrayList<>();
    for (List<?> all : messages) {
      for (int i = 0; i < all.size() && contexts.size() < MAX_LINKS; i++) {
        TraceContext context = read(Carrier.of(all.get(i)), all.get(i));
        if (context != null) {
          contexts.add(context);
        }
      }
    }
    adopt(contexts);
  }

  private void adopt(List<TraceContext> together) {
    ProbeThread thread = probes.thread();
    if (thread != null) {
      boolean isNone = together.isEmpty();
      keep(thread.adopt(isNone ? null : TraceLink.remote(probes, null, together)));
    }
  }

  /** Saves the state before the first message. */
  private void keep(Object scope) {
    if (before.get() == null) {
      before.set(scope);
    }
  }

  /**
   * Messages that were received. A trace that begins while a message is handled has it as its
   * parent. If all messages were taken and no trace has begun, they are handled together, and the
   * trace that begins has links to them.
   */
  private final class ReceivedMessages extends Messages {
    private final ProbeThread thread = probes.thread();
    private final List<TraceContext> together = new ArrayList<>();
    private TraceContext current;

    ReceivedMessages(Iterator<?> from) {
      super(from);
    }

    /**
     * Removes the last message as the parent of traces, because it may be handled together with
     * others.
     */
    @Override
    protected void left() {
      if (current != null && !thread.hasUsed(current) && together.size() < MAX_LINKS) {
        together.add(current);
      }
      current = null;
    }

    @Override
    protected void ended() {
      adopt(together);
      together.clear();
    }

    @Override
    protected void taken(Object message) {
      try {
        current = read(Carrier.of(message), message);
      } catch (Exception e) {
        current = null; // It is handled, unlinked.
      }
      keep(thread.arrive(current));
    }
  }
}
