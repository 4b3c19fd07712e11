package dev.sluice.collectors.threads;

/**
 * Stack for a lock. A thread that runs out of stack while it calls {@code unlock} would hold the
 * lock for ever, so it has to fail before it takes it.
 */
public final class StackRoom {
  /** Frames; many times what taking and releasing a lock needs, even if these are compiled. */
  private static final int FRAMES = 64;

  private StackRoom() {}

  /**
   * Called before a lock is taken on an application's thread. Any thread.
   *
   * @throws StackOverflowError if too little is left; nothing is locked then
   */
  public static void ensure() {
    if (descend(FRAMES) != FRAMES) {
      throw new AssertionError();
    }
  }

  private static int descend(int frames) {
    return frames == 0 ? 0 : 1 + descend(frames - 1);
  }
}
