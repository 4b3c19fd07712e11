package dev.sluice.monitoring.micrometer;

import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.ProbeThread;
import dev.sluice.monitoring.probe.TraceContext;
import dev.sluice.monitoring.probe.TraceLink;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Records observations, each with its place in a trace: {@code sluice.observation}. Answered HTTP
 * requests are also recorded as {@code sluice.http_request}, queries as {@code
 * sluice.sql_statement}; these are named by their statement without literals. An observation may
 * stop on another thread than the one that started it. What is executed in its scope belongs to its
 * trace, be it recorded by the same monitor or by the agent. Any thread.
 *
 * <pre>{@code
 * registry.observationConfig().observationHandler(new ObservationRecorder(monitor));
 * }</pre>
 */
public final class ObservationRecorder implements ObservationHandler<Observation.Context> {
  private final Monitor monitor;
  private final boolean propagates;
  private final ObservationRecords records;

  /** Creates a recorder for a monitor; traces end at the process's borders. */
  public ObservationRecorder(Monitor monitor) {
    this(monitor, false);
  }

  /**
   * Creates a recorder for a monitor.
   *
   * @param propagates whether traces go on in other processes: {@code traceparent} and {@code
   *     tracestate} of what is received and sent are read and written
   */
  public ObservationRecorder(Monitor monitor, boolean propagates) {
    this.monitor = Objects.requireNonNull(monitor, "monitor");
    this.propagates = propagates;
    records = new ObservationRecords(monitor);
  }

  @Override
  public boolean supportsContext(Observation.Context context) {
    return true;
  }

  @Override
  public void onStart(Observation.Context context) {
    ObservationView around = context.getParentObservation();
    ObservedPlace parent = around == null ? null : around.getContextView().get(ObservedPlace.class);
    TraceContext came = receivedContext(context, parent == null);
    ObservedPlace child = parent == null || !monitor.isEnabled() ? null : parent.child();
    ObservedPlace place = child == null ? begin(parent, came) : child;
    context.put(ObservedPlace.class, place);
    if (came != null) {
      place.link.arrive(came);
    }
    if (propagates && context instanceof SenderContext<?> sender) {
      send(sender, place);
    }
  }

  /**
   * Returns the place of the first observation of a trace, whose parent, if it has one, is in
   * another trace.
   */
  private ObservedPlace begin(ObservedPlace parent, TraceContext came) {
    boolean recorded = monitor.isEnabled() && (parent == null || parent.trace >= 0);
    ObservedPlace place =
        ObservedPlace.first(
            recorded ? monitor.probes().newTrace() : -1,
            parent == null ? TraceLink.remote(monitor.probes(), came, List.of()) : parent.link);
    if (parent != null && place.trace >= 0) {
      records.announce(place.trace, place.begin, parent);
    }
    return place;
  }

  /**
   * Returns the context from another process, or null; the agent's place has precedence over a
   * header.
   */
  private TraceContext receivedContext(Observation.Context context, boolean isFirst) {
    if (isFirst && Scoped.ask("leave", null) instanceof String[] agents) {
      return TraceContext.parse(agents);
    }
    return propagates && context instanceof ReceiverContext<?> receiver ? read(receiver) : null;
  }

  private static <C> TraceContext read(ReceiverContext<C> receiver) {
    C carrier = receiver.getCarrier();
    return carrier == null
        ? null
        : TraceContext.parse(
            receiver.getGetter().get(carrier, TraceContext.PARENT),
            receiver.getGetter().get(carrier, TraceContext.STATE));
  }

  /**
   * Adds the context to what is sent; observations of data sources have no carrier, so nothing is
   * added.
   */
  private <C> void send(SenderContext<C> sender, ObservedPlace place) {
    C carrier = sender.getCarrier();
    Symbol medium = records.symbols.of(sender.getKind() == Kind.PRODUCER ? "kafka" : "http");
    TraceContext sent = carrier == null ? null : place.link.depart(medium);
    if (sent != null) {
      sender.getSetter().set(carrier, TraceContext.PARENT, sent.parent());
      if (sent.state() != null) {
        sender.getSetter().set(carrier, TraceContext.STATE, sent.state());
      }
    }
  }

  @Override
  public void onScopeOpened(Observation.Context context) {
    ObservedPlace place = context.get(ObservedPlace.class);
    Supplier<String[]> agents = () -> place.leave(records.symbols.of("process"));
    ProbeThread thread = monitor.probes().thread();
    Scoped.open(place != Scoped.current(), place, thread, place == null ? null : agents);
  }

  @Override
  public void onScopeClosed(Observation.Context context) {
    Scoped.close(context.get(ObservedPlace.class));
  }

  @Override
  public void onStop(Observation.Context context) {
    ObservedPlace place = context.get(ObservedPlace.class);
    long end = System.nanoTime();
    ObservedPlace around = place == null ? null : place.end();
    if (place == null || place.trace < 0) {
      return;
    }
    if (around == null) {
      records.emit(context, place.begin, end, place.trace, place.order, place.depth);
    } else {
      // Its trace has ended: readers would look there in vain for what is around it.
      long trace = monitor.probes().newTrace();
      records.announce(trace, place.begin, around);
      records.emit(context, place.begin, end, trace, 0, 0);
    }
  }
}
