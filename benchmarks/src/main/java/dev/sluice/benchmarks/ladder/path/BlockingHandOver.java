package dev.sluice.benchmarks.ladder.path;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A queue of the JDK; both ends wait on its conditions. Thread-safe. */
record BlockingHandOver(BlockingQueue<Object> holder) implements HandOver {
  private static final long WAIT_MILLIS = 10;

  @Override
  public void put(Object item) {
    try {
      holder.put(item);
    } catch (InterruptedException e) {
      throw new IllegalStateException("callers are not interrupted", e);
    }
  }

  @Override
  public int drain(Consumer<Object> to) {
    Object item;
    try {
      item = holder.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException("the writer is not interrupted", e);
    }
    if (item == null) {
      return 0;
    }
    to.accept(item);
    return 1;
  }
}
