package dev.sluice.benchmarks.ladder.path;

import java.util.function.Consumer;

/**
 * The synchronized circular queue of Reichelt et al., Towards Solving the Challenge of Minimal
 * Overhead Monitoring (2023), section 3.3: a caller never waits, and what has not been taken when
 * the place is needed is overwritten, the oldest first. Thread-safe.
 */
final class CircularQueue implements HandOver {
  private final Object[] items = new Object[CAPACITY];
  private final PathBackoff backoff = new PathBackoff();
  private int first;
  private int count;

  @Override
  public synchronized void put(Object item) {
    items[(first + count) % items.length] = item;
    if (count == items.length) {
      first = (first + 1) % items.length;
    } else {
      count++;
    }
  }

  private synchronized Object poll() {
    if (count == 0) {
      return null;
    }
    Object item = items[first];
    items[first] = null;
    first = (first + 1) % items.length;
    count--;
    return item;
  }

  @Override
  public int drain(Consumer<Object> to) {
    Object item = poll();
    if (item == null) {
      backoff.idle();
      return 0;
    }
    backoff.worked();
    to.accept(item);
    return 1;
  }

  @Override
  public Object holder() {
    return this;
  }
}
