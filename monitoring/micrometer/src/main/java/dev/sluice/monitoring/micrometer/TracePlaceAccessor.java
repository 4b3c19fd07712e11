package dev.sluice.monitoring.micrometer;

import io.micrometer.context.ThreadLocalAccessor;

/**
 * Propagation of the agent's place in a trace by Micrometer's context propagation, which carries
 * thread-locals, as in Reactor: executions on other threads belong to the trace. Found as a
 * service. Any thread.
 */
public final class TracePlaceAccessor implements ThreadLocalAccessor<Object> {
  /** A place of the agent, and the observation around it. */
  private record Place(Object agents, ObservedPlace observed) {}

  /** Called by the service loader. */
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

  /** Sets the place, unless an observation that began later is in scope. */
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
