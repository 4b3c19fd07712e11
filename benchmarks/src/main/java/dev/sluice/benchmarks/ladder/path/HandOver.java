package dev.sluice.benchmarks.ladder.path;

import java.util.function.Consumer;

/** What stands between callers and the writer's thread. */
interface HandOver {
  /** For as many records everywhere, a power of two: some can have no other number. */
  int CAPACITY = 1 << 14;

  /** Hands an item over; waits while there is no room, unless it overwrites. For callers. */
  void put(Object item);

  /**
   * Gives what is there to {@code to}, in order; may wait some milliseconds if nothing is there.
   * For the writer's thread.
   *
   * @return the number of items
   */
  int drain(Consumer<Object> to);

  /** The object that holds the items. */
  Object holder();
}
