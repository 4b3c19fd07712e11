package dev.sluice.benchmarks.ladder.path;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Rows of six words, one cache line each, in one array: a caller claims the next row by a
 * fetch-and-add, waits until the row is free, writes the words in place and commits; nothing is
 * allocated. For many callers and one writer.
 */
final class FlatRing {
  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  /** Words of a row: the number of the row it holds, plus one, then the record. */
  private static final int STRIDE = 8;

  static final int WORDS = RecordLayout.EXECUTION_BYTES / Long.BYTES;

  /** Rows that are given back together. */
  private static final int BATCH = 256;

  private static final int MASK = HandOver.CAPACITY - 1;

  /** Each in a cache line of its own. */
  private static final int CLAIMED = 16;

  private static final int FREED = 32;
  private static final int SEEN_FREED = 48;

  private final long[] words = new long[HandOver.CAPACITY * STRIDE];
  private final AtomicLongArray counters = new AtomicLongArray(64);
  private final PathBackoff backoff = new PathBackoff();

  /** The next row that the writer reads; its own. */
  private long next;

  /** Hands a record over; waits while there is no room. */
  void put(long a, long b, long c, long d, long e, long f) {
    long row = counters.getAndIncrement(CLAIMED);
    // An old value only costs another look. Acquired: what this caller overwrites has been read.
    while (row - counters.getAcquire(SEEN_FREED) >= HandOver.CAPACITY) {
      awaitFree(row);
    }
    int at = (int) (row & MASK) * STRIDE;
    words[at + 1] = a;
    words[at + 2] = b;
    words[at + 3] = c;
    words[at + 4] = d;
    words[at + 5] = e;
    words[at + 6] = f;
    // Happens before the writer's read of this word in drain().
    WORD.setRelease(words, at, row + 1);
  }

  private void awaitFree(long row) {
    // Pairs with the release in drain(): the writer has read what was in the row before.
    long freed = counters.getAcquire(FREED);
    counters.setRelease(SEEN_FREED, freed);
    if (row - freed >= HandOver.CAPACITY) {
      PathBackoff.awaitRoom();
    }
  }

  /** Copies rows into the file; the number of rows. For the writer's thread. */
  int drain(RecordFile file) {
    int rows = 0;
    while (rows < BATCH) {
      int at = (int) (next & MASK) * STRIDE;
      if ((long) WORD.getAcquire(words, at) != next + 1) {
        break;
      }
      ByteBuffer out = file.next();
      for (int i = 1; i <= WORDS; i++) {
        out.putLong(words[at + i]);
      }
      file.recorded();
      next++;
      rows++;
    }
    if (rows == 0) {
      backoff.idle();
    } else {
      backoff.worked();
      counters.setRelease(FREED, next);
    }
    return rows;
  }
}
