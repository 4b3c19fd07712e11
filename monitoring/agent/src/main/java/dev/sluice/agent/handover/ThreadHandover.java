package dev.sluice.agent.handover;

import dev.sluice.agent.bootstrap.Handover;
import dev.sluice.monitoring.probe.Probes;
import java.lang.instrument.ClassFileTransformer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Hands places in traces on between threads, from {@link #start} to {@link #stop}. */
public final class ThreadHandover {
  /**
   * Initialised here, before any class is transformed. The transformer is called for whatever class
   * of the JDK is loaded next; were that one which initialising the places needs too, its loading
   * would fail for good, for everybody in the JVM.
   */
  private static final Map<String, List<HandoverMethod>> PLACES = HandoverMethod.BY_TYPE;

  /** Their names with dots: asked of every class that is loaded, while nothing is compiled. */
  private static final Set<String> TYPES = new HashSet<>();

  static {
    PLACES.keySet().forEach(name -> TYPES.add(name.replace('/', '.')));
  }

  private final Probes probes;
  private final AgentHandover handover;
  private final ClassFileTransformer transformer = new HandoverTransformer(PLACES);

  /** For the traces of these probes. */
  public ThreadHandover(Probes probes) {
    this.probes = probes;
    this.handover = new AgentHandover(probes);
  }

  /** Returns what puts the calls into classes; those that are loaded have to be transformed anew. */
  public ClassFileTransformer transformer() {
    return transformer;
  }

  /** Returns whether a class has one of the methods. */
  public static boolean isPlace(Class<?> type) {
    return type.getClassLoader() == null && TYPES.contains(type.getName());
  }

  /** Starts handing places on. */
  public void start() {
    handover.warmUp();
    probes.origins(handover::origin);
    Handover.install(handover);
  }

  /** Stops handing places on and forgets those that were given. */
  public void stop() {
    Handover.install(null);
    probes.origins(thread -> null);
  }
}
