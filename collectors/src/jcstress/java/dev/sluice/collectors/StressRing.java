package dev.sluice.collectors;

import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowLayout;

/**
 * What the stress tests of stripes share: rows of three words whose second and third word agree.
 */
class StressRing {
  static final int CAPACITY = 32;
  final Gate gate = new Gate(FullRingPolicy.DROP_NEWEST, 0);
  final RowBatch batch = new RowBatch(CAPACITY, null);

  /** 1 if the row was accepted, 0 if it was refused. */
  static int put(Stripe stripe, long value) {
    int at = stripe.claim(3);
    if (at < 0) {
      return 0;
    }
    stripe.words[at + 1] = value;
    stripe.words[at + 2] = value;
    return stripe.commit(at, RowLayout.header(3, 0)) ? 1 : 0;
  }

  static void abort(Stripe stripe) {
    int at = stripe.claim(3);
    stripe.words[at] = RowLayout.header(3, 0, RowLayout.ABORTED);
  }

  /** The drained values as decimal digits, in order; -1 for a torn row. */
  int drain(Stripe stripe) {
    batch.clear();
    stripe.drain(batch, 99, CAPACITY);
    return digits();
  }

  int digits() {
    int digits = 0;
    for (int at = 0; at < batch.length(); at += 3) {
      if (batch.words[at + 1] != batch.words[at + 2]) {
        return -1;
      }
      digits = digits * 10 + (int) batch.words[at + 1];
    }
    return digits;
  }
}
