package dev.sluice.benchmarks.ladder.path;

import java.util.function.Consumer;
import org.jctools.queues.MpscArrayQueue;

/** The queue of JCTools. Thread-safe. */
final class MpscHandOver implements HandOver {
  private final MpscArrayQueue<Object> queue = new MpscArrayQueue<>(CAPACITY);
  private final PathBackoff backoff = new PathBackoff();

  @Override
  public void put(Object item) {
    while (!queue.offer(item)) {
      PathBackoff.awaitRoom();
    }
  }

  @Override
  public int drain(Consumer<Object> to) {
    Object item = queue.poll();
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
    return queue;
  }
}
