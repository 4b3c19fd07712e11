package dev.sluice.agent.bootstrap;

/**
 * What instrumented methods call: the one class of ours that every class can see. It is renamed to
 * {@code java.lang.SluiceProbe} and defined in the bootstrap loader at start.
 *
 * <p>An object stands for one thread and is used by that thread alone, but for the root, which is
 * installed at start and hands out the others. There is one implementation, so that the compiler
 * can bind the calls and inline them.
 */
public abstract class Probe {
  private static Probe root;

  /** For the implementation. */
  protected Probe() {}

  /**
   * The calling thread's probe.
   *
   * @return null if nothing is to be recorded: not started, stopped, or a thread of our own
   */
  public static Probe current() {
    Probe installed = root;
    return installed == null ? null : installed.forThread();
  }

  /** Starts recording; null stops it. Threads may notice late. */
  public static void install(Probe probe) {
    root = probe;
  }

  /** Root only: the calling thread's probe, or null. */
  protected abstract Probe forThread();

  /** An operation begins; the result is its frame, which the method keeps. */
  public abstract long enter();

  /**
   * An operation ends.
   *
   * @param operation the number that was bound into the method
   * @param frame what {@link #enter} returned
   * @param tin {@link System#nanoTime()} when it began
   */
  public abstract void exit(int operation, long frame, long tin);
}
