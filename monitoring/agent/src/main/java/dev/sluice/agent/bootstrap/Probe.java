package dev.sluice.agent.bootstrap;

/**
 * What instrumented methods call: the one class of ours that every class can see. It is renamed to
 * {@code java.lang.SluiceProbe} and defined in the bootstrap loader at start.
 *
 * <p>There is one implementation, so that the compiler can bind the calls and inline them. A
 * thread's state is an {@code Object} here, because its class is not visible.
 */
public abstract class Probe {
  private static Probe installed;

  /** For the implementation. */
  protected Probe() {}

  /**
   * An execution is about to begin.
   *
   * @param operation the number that was bound into the method
   * @return the calling thread's state, or null if nothing is to be recorded: not started, stopped,
   *     the operation is off, or a thread of our own
   */
  public static Object begin(int operation) {
    Probe probe = installed;
    return probe == null ? null : probe.thread(operation);
  }

  /** An execution begins; the result is its frame, which the method keeps; negative: no clock. */
  public static long enter(int operation, Object thread) {
    return installed.entered(operation, thread);
  }

  /**
   * An execution ends.
   *
   * @param thread what {@link #begin} returned, not null
   * @param frame what {@link #enter} returned
   * @param tin {@link System#nanoTime()} when it began
   */
  public static void exit(int operation, Object thread, long frame, long tin) {
    installed.exited(operation, thread, frame, tin);
  }

  /** Starts recording; once, for good. Threads may notice late. */
  public static void install(Probe probe) {
    installed = probe;
  }

  /** Behind {@link #begin}. */
  protected abstract Object thread(int operation);

  /** Behind {@link #enter}. */
  protected abstract long entered(int operation, Object thread);

  /** Behind {@link #exit}. */
  protected abstract void exited(int operation, Object thread, long frame, long tin);
}
