package dev.sluice.benchmarks.calls.app;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;

/** Calls the application and notes how long each call took. Ordered by one thread. */
final class CallingThread extends Thread {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final SynchronousQueue<Order> orders = new SynchronousQueue<>();
  private final Application application;
  private final int depth;
  private Order current;
  private long elapsed;
  private long allocated;

  /** Keeps what the application returns alive. */
  volatile long blackHole;

  private record Order(int lead, long[] times, CountDownLatch done) {}

  CallingThread(Application application, int depth) {
    super("caller");
    setDaemon(true);
    this.application = application;
    this.depth = depth;
  }

  /** For a thread that has nothing more to do, but is to live. */
  static void stay() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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
        long before = THREADS.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        call(order.times);
        elapsed = System.nanoTime() - start;
        allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        order.done.countDown();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The loop that is measured; each call as MooBench does it. */
  private void call(long[] times) {
    long sum = 0;
    for (int i = 0; i < times.length; i++) {
      long start = System.nanoTime();
      sum += application.monitoredMethod(0, depth);
      times[i] = System.nanoTime() - start;
    }
    blackHole = sum;
  }

  /** Nanoseconds of the counted calls together; after {@link #await}. */
  long elapsed() {
    return elapsed;
  }

  /** Bytes that this thread allocated during them. */
  long allocated() {
    return allocated;
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
