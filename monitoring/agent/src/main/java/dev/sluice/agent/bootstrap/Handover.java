package dev.sluice.agent.bootstrap;

/**
 * What classes of the JDK call that take work from one thread to another. It is renamed to {@code
 * java.lang.SluiceHandover} and defined in the bootstrap loader at start.
 *
 * <p>Tasks are known by their identity and never wrapped: queues, comparators and those who reject
 * or remove tasks see the ones that they know. Nothing is ever thrown.
 */
public abstract class Handover {
  private static Handover installed;

  /** For the implementation. */
  protected Handover() {}

  /** A task, or a thread, is about to be handed over by the calling thread. */
  public static void give(Object task) {
    Handover handover = installed;
    if (handover != null) {
      try {
        handover.given(task);
      } catch (Throwable e) {
        // The task runs, unlinked.
      }
    }
  }

  /** The same for a stage of a {@code CompletableFuture} if it has an executor. */
  public static void giveStage(Object executor, Object stage) {
    if (executor != null) {
      give(stage);
    }
  }

  /** A task that was given is not going to be run by another thread. */
  public static void giveUp(Object task) {
    Handover handover = installed;
    if (handover != null) {
      try {
        handover.givenUp(task);
      } catch (Throwable e) {
        // It stays where it is until the task is garbage.
      }
    }
  }

  /**
   * Returns the calling thread is about to run a task. If nobody gave it, the thread's traces were started
   * from nowhere.
   *
   * @return for {@link #done}
   */
  public static Object take(Object task) {
    return take(task, false);
  }

  /** The same, but if nobody gave it, all stays as it is. */
  public static Object takeAlso(Object task) {
    return take(task, true);
  }

  private static Object take(Object task, boolean also) {
    Handover handover = installed;
    if (handover != null) {
      try {
        return handover.taken(task, also);
      } catch (Throwable e) {
        // The task runs, unlinked.
      }
    }
    return null;
  }

  /** The task was run. */
  public static void done(Object before) {
    Handover handover = installed;
    if (before != null && handover != null) {
      try {
        handover.finished(before);
      } catch (Throwable e) {
        // The next task overwrites it.
      }
    }
  }

  /** A task was run on a thread that runs one after the other, and was in no trace before. */
  public static void doneAll() {
    Handover handover = installed;
    if (handover != null) {
      try {
        handover.finishedAll();
      } catch (Throwable e) {
        // The next task overwrites it.
      }
    }
  }

  /** Starts or, with null, stops handing over. Threads may notice late. */
  public static void install(Handover handover) {
    installed = handover;
  }

  /** Who hands over, for tracers of the program; null if nobody does. */
  public static Object installed() {
    return installed;
  }

  /** Behind {@link #give}. */
  protected abstract void given(Object task);

  /** Behind {@link #giveUp}. */
  protected abstract void givenUp(Object task);

  /** Behind {@link #take} and {@link #takeAlso}. */
  protected abstract Object taken(Object task, boolean also);

  /** Behind {@link #done}. */
  protected abstract void finished(Object before);

  /** Behind {@link #doneAll}. */
  protected abstract void finishedAll();
}
