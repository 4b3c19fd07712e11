package dev.sluice.support.platform;

/**
 * Marks the threads that the platform started for collectors, and the threads that these start, as
 * Kafka's client does. Who records what is logged asks here, because a thread's name can be chosen
 * by anybody. Any thread.
 */
public final class SinkThreads {
  private static final InheritableThreadLocal<Boolean> OWN = new InheritableThreadLocal<>();

  private SinkThreads() {}

  /** Marks the calling thread, and the threads that it starts from now on. */
  static void mark() {
    OWN.set(true);
  }

  /** Returns whether the calling thread is marked. */
  public static boolean isCurrent() {
    return OWN.get() != null;
  }
}
