package dev.sluice.monitoring.probe;

/** A thread compared by identity: a subclass of Thread may override its id and {@code equals}. */
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
