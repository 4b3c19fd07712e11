package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowLayout;
import java.util.Arrays;

/**
 * A stripe for any number of producers, virtual threads included. A claim moves the tail with a CAS
 * against a limit, so a full ring can refuse; each row's header word is released last. Drained
 * words are zeroed, because a header of 0 means that nothing was claimed there yet.
 */
final class SharedStripe extends Stripe {
  /** Added to the tail on closing: every later claim is beyond every limit. */
  private static final long CLOSED = 1L << 62;

  long e00, e01, e02, e03, e04, e05, e06, e07, e08, e09, e10, e11, e12, e13, e14, e15;

  SharedStripe(int capacity, Gate gate) {
    super(capacity, gate);
  }

  @Override
  public boolean isOwnedBy(Thread thread) {
    return false;
  }

  @Override
  public int claim(int count) {
    if (!isTooLong(count)) {
      for (; ; ) {
        final long at = (long) TAIL.getVolatile(this);
        final int index = (int) at & mask;
        if (index + count > words.length || at + count > (long) LIMIT.getAcquire(this)) {
          break;
        }
        if (TAIL.compareAndSet(this, at, at + count)) {
          // A header in state CLAIMED. No call may stand between the CAS and it: a call can
          // overflow
          // the stack, and the pump would wait for this row for ever.
          words[index] = count | at << 32;
          if (!gate.closed) {
            return index;
          }
          withdraw(index, count);
          break;
        }
      }
    }
    return claimSlowly(count);
  }

  @Override
  public boolean commit(int index, long header) {
    final long claimed = words[index];
    WORD.setRelease(words, index, header);
    // A field and no method: no call may fail for want of stack now that the row is published.
    return !gate.closed || settle(index, claimed);
  }

  // The header of a claim holds its position, so it is no other row's that lay here before.
  private boolean settle(int index, long claimed) {
    synchronized (settling) {
      // Before the cut, the monitor shows the row to the cut; afterwards it shows the headers here.
      boolean taken = headers == words || headers[index] != claimed;
      if (!taken) {
        gate.refuse(DropCause.CLOSED);
      }
      return taken;
    }
  }

  /**
   * Takes back a claim that came with the closing, before anything is written to the row: so where
   * the cut finds no header there are zeros up to the next one.
   */
  private void withdraw(int index, int count) {
    words[index] = RowLayout.header(count, 0, RowLayout.PADDING);
  }

  @Override
  void cut() {
    consuming.lock();
    try {
      fixEnd();
    } finally {
      consuming.unlock();
    }
  }

  private void fixEnd() {
    synchronized (settling) {
      if (headers != words) {
        return;
      }
      final long end = position();
      long[] seen = words;
      for (long at = head; at < end; ) {
        long header = (long) WORD.getAcquire(words, (int) at & mask);
        header = header == 0 ? gap(at, end) : header;
        if (RowLayout.state(header) == RowLayout.CLAIMED && seen == words) {
          seen = words.clone();
        }
        if (seen != words) {
          seen[(int) at & mask] = header;
        }
        at += RowLayout.words(header);
      }
      headers = seen;
    }
  }

  /** Words from a claim without a header to the next header. */
  private int gap(long from, long end) {
    int length = 1;
    while (from + length < end
        && length < RowLayout.MAX_WORDS
        && (long) WORD.getAcquire(words, (int) (from + length) & mask) == 0) {
      length++;
    }
    return length;
  }

  @Override
  boolean isClaimed() {
    consuming.lock();
    try {
      return findClaimed();
    } finally {
      consuming.unlock();
    }
  }

  private boolean findClaimed() {
    final long end = position();
    for (long at = head; at < end; ) {
      long header = (long) WORD.getAcquire(words, (int) at & mask);
      if (RowLayout.state(header) == RowLayout.CLAIMED) {
        return true;
      }
      at += RowLayout.words(header);
    }
    return false;
  }

  @Override
  int tryClaim(int count) {
    for (; ; ) {
      final long at = (long) TAIL.getVolatile(this);
      final int index = (int) at & mask;
      final int toEnd = words.length - index;
      final int padding = toEnd < count ? toEnd : 0;
      final long end = at + padding + count;
      final long available = limitFor(end);
      if (end > available) {
        return FULL;
      }
      // A thread that comes late may put an older limit here; that only sends claims to this
      // method. It is released here and acquired by claim: limitFor has acquired with the head that
      // the pump zeroed the words up to here, and that comes before any header that goes by it.
      LIMIT.setRelease(this, available);
      final long paddingHeader = RowLayout.header(padding, 0, RowLayout.PADDING);
      if (TAIL.compareAndSet(this, at, end)) {
        final int row = padding > 0 ? 0 : index;
        words[row] = count | at << 32;
        if (padding > 0) {
          words[index] = paddingHeader;
        }
        if (!gate.closed) {
          return row;
        }
        withdraw(row, count);
        return FULL;
      }
    }
  }

  @Override
  long readable() {
    return position();
  }

  @Override
  void beforeRelease(long from, long to) {
    if (headers != words) {
      return; // nobody claims any more, and who has claimed looks at its header again
    }
    int start = (int) from & mask;
    int end = (int) to & mask;
    if (start < end) {
      Arrays.fill(words, start, end, 0);
    } else {
      Arrays.fill(words, start, words.length, 0);
      Arrays.fill(words, 0, end, 0);
    }
  }

  /** End of what was claimed so far. Any thread. */
  long position() {
    return (long) TAIL.getVolatile(this) & CLOSED - 1;
  }

  /** Refuses every later claim; what was claimed before may still be committed. */
  void close() {
    TAIL.getAndBitwiseOr(this, CLOSED);
  }
}
