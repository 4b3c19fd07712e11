package dev.sluice.collectors;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Buffers for sealed chunks, in sizes that are powers of two, so that a small chunk does not hold a
 * large buffer while it is on its way. All of them together, in use or not, stay within a budget.
 * Buffers are linked with one another, so only {@link #take} allocates, and before it counts: what
 * is counted is there, whatever memory is left. Pump only, but for {@link #give}.
 */
final class BufferPool {
  private static final int SMALLEST_BITS = 12;

  private final AtomicReference<Buffer> returned = new AtomicReference<>();
  private final Buffer[] idle = new Buffer[32 - SMALLEST_BITS];
  private final long budget;
  private long idleBytes;
  private long allBytes;

  /** A buffer, linked with others while nobody has it. */
  static final class Buffer {
    final byte[] bytes;
    private Buffer next;

    private Buffer(int size) {
      bytes = new byte[size];
    }
  }

  /** A pool of at most {@code budget} bytes. */
  BufferPool(long budget) {
    this.budget = budget;
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
  Buffer take(int bytes) {
    recycle();
    int sizeClass = sizeClass(bytes);
    if (idle[sizeClass] != null) {
      return poll(sizeClass);
    }
    int size = 1 << sizeClass + SMALLEST_BITS;
    for (int i = 0; i < idle.length; i++) {
      while (idle[i] != null && allBytes + size > budget) {
        allBytes -= poll(i).bytes.length;
      }
    }
    Buffer buffer = new Buffer(size);
    allBytes += size;
    return buffer;
  }

  private Buffer poll(int sizeClass) {
    Buffer buffer = idle[sizeClass];
    idle[sizeClass] = buffer.next;
    buffer.next = null;
    idleBytes -= buffer.bytes.length;
    return buffer;
  }

  private void recycle() {
    Buffer buffer = returned.get() == null ? null : returned.getAndSet(null);
    while (buffer != null) {
      Buffer next = buffer.next;
      int sizeClass = sizeClass(buffer.bytes.length);
      buffer.next = idle[sizeClass];
      idle[sizeClass] = buffer;
      idleBytes += buffer.bytes.length;
      buffer = next;
    }
  }

  /** Gives a buffer back, once. Any thread. */
  void give(Buffer buffer) {
    Buffer first;
    do {
      first = returned.get();
      buffer.next = first;
    } while (!returned.compareAndSet(first, buffer)); // shows the link to whoever recycles
  }

  /** Bytes of all buffers, in use or not. */
  long allocatedBytes() {
    return allBytes;
  }
}
