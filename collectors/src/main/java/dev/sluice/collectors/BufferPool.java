package dev.sluice.collectors;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Buffers for sealed chunks, in sizes that are powers of two, so that a small chunk does not hold a
 * large buffer while it is on its way. All of them together, in use or not, stay within a budget.
 * Buffers are linked with one another, so only {@link #take} allocates, and before it counts: what
 * is counted is there, whatever memory is left. Any thread; {@link #give} waits for no lock.
 */
final class BufferPool {
  private static final int SMALLEST_BITS = 12;

  private final AtomicReference<Buffer> returned = new AtomicReference<>();
  private final Buffer[] idle = new Buffer[32 - SMALLEST_BITS];
  private final long budget;
  private long idleBytes;
  private long reserved;
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

  /**
   * Reserves room for one buffer of {@code bytes}, which the next {@link #take} uses, if that
   * leaves {@code spare} bytes; otherwise nothing is reserved any more. For one thread, the pump.
   */
  synchronized boolean reserve(int bytes, int spare) {
    recycle();
    long others = spare == 0 ? 0 : size(spare);
    boolean room = allBytes - idleBytes + size(bytes) + others <= budget;
    reserved = room ? size(bytes) : 0;
    return room;
  }

  private static long size(int bytes) {
    return 1L << sizeClass(bytes) + SMALLEST_BITS;
  }

  /** A buffer of at least {@code bytes}. Exceeds the budget if {@link #reserve} found no room. */
  synchronized Buffer take(int bytes) {
    recycle();
    reserved = 0;
    return buffer(bytes);
  }

  /** A buffer of at least {@code bytes} beside what is reserved; null if there is no room. */
  synchronized Buffer takeSpare(int bytes) {
    recycle();
    boolean room = allBytes - idleBytes + reserved + size(bytes) <= budget;
    return room ? buffer(bytes) : null;
  }

  private Buffer buffer(int bytes) {
    int sizeClass = sizeClass(bytes);
    if (idle[sizeClass] != null) {
      return poll(sizeClass);
    }
    int size = (int) size(bytes);
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
  synchronized long allocatedBytes() {
    return allBytes;
  }
}
