package dev.sluice.agent.handover;

import dev.sluice.monitoring.probe.TraceLink;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;

/**
 * From where tasks were handed over, until they are run. Knows tasks by identity and does not keep
 * them: those that are never run are forgotten with their garbage. Thread-safe, no locks but the
 * map's.
 */
final class TaskLinks {
  /** A task without state may be handed over many times before it is run; more are not linked. */
  static final int MAX_PER_TASK = 64;

  private final ConcurrentHashMap<Object, TraceLink[]> links = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> garbage = new ReferenceQueue<>();

  /**
   * Remembers a place. Tasks that are run once (futures, threads) have the first one; of others,
   * each run takes the oldest.
   */
  void put(Object task, TraceLink link) {
    for (Reference<?> gone = garbage.poll(); gone != null; gone = garbage.poll()) {
      links.remove(gone);
    }
    boolean once = task instanceof Future || task instanceof Thread;
    TraceLink[] one = {link};
    links.merge(
        new Key(task, garbage),
        one,
        (old, added) -> once || old.length == MAX_PER_TASK ? old : appended(old, link));
  }

  private static TraceLink[] appended(TraceLink[] old, TraceLink link) {
    TraceLink[] all = Arrays.copyOf(old, old.length + 1);
    all[old.length] = link;
    return all;
  }

  /** Whether nothing is remembered; about now. */
  boolean isEmpty() {
    return links.isEmpty();
  }

  /** Takes the oldest place of a task, or null. */
  TraceLink take(Object task) {
    Lookup key = new Lookup(task);
    if (links.get(key) == null) {
      return null;
    }
    TraceLink[] found = new TraceLink[1];
    links.computeIfPresent(
        key,
        (k, old) -> {
          found[0] = old[0];
          return old.length == 1 ? null : Arrays.copyOfRange(old, 1, old.length);
        });
    return found[0];
  }

  /** Loads what is needed. */
  void warmUp() {
    Object task = new Object();
    put(task, null);
    put(task, null);
    take(task);
    take(task);
  }

  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object task, ReferenceQueue<Object> garbage) {
      super(task, garbage);
      hash = System.identityHashCode(task);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      Object task = get();
      return task != null && other instanceof Key key && key.get() == task;
    }
  }

  /** Finds a key without making one. */
  private static final class Lookup {
    private final Object task;

    Lookup(Object task) {
      this.task = task;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(task);
    }

    /** The map compares what is asked for with what it has. */
    @Override
    public boolean equals(Object other) {
      return other == this || (other instanceof Key key && key.get() == task);
    }
  }
}
