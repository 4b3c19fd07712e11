package dev.sluice.agent;

import java.io.File;
import java.io.FileNotFoundException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.function.Consumer;
import java.util.jar.JarFile;

/**
 * Entry point for {@code -javaagent} and the Attach API. On a failure it prints one line to
 * standard error, and the application runs without monitoring.
 */
public final class SluiceAgent {
  private static final String MAIN = "dev.sluice.agent.instrument.AgentMain";

  private static IsolatedClassLoader loader;

  private SluiceAgent() {}

  /**
   * Called by the JVM before the application's {@code main}.
   *
   * @param options {@code name=value} pairs with commas or semicolons between them, or null
   */
  public static void premain(String options, Instrumentation instrumentation) {
    call("start", options, instrumentation);
  }

  /**
   * Called in a running JVM, each time another process attaches.
   *
   * @param options the same, or the request of {@code ./sluice attach}
   */
  public static void agentmain(String options, Instrumentation instrumentation) {
    call("attached", options, instrumentation);
  }

  private static void call(String method, String options, Instrumentation instrumentation) {
    try {
      IsolatedClassLoader inside = inside();
      inside
          .loadClass(MAIN)
          .getMethod(method, String.class, Instrumentation.class, Consumer.class)
          .invoke(null, options, instrumentation, inside);
    } catch (InvocationTargetException e) {
      giveUp(e.getCause());
    } catch (Throwable e) {
      giveUp(e);
    }
  }

  /**
   * Returns the class loader of the agent's own classes; created once, so that a process that
   * attaches again reaches the same agent.
   */
  private static synchronized IsolatedClassLoader inside() throws Exception {
    if (loader == null) {
      String path =
          new File(SluiceAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI())
              .getPath();
      // Open for the life of the JVM: classes are read from it whenever they are needed first.
      loader = new IsolatedClassLoader(new JarFile(path, false));
    }
    return loader;
  }

  private static void giveUp(Throwable cause) {
    boolean isClear = cause instanceof FileNotFoundException;
    System.err.println("sluice: not monitoring: " + (isClear ? cause.getMessage() : cause));
  }
}
