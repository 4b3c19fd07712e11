package dev.sluice.rawreaders.tcp;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Received items that wait for a poll, in the order in which they came. The network thread puts
 * them, the polling thread takes them. Taken items count until they are released, so that a slow
 * handler stops the network.
 */
final class Inbox {
  /** Item that ends a {@link #take} that waits. */
  private static final Received WAKE_UP = new Received(null, null, null, null);

  private final long maxBytes;
  private final LinkedBlockingQueue<Received> queue = new LinkedBlockingQueue<>();
  private final AtomicLong bytes = new AtomicLong();

  Inbox(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Returns whether one more item may be put; it may be larger than the remaining room. */
  boolean hasRoom() {
    return bytes.get() < maxBytes;
  }

  void put(Received received) {
    bytes.addAndGet(received.weight());
    queue.add(received);
  }

  /**
   * Takes the oldest items, about {@code batchBytes} in all, waiting for the first one at most
   * {@code nanos}.
   *
   * @return nothing if the time is over, somebody woke us or the thread is interrupted, which it
   *     then stays
   */
  List<Received> take(long nanos, int batchBytes) {
    List<Received> batch = new ArrayList<>();
    try {
      Received next = queue.poll();
      next = next == null ? queue.poll(nanos, TimeUnit.NANOSECONDS) : next;
      for (int weight = 0; next != null; next = weight < batchBytes ? queue.poll() : null) {
        if (next != WAKE_UP) {
          batch.add(next);
          weight += next.weight();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return batch;
  }

  /**
   * Frees the memory of a batch; returns whether there is room again.
   *
   * @return whether there was no room before and there is now
   */
  boolean release(List<Received> batch) {
    long weight = batch.stream().mapToLong(Received::weight).sum();
    long before = bytes.getAndAdd(-weight);
    return before >= maxBytes && before - weight < maxBytes;
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  /** Ends a {@link #take} that waits, or the next one that would. */
  void wake() {
    if (!queue.contains(WAKE_UP)) {
      queue.add(WAKE_UP);
    }
  }
}
