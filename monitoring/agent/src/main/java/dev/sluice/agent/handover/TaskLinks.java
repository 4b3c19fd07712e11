package dev.sluice.agent.handover;

import dev.sluice.agent.objects.WeakIdentityMap;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Places from which tasks were passed to other threads, until the tasks run. Tasks are compared by
 * identity and referenced weakly: tasks that never run are removed when they are garbage.
 * Thread-safe.
 */
final class TaskLinks<V> {
  /**
   * Maximum number of places of a task; a task without state may be passed many times before it is
   * run.
   */
  static final int MAX_PER_TASK = 64;

  private final WeakIdentityMap<List<V>> links = new WeakIdentityMap<>();

  /**
   * Adds a place of a task. Tasks that are run once (futures, threads) keep the first one; each run
   * of other tasks takes the oldest.
   */
  void put(Object task, V link) {
    boolean once = task instanceof Future || task instanceof Thread;
    links.merge(
        task,
        List.of(link),
        (old, added) ->
            once || old.size() == MAX_PER_TASK
                ? old
                : Stream.concat(old.stream(), added.stream()).toList());
  }

  /** Returns whether there is no link; approximate. */
  boolean isEmpty() {
    return links.isEmpty();
  }

  /** Returns the number of tasks with places, perhaps including those that are garbage. */
  int size() {
    return links.size();
  }

  /** Removes and returns the oldest place of a task, or null. */
  V take(Object task) {
    List<V> all = links.get(task);
    // Other threads may take links meanwhile: the thread that replaces the list gets its first.
    while (all != null && !links.replace(task, all, rest(all))) {
      all = links.get(task);
    }
    return all == null ? null : all.get(0);
  }

  private static <V> List<V> rest(List<V> all) {
    return all.size() == 1 ? null : List.copyOf(all.subList(1, all.size()));
  }

  /** Loads all classes that are needed. */
  static void warmUp() {
    TaskLinks<String> links = new TaskLinks<>();
    links.put(links, "a");
    links.put(links, "b");
    links.take(links);
    links.take(links);
  }
}
