package dev.sluice.benchmarks.calls.app;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;

/** Calls the application and notes how long each call took. Ordered by one thread. */
final class CallingThread implements Runnable {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Calls after which a virtual thread lets others have the processor. */
  private static final int TURN = 16;

  private final SynchronousQueue<Order> orders = new SynchronousQueue<>();
  private final Application application;
  private final long work;
  private final int depth;
  private final boolean virtual;
  private Order current;
  private long begin;
  private long end;
  private long allocated;

  /** Keeps what the application returns alive. */
  volatile long blackHole;

  private record Order(int lead, long[] times, CountDownLatch done) {}

  CallingThread(Application application, long work, int depth, boolean virtual) {
    this.application = application;
    this.work = work;
    this.depth = depth;
    this.virtual = virtual;
  }

  /** Starts it as a daemon; a virtual one by reflection, because JDK 17 has none. */
  void start() throws ReflectiveOperationException {
    if (virtual) {
      Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, this);
    } else {
      Thread thread = new Thread(this, "caller");
      thread.setDaemon(true);
      thread.start();
    }
  }

  void order(int lead, int calls) throws InterruptedException {
    current = new Order(lead, new long[calls], new CountDownLatch(1));
    orders.put(current);
  }

  void await() throws InterruptedException {
    current.done.await();
  }

  @Override
  public void run() {
    try {
      while (true) {
        Order order = orders.take();
        call(new long[order.lead]);
        long before = allocatedBytes();
        begin = System.nanoTime();
        call(order.times);
        end = System.nanoTime();
        allocated = allocatedBytes() - before;
        order.done.countDown();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private long allocatedBytes() {
    return virtual ? 0 : THREADS.getCurrentThreadAllocatedBytes();
  }

  /** A virtual thread would otherwise run to its end before the next begins. */
  private void call(long[] times) {
    if (!virtual) {
      call(times, 0, times.length);
      return;
    }
    for (int from = 0; from < times.length; from += TURN) {
      call(times, from, Math.min(times.length, from + TURN));
      Thread.yield();
    }
  }

  /** The loop that is measured; each call as MooBench does it. */
  private void call(long[] times, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      long start = System.nanoTime();
      sum += application.monitoredMethod(work, depth);
      times[i] = System.nanoTime() - start;
    }
    blackHole = sum;
  }

  /** When the first counted call began; after {@link #await}. */
  long begin() {
    return begin;
  }

  /** When the last counted call ended. */
  long end() {
    return end;
  }

  /** Bytes that this thread allocated during them; -1 if the JVM does not tell. */
  long allocated() {
    return virtual ? -1 : allocated;
  }

  /** Appends the response times of the counted calls; the result is their sum. */
  long write(OutputStream out) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * current.times.length);
    long sum = 0;
    for (long time : current.times) {
      sum += time;
      bytes.putInt((int) Math.min(Integer.MAX_VALUE, time));
    }
    out.write(bytes.array());
    return sum;
  }
}
