package dev.sluice.agent.bootstrap;

/**
 * Class whose methods are called by classes of the JDK that pass work from one thread to another.
 * It is renamed to {@code java.lang.SluiceHandover} and defined in the bootstrap loader at start.
 *
 * <p>Tasks are known by their identity and never wrapped: queues, comparators and those who reject
 * or remove tasks see the ones that they know. Nothing is ever thrown.
 */
public abstract class Handover {
  private static Handover installed;

  /** Called by the implementation. */
  protected Handover() {}

  /** Notes that the calling thread is about to pass a task, or a thread, to another thread. */
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

  /**
   * Notes that the calling thread is about to pass a stage of a {@code CompletableFuture} to
   * another thread, if it has an executor.
   */
  public static void giveStage(Object executor, Object stage) {
    if (executor != null) {
      give(stage);
    }
  }

  /** Notes that another thread is not going to run a task that was given. */
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
   * Notes that the calling thread is about to run a task. If the task was not given, the thread's
   * traces have no origin.
   *
   * @return for {@link #done}
   */
  public static Object take(Object task) {
    return take(task, false);
  }

  /**
   * Notes that the calling thread is about to run a task; if the task was not given, nothing
   * changes.
   */
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

  /** Notes that the task was run. */
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

  /**
   * Notes that a task was run on a thread that runs tasks one after the other, and that was in no
   * trace before.
   */
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

  /** Starts or, with null, stops the tracking of tasks. Threads may notice it late. */
  public static void install(Handover handover) {
    installed = handover;
  }

  /** Returns the implementation, for tracers of the program; null if there is none. */
  public static Object installed() {
    return installed;
  }

  /** Implements {@link #give}. */
  protected abstract void given(Object task);

  /** Implements {@link #giveUp}. */
  protected abstract void givenUp(Object task);

  /** Implements {@link #take} and {@link #takeAlso}. */
  protected abstract Object taken(Object task, boolean also);

  /** Implements {@link #done}. */
  protected abstract void finished(Object before);

  /** Implements {@link #doneAll}. */
  protected abstract void finishedAll();
}
