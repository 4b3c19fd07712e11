package dev.sluice.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.function.Consumer;
import java.util.jar.JarFile;

/**
 * What {@code -javaagent} starts. Whatever goes wrong, it says so in one line on standard error and
 * the application starts, unmonitored.
 */
public final class SluiceAgent {
  private static final String MAIN = "dev.sluice.agent.instrument.AgentMain";

  private SluiceAgent() {}

  /**
   * Called by the JVM before the application's {@code main}.
   *
   * @param options {@code name=value} pairs separated by semicolons, or null
   */
  public static void premain(String options, Instrumentation instrumentation) {
    try {
      String path =
          new File(SluiceAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI())
              .getPath();
      // Open for the life of the JVM: classes are read from it whenever they are needed first.
      IsolatedClassLoader loader = new IsolatedClassLoader(new JarFile(path, false));
      loader
          .loadClass(MAIN)
          .getMethod("start", String.class, Instrumentation.class, Consumer.class)
          .invoke(null, options, instrumentation, loader);
    } catch (InvocationTargetException e) {
      giveUp(e.getCause());
    } catch (Throwable e) {
      giveUp(e);
    }
  }

  private static void giveUp(Throwable cause) {
    System.err.println("sluice: not monitoring: " + cause);
  }
}
