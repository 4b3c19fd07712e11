package dev.sluice.agent.context;

import dev.sluice.agent.bootstrap.Context;
import dev.sluice.agent.bytecode.Supertypes;
import dev.sluice.monitoring.probe.Probes;
import java.lang.instrument.ClassFileTransformer;
import java.util.Set;

/** Takes places in requests along to other processes and back, from start to stop. */
public final class RequestContexts {
  private static final Set<String> SERVLETS =
      Set.of(
          "javax.servlet.Servlet",
          "javax.servlet.Filter",
          "jakarta.servlet.Servlet",
          "jakarta.servlet.Filter");

  private final AgentContext context;
  private final ClassFileTransformer transformer = new EdgeTransformer();

  /** For the traces of these probes. */
  public RequestContexts(Probes probes) {
    context = new AgentContext(probes);
  }

  /**
   * What puts the calls into classes, to be added behind that of the probes; classes that are
   * loaded have to be transformed anew.
   */
  public ClassFileTransformer transformer() {
    return transformer;
  }

  /** Whether a class may have one of the methods. */
  public static boolean isEdge(Class<?> type) {
    return EdgeMethod.BY_TYPE.containsKey(type.getName().replace('.', '/'))
        || type.getClassLoader() != null && Supertypes.find(type, SERVLETS) != null;
  }

  /** Starts reading and writing contexts. */
  public void start() {
    Context.install(context);
  }

  /** Stops it. */
  public void stop() {
    Context.install(null);
  }
}
