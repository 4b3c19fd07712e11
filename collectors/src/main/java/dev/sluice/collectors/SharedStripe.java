package dev.sluice.collectors;

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

  SharedStripe(int capacity, Gate gate) {
    super(capacity, gate);
  }

  @Override
  public int claim(int count) {
    if (count <= words.length >>> 3) {
      for (; ; ) {
        final long at = (long) TAIL.getVolatile(this);
        final int index = (int) at & mask;
        if (index + count > words.length || at + count > (long) LIMIT.getOpaque(this)) {
          break;
        }
        if (TAIL.compareAndSet(this, at, at + count)) {
          // A header in state CLAIMED. No call may stand between the CAS and it: a call can
          // overflow
          // the stack, and the pump would wait for this row for ever.
          words[index] = count;
          return index;
        }
      }
    }
    return claimSlowly(count);
  }

  @Override
  public void commit(int index, long header) {
    WORD.setRelease(words, index, header);
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
      // method.
      LIMIT.setOpaque(this, available);
      final long paddingHeader = RowLayout.header(padding, 0, RowLayout.PADDING);
      if (TAIL.compareAndSet(this, at, end)) {
        final int row = padding > 0 ? 0 : index;
        words[row] = count;
        if (padding > 0) {
          words[index] = paddingHeader;
        }
        return row;
      }
    }
  }

  @Override
  long readable() {
    return position();
  }

  @Override
  void beforeRelease(long from, long to) {
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
