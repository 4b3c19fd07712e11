package dev.sluice.monitoring.micrometer;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.BoundedSymbols;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.records.ObservedExecutionWriter;
import dev.sluice.monitoring.records.TraceMetadataWriter;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Records observations, each with its place in a trace: {@code sluice.observation}. An observation
 * may stop on another thread than the one that started it. Any thread.
 *
 * <pre>{@code
 * registry.observationConfig().observationHandler(new ObservationRecorder(monitor));
 * }</pre>
 */
public final class ObservationRecorder implements ObservationHandler<Observation.Context> {
  private static final int MAX_CHARS = 4096;
  private static final KeyValue SERVER_ERROR = KeyValue.of("outcome", "SERVER_ERROR");

  private final Monitor monitor;
  private final ObservedExecutionWriter observations;
  private final TraceMetadataWriter traces;
  private final Symbol hostname;
  private final BoundedSymbols symbols;

  /** For a monitor. */
  public ObservationRecorder(Monitor monitor) {
    this.monitor = Objects.requireNonNull(monitor, "monitor");
    RowSink sink = monitor.sink();
    observations = ObservedExecutionWriter.create(sink);
    traces = TraceMetadataWriter.create(sink);
    symbols = new BoundedSymbols(sink);
    hostname = sink.symbol(monitor.hostname());
  }

  @Override
  public boolean supportsContext(Observation.Context context) {
    return true;
  }

  @Override
  public void onStart(Observation.Context context) {
    if (!monitor.isEnabled()) {
      return;
    }
    ObservationView around = context.getParentObservation();
    ObservedPlace parent = around == null ? null : around.getContextView().get(ObservedPlace.class);
    ObservedPlace place = parent == null ? null : parent.child();
    context.put(ObservedPlace.class, place == null ? begin(parent) : place);
  }

  /** The first observation of a trace, whose parent, if it has one, is in another. */
  private ObservedPlace begin(ObservedPlace parent) {
    boolean recorded = parent == null || parent.trace() >= 0;
    ObservedPlace place = ObservedPlace.first(recorded ? monitor.probes().newTrace() : -1);
    if (parent != null && place.trace() >= 0) {
      announce(place.trace(), place.begin(), parent);
    }
    return place;
  }

  private void announce(long trace, long begin, ObservedPlace parent) {
    long thread = Thread.currentThread().getId();
    traces.emit(
        begin, trace, thread, null, hostname, parent.trace(), parent.order(), parent.depth() + 1);
  }

  @Override
  public void onStop(Observation.Context context) {
    ObservedPlace place = context.get(ObservedPlace.class);
    if (place == null) {
      return;
    }
    long end = System.nanoTime();
    ObservedPlace around = place.end();
    if (place.trace() < 0) {
      return;
    }
    if (around == null) {
      emit(context, place, end, place.trace(), place.order(), place.depth());
    } else {
      // Its trace has ended: readers would look there in vain for what is around it.
      long trace = monitor.probes().newTrace();
      announce(trace, place.begin(), around);
      emit(context, place, end, trace, 0, 0);
    }
  }

  private void emit(
      Observation.Context context, ObservedPlace place, long end, long trace, int eoi, int ess) {
    String name = context.getName();
    String contextual = context.getContextualName();
    KeyValues low = context.getLowCardinalityKeyValues();
    Throwable error = context.getError();
    boolean failed = error != null || low.stream().anyMatch(SERVER_ERROR::equals);
    observations.emit(
        symbols.of(contextual == null ? name : contextual),
        symbols.of(name),
        symbols.of(text(low)),
        cut(text(context.getHighCardinalityKeyValues())),
        trace,
        place.begin(),
        end,
        hostname,
        eoi,
        ess,
        failed,
        error == null ? null : Probes.text(error));
  }

  private static String text(KeyValues values) {
    return values.stream()
        .map(value -> value.getKey() + "=" + value.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(text.length(), MAX_CHARS));
  }
}
