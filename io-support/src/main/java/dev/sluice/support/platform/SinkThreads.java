package dev.sluice.support.platform;

/**
 * Marks the threads that the platform started for collectors, and the threads that these start, as
 * Kafka's client does; a thread of a shared pool that one of them is the first to need is marked,
 * too. Who records what is logged asks here, because a thread's name can be chosen by anybody. Any
 * thread.
 */
public final class SinkThreads {
  private static final InheritableThreadLocal<Boolean> OWN = new InheritableThreadLocal<>();

  private SinkThreads() {}

  /** Marks the calling thread, and the threads that it starts from now on. */
  static void mark() {
    OWN.set(true);
  }

  /** Removes the mark: a factory of the program may use the thread again. */
  static void unmark() {
    OWN.remove();
  }

  /** Returns whether the calling thread is marked. */
  public static boolean isCurrent() {
    return OWN.get() != null;
  }
}
