package dev.sluice.it;

/**
 * Fails allocations of some threads: a given number in a row, from a given one on. Called by
 * classes of a {@link FailingClassLoader} before each allocation; loaded once for all of them.
 */
public final class Allocations {
  // Made once: it must not need memory itself.
  private static final OutOfMemoryError FAILURE = new OutOfMemoryError("made by a test");

  private static volatile String threads;
  private static long from;
  private static long inARow;
  private static long count;
  private static boolean armed;

  private Allocations() {}

  /** The next life: which allocation is the first to fail, on threads whose name starts so. */
  public static synchronized void prepare(String threadNames, long first, long many) {
    threads = threadNames;
    from = first;
    inARow = many;
    count = 0;
    armed = false;
  }

  /** From now on allocations count. */
  public static synchronized void arm() {
    armed = true;
  }

  /** No allocation fails any more. */
  public static synchronized void disarm() {
    armed = false;
  }

  /** Whether one failed. */
  public static synchronized boolean hasFailed() {
    return count >= from;
  }

  /** Before each allocation. */
  public static void check() {
    String prefix = threads;
    if (prefix != null && Thread.currentThread().getName().startsWith(prefix) && isNext()) {
      throw FAILURE;
    }
  }

  private static synchronized boolean isNext() {
    if (!armed) {
      return false;
    }
    count++;
    return count >= from && count < from + inARow;
  }
}
