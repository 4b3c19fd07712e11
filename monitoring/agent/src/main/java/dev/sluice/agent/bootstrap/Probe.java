package dev.sluice.agent.bootstrap;

/**
 * Class whose methods are called by instrumented methods: the only class of the agent that every
 * class can see. It is renamed to {@code java.lang.SluiceProbe} and defined in the bootstrap loader
 * at start.
 *
 * <p>There is one implementation, so that the compiler can bind the calls and inline them. A
 * thread's state is an {@code Object} here, because its class is not visible.
 *
 * <p>What goes wrong in a probe is counted and ends here; the next execution is recorded again.
 * Only what goes wrong before a method begins may be thrown: then its caller has no stack left for
 * it. The static methods are longer than 35 bytes on purpose: the JVM's first compiler would inline
 * them and what they call, and the frames of instrumented methods would be half as long again, so
 * that deep recursion ended sooner. Its second compiler inlines them.
 */
public abstract class Probe {
  /**
   * Frame for nothing to record; the value of {@code ProbeThread.NONE}, which is not visible from
   * here.
   */
  private static final long NOTHING = Long.MIN_VALUE | 1L << 31;

  private static Probe installed;

  // Plain, and written where there may be no stack left for a call: they may miss some. Numbers
  // alone: storing a reference would make the frames of compiled methods a sixth longer.
  private static int overflows;
  private static int failures;

  /** Called by the implementation. */
  protected Probe() {}

  /**
   * Notes that an execution is about to begin.
   *
   * @param operation the number that was bound into the method
   * @return the calling thread's state, or null if nothing is to be recorded: not started, stopped,
   *     the operation is off, or a thread of our own
   */
  public static Object begin(int operation) {
    Probe probe = installed;
    if (probe == null) {
      return null;
    }
    try {
      return probe.thread(operation);
    } catch (Throwable e) {
      if (e instanceof StackOverflowError) {
        overflows++;
      } else {
        failures++;
      }
      return null;
    }
  }

  /**
   * Begins an execution.
   *
   * @param thread what {@link #begin} returned, null included
   * @return its frame, which the method keeps; negative if the clock need not be read
   */
  public static long enter(int operation, Object thread) {
    Probe probe = installed;
    if (thread == null || probe == null) {
      return NOTHING;
    }
    try {
      return probe.entered(operation, thread);
    } catch (Throwable e) {
      if (e instanceof StackOverflowError) {
        overflows++;
      } else {
        failures++;
      }
      return NOTHING;
    }
  }

  /**
   * Ends an execution normally.
   *
   * @param thread what {@link #begin} returned, null included
   * @param frame what {@link #enter} returned
   * @param tin {@link System#nanoTime()} when it began; of no meaning if the frame is negative
   */
  public static void exit(int operation, Object thread, long frame, long tin) {
    Probe probe = installed;
    if (thread == null || probe == null) {
      return;
    }
    try {
      probe.exited(operation, thread, frame, tin);
    } catch (Throwable e) {
      if (e instanceof StackOverflowError) {
        overflows++;
      } else {
        failures++;
      }
    }
  }

  /**
   * Returns the time at which an execution began, for methods that must not branch.
   *
   * @param frame what {@link #enter} returned
   */
  public static long clock(long frame) {
    if (frame < 0) {
      return 0;
    }
    try {
      return System.nanoTime();
    } catch (Throwable e) {
      if (e instanceof StackOverflowError) {
        overflows++;
      } else {
        failures++;
      }
      throw e;
    }
  }

  /**
   * Notes that an execution began and the clock was read; for operations whose events are recorded.
   *
   * @param thread what {@link #begin} returned, null included
   * @param frame what {@link #enter} returned
   * @param tin {@link System#nanoTime()}; of no meaning if the frame is negative
   * @param self the object that executes the operation, or null
   */
  public static void before(int operation, Object thread, long frame, long tin, Object self) {
    Probe probe = installed;
    if (thread == null || probe == null || frame < 0) {
      return;
    }
    try {
      probe.began(operation, thread, frame, tin, self);
    } catch (Throwable e) {
      if (e instanceof StackOverflowError) {
        overflows++;
      } else {
        failures++;
      }
    }
  }

  /**
   * Ends an execution that throws, or one of an operation whose events are recorded.
   *
   * @param thread what {@link #begin} returned, null included
   * @param frame what {@link #enter} returned
   * @param tin as in {@link #before}
   * @param self as in {@link #before}; null if the operation has no events
   * @param failure what the execution throws, or null
   */
  public static void exit(
      int operation, Object thread, long frame, long tin, Object self, Throwable failure) {
    Probe probe = installed;
    if (thread == null || probe == null) {
      return;
    }
    try {
      probe.ended(operation, thread, frame, tin, self, failure);
    } catch (Throwable e) {
      if (e instanceof StackOverflowError) {
        overflows++;
      } else {
        failures++;
      }
    }
  }

  /** Returns the recorded trace that the calling thread works for; -1 if there is none. */
  public static long trace() {
    Probe probe = installed;
    try {
      return probe == null ? -1 : probe.activeTrace();
    } catch (Throwable e) {
      return -1;
    }
  }

  /** Returns the id of the producer that records the trace; 0 if there is none. */
  public static long producer() {
    Probe probe = installed;
    return probe == null ? 0 : probe.producerId();
  }

  /** Starts recording and the counting of failures; null stops it. Threads may notice it late. */
  public static void install(Probe probe) {
    if (probe != null) {
      overflows = 0;
      failures = 0;
    }
    installed = probe;
  }

  /**
   * Returns the approximate number of times that a probe found too little stack since the
   * installation.
   */
  public static int overflows() {
    return overflows;
  }

  /** Returns the approximate number of other failures of probes since the installation. */
  public static int failures() {
    return failures;
  }

  /** Implements {@link #begin}. */
  protected abstract Object thread(int operation);

  /** Implements {@link #enter}. */
  protected abstract long entered(int operation, Object thread);

  /** Implements {@link #exit}. */
  protected abstract void exited(int operation, Object thread, long frame, long tin);

  /** Implements {@link #before}. */
  protected abstract void began(int operation, Object thread, long frame, long tin, Object self);

  /** Implements {@link #exit(int, Object, long, long, Object, Throwable)}. */
  protected abstract void ended(
      int operation, Object thread, long frame, long tin, Object self, Throwable failure);

  /** Implements {@link #trace}. */
  protected abstract long activeTrace();

  /** Implements {@link #producer}. */
  protected abstract long producerId();
}
