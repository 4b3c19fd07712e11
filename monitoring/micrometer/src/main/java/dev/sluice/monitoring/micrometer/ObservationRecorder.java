package dev.sluice.monitoring.micrometer;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.records.TraceMetadataWriter;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import java.util.Objects;

/**
 * Records observations, each with its place in a trace: {@code sluice.observation}. Of requests of
 * HTTP that are answered there is {@code sluice.http_request}, too, of queries {@code
 * sluice.sql_statement}; these are named by their statement without literals. An observation may
 * stop on another thread than the one that started it. Any thread.
 *
 * <pre>{@code
 * registry.observationConfig().observationHandler(new ObservationRecorder(monitor));
 * }</pre>
 */
public final class ObservationRecorder implements ObservationHandler<Observation.Context> {
  private final Monitor monitor;
  private final ObservationRecords records;
  private final TraceMetadataWriter traces;

  /** For a monitor. */
  public ObservationRecorder(Monitor monitor) {
    this.monitor = Objects.requireNonNull(monitor, "monitor");
    records = new ObservationRecords(monitor);
    traces = TraceMetadataWriter.create(monitor.sink());
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
        begin,
        trace,
        thread,
        null,
        records.hostname(),
        parent.trace(),
        parent.order(),
        parent.depth() + 1);
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
      records.emit(context, place.begin(), end, place.trace(), place.order(), place.depth());
    } else {
      // Its trace has ended: readers would look there in vain for what is around it.
      long trace = monitor.probes().newTrace();
      announce(trace, place.begin(), around);
      records.emit(context, place.begin(), end, trace, 0, 0);
    }
  }
}
