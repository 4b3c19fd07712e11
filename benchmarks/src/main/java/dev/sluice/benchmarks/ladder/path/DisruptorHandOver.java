package dev.sluice.benchmarks.ladder.path;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.SleepingWaitStrategy;
import java.util.function.Consumer;

/** The LMAX Disruptor, whose slots refer to the records. Thread-safe. */
final class DisruptorHandOver implements HandOver {
  private final RingBuffer<Slot> ring =
      RingBuffer.createMultiProducer(Slot::new, CAPACITY, new SleepingWaitStrategy());
  private final EventPoller<Slot> poller = ring.newPoller();
  private final PathBackoff backoff = new PathBackoff();

  private static final class Slot {
    private Object item;
  }

  DisruptorHandOver() {
    ring.addGatingSequences(poller.getSequence());
  }

  @Override
  public void put(Object item) {
    long sequence = ring.next();
    try {
      ring.get(sequence).item = item;
    } finally {
      ring.publish(sequence);
    }
  }

  @Override
  public int drain(Consumer<Object> to) {
    int[] items = new int[1];
    try {
      poller.poll(
          (slot, sequence, endOfBatch) -> {
            Object item = slot.item;
            slot.item = null;
            to.accept(item);
            items[0]++;
            return true;
          });
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    if (items[0] == 0) {
      backoff.idle();
    } else {
      backoff.worked();
    }
    return items[0];
  }

  @Override
  public Object holder() {
    return ring;
  }
}
