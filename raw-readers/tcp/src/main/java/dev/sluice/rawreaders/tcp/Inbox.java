package dev.sluice.rawreaders.tcp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What arrived and waits for a poll, in the order of arrival. Put by the network thread, taken by
 * the polling one. It counts what was taken until that is released, so that a slow handler stops
 * the network.
 */
final class Inbox {
  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Arrival> arrivals = new ArrayDeque<>();
  private long bytes;
  private boolean woken;

  Inbox(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Whether one more may be put; it may be larger than what is left. */
  boolean hasRoom() {
    lock.lock();
    try {
      return bytes < maxBytes;
    } finally {
      lock.unlock();
    }
  }

  void put(Arrival arrival) {
    lock.lock();
    try {
      arrivals.add(arrival);
      bytes += arrival.weight();
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes the oldest arrivals, about so many bytes, waiting for the first one.
   *
   * @return nothing if the time is over, somebody woke us or the thread is interrupted, which it
   *     then stays
   */
  List<Arrival> take(long nanos, int batchBytes) {
    lock.lock();
    try {
      long left = nanos;
      while (arrivals.isEmpty() && left > 0 && !woken) {
        left = changed.awaitNanos(left);
      }
      woken = false;
      return poll(batchBytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } finally {
      lock.unlock();
    }
  }

  private List<Arrival> poll(int batchBytes) {
    List<Arrival> batch = new ArrayList<>();
    for (int weight = 0; weight < batchBytes && !arrivals.isEmpty(); ) {
      Arrival arrival = arrivals.poll();
      batch.add(arrival);
      weight += arrival.weight();
    }
    return batch;
  }

  /**
   * The arrivals' memory is free again.
   *
   * @return whether there was no room before and there is now
   */
  boolean release(List<Arrival> batch) {
    long weight = batch.stream().mapToLong(Arrival::weight).sum();
    lock.lock();
    try {
      boolean full = bytes >= maxBytes;
      bytes -= weight;
      return full && bytes < maxBytes;
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    lock.lock();
    try {
      return arrivals.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Ends a {@link #take} that waits, or the next one that would. */
  void wake() {
    lock.lock();
    try {
      woken = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }
}
