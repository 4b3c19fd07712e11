package dev.sluice.monitoring.probe;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Assumptions;

/** Virtual threads on the JDKs that have them. */
final class VirtualThreads {
  private VirtualThreads() {}

  /** Makes them; skips the test on a JDK without. */
  static ThreadFactory factory() throws IllegalAccessException, InvocationTargetException {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return (ThreadFactory)
          Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
    } catch (NoSuchMethodException | ClassNotFoundException e) {
      Assumptions.abort("Java " + Runtime.version().feature() + " has no virtual threads");
      return null;
    }
  }
}
