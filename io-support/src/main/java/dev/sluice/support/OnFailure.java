package dev.sluice.support;

/** Closes what was opened for work that then fails. */
public final class OnFailure {
  private OnFailure() {}

  /** Work that gives something, or fails. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    /** Does it. */
    T run() throws E;
  }

  /** The end of what was opened. */
  @FunctionalInterface
  public interface Close<E extends Exception> {
    /** Ends it. */
    void close() throws E;
  }

  /** What the work gives; if it throws anything, {@code close} is called first. */
  public static <T, E extends Exception> T close(Close<E> close, Work<T, E> work) throws E {
    boolean done = false;
    try {
      T result = work.run();
      done = true;
      return result;
    } finally {
      if (!done) {
        close.close();
      }
    }
  }
}
