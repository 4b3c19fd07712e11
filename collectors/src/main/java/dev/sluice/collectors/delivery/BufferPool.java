package dev.sluice.collectors.delivery;

/**
 * Buffers for sealed chunks, in sizes that are powers of two, so that a small chunk does not hold a
 * large buffer while it is on its way. All of them together, in use or not, stay within a budget.
 * Buffers are linked with one another, so only {@link #take} allocates, and before it counts: what
 * is counted is there, whatever memory is left. Any thread.
 */
public final class BufferPool {
  private static final int MIN_SIZE_BITS = 12;

  private final Buffer[] idle = new Buffer[32 - MIN_SIZE_BITS];
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

  /** Creates a pool of at most {@code budget} bytes. */
  public BufferPool(long budget) {
    this.budget = budget;
  }

  private static int sizeClass(int bytes) {
    return Math.max(0, 32 - Integer.numberOfLeadingZeros(bytes - 1) - MIN_SIZE_BITS);
  }

  private static long size(int bytes) {
    return 1L << sizeClass(bytes) + MIN_SIZE_BITS;
  }

  /**
   * Returns whether a buffer is for a chunk of an earlier producer with more memory: there may
   * never be room for it and another one.
   */
  private boolean isHuge(int bytes) {
    return size(bytes) > budget / 2;
  }

  /**
   * Reserves room for one buffer of {@code bytes}, which the next {@link #take} uses, if that
   * leaves {@code spare} bytes; otherwise nothing is reserved any more. For one thread, the pump.
   */
  synchronized boolean reserve(int bytes, int spare) {
    long others = spare == 0 || isHuge(spare) ? 0 : size(spare);
    boolean room = allBytes - idleBytes + size(bytes) + others <= budget;
    reserved = room ? size(bytes) : 0;
    return room;
  }

  /**
   * Returns a buffer of at least {@code bytes}. Exceeds the budget if {@link #reserve} found no
   * room.
   */
  synchronized Buffer take(int bytes) {
    reserved = 0;
    return buffer(bytes);
  }

  /**
   * Returns a buffer of at least {@code bytes} in addition to what is reserved; null if there is no
   * room. A buffer of more than half of the budget exceeds it.
   */
  synchronized Buffer takeSpare(int bytes) {
    boolean room = allBytes - idleBytes + reserved + size(bytes) <= budget;
    return room || isHuge(bytes) ? buffer(bytes) : null;
  }

  private Buffer buffer(int bytes) {
    int sizeClass = sizeClass(bytes);
    if (idle[sizeClass] != null) {
      return poll(sizeClass);
    }
    int size = (int) size(bytes);
    release(size);
    Buffer buffer = new Buffer(size);
    allBytes += size;
    return buffer;
  }

  /** Frees idle buffers until {@code size} bytes are within the budget. */
  private void release(int size) {
    for (int i = 0; i < idle.length; i++) {
      while (idle[i] != null && allBytes + size > budget) {
        allBytes -= poll(i).bytes.length;
      }
    }
  }

  private Buffer poll(int sizeClass) {
    Buffer buffer = idle[sizeClass];
    idle[sizeClass] = buffer.next;
    buffer.next = null;
    idleBytes -= buffer.bytes.length;
    return buffer;
  }

  /** Gives a buffer back, once. */
  synchronized void give(Buffer buffer) {
    int sizeClass = sizeClass(buffer.bytes.length);
    buffer.next = idle[sizeClass];
    idle[sizeClass] = buffer;
    idleBytes += buffer.bytes.length;
    if (allBytes > budget) {
      release(0);
    }
  }

  /** Returns the number of bytes of all buffers, in use or not. */
  public synchronized long allocatedBytes() {
    return allBytes;
  }
}
