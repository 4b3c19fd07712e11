package dev.sluice.collectors.threads;

/**
 * Check that the stack has room for taking a lock. A thread that runs out of stack while it calls
 * {@code unlock} would hold the lock for ever, so it has to fail before it takes it.
 */
public final class StackRoom {
  /**
   * Number of frames that are checked; many times what taking and releasing a lock needs, even
   * compiled.
   */
  private static final int FRAMES = 64;

  private StackRoom() {}

  /**
   * Throws a {@link StackOverflowError} unless the stack has room; called before a lock is taken on
   * an application's thread. Any thread.
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
