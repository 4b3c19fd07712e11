package dev.sluice.monitoring.micrometer;

import io.micrometer.context.ThreadLocalAccessor;

/**
 * Takes the agent's place in a trace along where Micrometer's context propagation takes
 * thread-locals, as in Reactor: executions on other threads belong to the trace. Found as a
 * service. Any thread.
 */
public final class TracePlaceAccessor implements ThreadLocalAccessor<Object> {
  /** A place of the agent's, and the observation that it is in. */
  private record Place(Object agents, ObservedPlace observed) {}

  /** For the service loader. */
  public TracePlaceAccessor() {}

  @Override
  public Object key() {
    return "dev.sluice.trace";
  }

  @Override
  public Object getValue() {
    Object agents = Scoped.ask("here", null);
    return agents == null ? null : new Place(agents, Scoped.current());
  }

  /** An observation that began later is nearer, whether its scope is opened before or after. */
  @Override
  public void setValue(Object value) {
    Place place = (Place) value;
    ObservedPlace now = Scoped.current();
    boolean moves = now == null || now == place.observed;
    Scoped.open(moves, moves ? place.observed : now, null, place.agents);
  }

  @Override
  public void setValue() {
    setValue(new Place(null, null));
  }

  @Override
  public void restore(Object previous) {
    Scoped.close();
  }

  @Override
  public void restore() {
    Scoped.close();
  }
}
