package dev.sluice.collectors;

/**
 * The threads that make room in a full ring, and therefore must never wait for room themselves. Any
 * thread may call any method.
 */
final class CollectorThreads {
  private volatile Thread pump;
  private volatile Thread sender;

  /** The last thread on which a raw writer completed a chunk. */
  private volatile Thread completer;

  /** Names the thread that drains the ring. */
  void pump(Thread thread) {
    pump = thread;
  }

  /** Names the thread that hands chunks to the raw writer. */
  void sender(Thread thread) {
    sender = thread;
  }

  /** Names a thread on which a raw writer completes chunks, which frees their memory. */
  void completer(Thread thread) {
    if (completer != thread) {
      completer = thread;
    }
  }

  /** Whether the thread is the pump's or the sender's. */
  boolean isOwn(Thread thread) {
    return thread == pump || thread == sender;
  }

  /** Whether waiting for room makes sense: others make it, and they are alive. */
  boolean mayWait(Thread thread) {
    return !isOwn(thread) && thread != completer && isRunning();
  }

  /** Whether both threads live, or none was named because somebody makes the steps by hand. */
  boolean isRunning() {
    return pump == null || pump.isAlive() && sender.isAlive();
  }
}
