package dev.sluice.agent.handover;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * The places from which tasks were handed over, until the tasks run. Tasks are compared by identity
 * and held weakly: those that never run are removed when they are garbage. Thread-safe; uses no
 * locks but the map's.
 */
final class TaskLinks<V> {
  /** A task without state may be handed over many times before it is run; more are not linked. */
  static final int MAX_PER_TASK = 64;

  private final ConcurrentHashMap<Object, List<V>> links = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> garbage = new ReferenceQueue<>();

  /**
   * Remembers a place. Tasks that are run once (futures, threads) have the first one; of others,
   * each run takes the oldest.
   */
  void put(Object task, V link) {
    for (Reference<?> gone = garbage.poll(); gone != null; gone = garbage.poll()) {
      links.remove(gone);
    }
    boolean once = task instanceof Future || task instanceof Thread;
    links.merge(
        new Key(task, garbage),
        List.of(link),
        (old, added) ->
            once || old.size() == MAX_PER_TASK
                ? old
                : Stream.concat(old.stream(), added.stream()).toList());
  }

  /** Whether there is no link; approximate. */
  boolean isEmpty() {
    return links.isEmpty();
  }

  /** Tasks that are remembered, those that are garbage perhaps included. */
  int size() {
    return links.size();
  }

  /** Takes the oldest place of a task, or null. */
  V take(Object task) {
    Lookup key = new Lookup(task);
    List<V> all = links.get(key);
    // Other threads may take links meanwhile: the thread that replaces the list gets its first.
    while (all != null && !takeFirst(key, all)) {
      all = links.get(key);
    }
    return all == null ? null : all.get(0);
  }

  private boolean takeFirst(Lookup key, List<V> all) {
    return all.size() == 1
        ? links.remove(key, all)
        : links.replace(key, all, List.copyOf(all.subList(1, all.size())));
  }

  /** Loads all classes that are needed. */
  static void warmUp() {
    TaskLinks<String> links = new TaskLinks<>();
    links.put(links, "a");
    links.put(links, "b");
    links.take(links);
    links.take(links);
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
