package dev.sluice.agent.instrument;

/**
 * The threads of the agent: those of its group and groups below it. Every thread begins in the
 * group of the thread that creates it, so the threads of collectors and Kafka clients are in it
 * too. What they execute is never recorded, even if it is the application's: a log handler, for
 * instance.
 */
final class OwnThreads {
  private static final ThreadGroup GROUP = new ThreadGroup(top(), "sluice");

  private OwnThreads() {}

  private static ThreadGroup top() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  /**
   * Returns a daemon thread of the agent, not started. Classes named in the configuration come from
   * the agent's loader.
   */
  static Thread create(String name, Runnable work) {
    Thread thread = new Thread(GROUP, work, name);
    thread.setDaemon(true);
    thread.setContextClassLoader(OwnThreads.class.getClassLoader());
    return thread;
  }

  /** Returns whether a thread does not belong to the agent. */
  static boolean isForeign(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group == null || !GROUP.parentOf(group);
  }
}
