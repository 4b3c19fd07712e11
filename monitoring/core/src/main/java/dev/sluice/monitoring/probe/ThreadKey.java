package dev.sluice.monitoring.probe;

/** A thread by its identity: its class may have another idea of its id, or of being equal. */
record ThreadKey(Thread thread) {
  @Override
  public boolean equals(Object other) {
    return other instanceof ThreadKey key && key.thread == thread;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(thread);
  }
}
