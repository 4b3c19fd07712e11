package dev.sluice.agent.handover;

import dev.sluice.agent.objects.WeakIdentityMap;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * The places from which tasks were handed over, until the tasks run. Tasks are compared by identity
 * and held weakly: those that never run are removed when they are garbage. Thread-safe.
 */
final class TaskLinks<V> {
  /** A task without state may be handed over many times before it is run; more are not linked. */
  static final int MAX_PER_TASK = 64;

  private final WeakIdentityMap<List<V>> links = new WeakIdentityMap<>();

  /**
   * Remembers a place. Tasks that are run once (futures, threads) have the first one; of others,
   * each run takes the oldest.
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

  /** Tasks that are remembered, those that are garbage perhaps included. */
  int size() {
    return links.size();
  }

  /** Takes the oldest place of a task, or null. */
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
