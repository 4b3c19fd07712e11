package dev.sluice.collectors;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;

/**
 * Buffers for sealed chunks, in sizes that are powers of two, so that a small chunk does not hold a
 * large buffer while it is on its way. All of them together, in use or not, stay within a budget.
 * Pump only, but for {@link #give}.
 */
final class BufferPool {
  private static final int SMALLEST_BITS = 12;

  private final MpscUnboundedVarHandleArrayQueue<byte[]> returned =
      new MpscUnboundedVarHandleArrayQueue<>(256);
  private final List<ArrayDeque<byte[]>> idle = new ArrayList<>();
  private final long budget;
  private long idleBytes;
  private long allBytes;

  /** A pool of at most {@code budget} bytes. */
  BufferPool(long budget) {
    this.budget = budget;
    for (int i = 0; i <= 31 - SMALLEST_BITS; i++) {
      idle.add(new ArrayDeque<>());
    }
  }

  private static int sizeClass(int bytes) {
    return Math.max(0, 32 - Integer.numberOfLeadingZeros(bytes - 1) - SMALLEST_BITS);
  }

  /** Whether a buffer for so many bytes can be taken now. */
  boolean hasRoom(int bytes) {
    recycle();
    return allBytes - idleBytes + (1L << sizeClass(bytes) + SMALLEST_BITS) <= budget;
  }

  /** A buffer of at least so many bytes. Exceeds the budget if {@link #hasRoom} did not hold. */
  byte[] take(int bytes) {
    recycle();
    int sizeClass = sizeClass(bytes);
    byte[] buffer = idle.get(sizeClass).poll();
    if (buffer != null) {
      idleBytes -= buffer.length;
      return buffer;
    }
    int size = 1 << sizeClass + SMALLEST_BITS;
    for (int i = 0; i < idle.size() && allBytes + size > budget; i++) {
      release(idle.get(i), size);
    }
    allBytes += size;
    return new byte[size];
  }

  private void release(ArrayDeque<byte[]> buffers, int size) {
    while (!buffers.isEmpty() && allBytes + size > budget) {
      int bytes = buffers.poll().length;
      idleBytes -= bytes;
      allBytes -= bytes;
    }
  }

  private void recycle() {
    for (byte[] buffer = returned.relaxedPoll(); buffer != null; buffer = returned.relaxedPoll()) {
      idle.get(sizeClass(buffer.length)).push(buffer);
      idleBytes += buffer.length;
    }
  }

  /** Gives a buffer back. Any thread. */
  void give(byte[] buffer) {
    returned.offer(buffer);
  }

  /** Bytes of all buffers, in use or not. */
  long allocatedBytes() {
    return allBytes;
  }
}
