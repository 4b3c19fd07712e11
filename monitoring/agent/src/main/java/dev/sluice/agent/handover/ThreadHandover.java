package dev.sluice.agent.handover;

import dev.sluice.agent.bootstrap.Handover;
import dev.sluice.monitoring.probe.Probes;
import java.lang.instrument.ClassFileTransformer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Propagation of places in traces between threads, from {@link #start} to {@link #stop}. */
public final class ThreadHandover {
  /**
   * Methods of all places, initialised before any class is transformed. The transformer is called
   * for any class of the JDK that is loaded next; if initialising the places needed that class, its
   * loading would fail for good, for everybody in the JVM.
   */
  private static final Map<String, List<HandoverMethod>> PLACES = HandoverMethod.BY_TYPE;

  /**
   * Names of the places' classes with dots: checked for every loaded class, while nothing is
   * compiled.
   */
  private static final Set<String> TYPES = new HashSet<>();

  static {
    PLACES.keySet().forEach(name -> TYPES.add(name.replace('/', '.')));
  }

  private final Probes probes;
  private final AgentHandover handover;
  private final ClassFileTransformer transformer = new HandoverTransformer(PLACES);

  /** Creates the propagation for the traces of the given probes. */
  public ThreadHandover(Probes probes) {
    this.probes = probes;
    this.handover = new AgentHandover(probes);
  }

  /**
   * Returns the transformer that puts the calls into classes; loaded classes must be transformed
   * again.
   */
  public ClassFileTransformer transformer() {
    return transformer;
  }

  /** Returns whether a class has one of the methods. */
  public static boolean isPlace(Class<?> type) {
    return type.getClassLoader() == null && TYPES.contains(type.getName());
  }

  /** Starts the propagation. */
  public void start() {
    handover.warmUp();
    probes.origins(handover::origin);
    Handover.install(handover);
  }

  /** Stops the propagation and forgets places of tasks that were given. */
  public void stop() {
    Handover.install(null);
    probes.origins(thread -> null);
  }
}
