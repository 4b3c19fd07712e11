package dev.sluice.collectors;

import dev.sluice.api.record.RowBatch;
import dev.sluice.api.record.RowBuffer;
import dev.sluice.api.record.RowLayout;
import dev.sluice.collectors.ring.Ring;
import dev.sluice.collectors.ring.RingState;
import dev.sluice.collectors.ring.Stripe;
import dev.sluice.collectors.ring.Symbols;
import dev.sluice.collectors.ring.Types;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.support.platform.SystemPlatform;

/**
 * What the stress tests of stripes share: rows of three words whose second and third word agree.
 */
class StressRing {
  static final int CAPACITY = 32;
  final RingState state = new RingState();
  final RowBatch batch = new RowBatch(CAPACITY, null);

  /** 1 if the row was accepted, 0 if there was no room. */
  static int put(Stripe stripe, long value) {
    int at = stripe.claim(3);
    return at >= 0 && write(stripe, at, value) ? 1 : 0;
  }

  /** A sink with a ring of its own that drops what finds no room. */
  static RingSink sink(Ring ring) {
    return sink(ring, FullRingPolicy.DROP_NEWEST);
  }

  static RingSink sink(Ring ring, FullRingPolicy policy) {
    return new RingSink(ring, new Types(new Symbols(1)), policy, 0, SystemPlatform.get());
  }

  static Ring ring(int ownedStripes) {
    return new Ring(CAPACITY, ownedStripes, new CollectorThreads(SystemPlatform.get()));
  }

  /** 1 if the record was accepted, 0 if it was refused and counted. */
  static int put(RingSink sink, long value) {
    return put(sink, sink.buffer(), value);
  }

  static int put(RingSink sink, RowBuffer buffer, long value) {
    int at = buffer.claim(3);
    if (at < 0) {
      at = sink.full(buffer, 3);
    }
    return at >= 0 && write(buffer, at, value) ? 1 : 0;
  }

  static boolean write(RowBuffer buffer, int at, long value) {
    buffer.put(at + 1, value);
    buffer.put(at + 2, value);
    return buffer.commit(at, RowLayout.header(3, 0));
  }

  static void abort(Stripe stripe) {
    int at = stripe.claim(3);
    stripe.givenUp[at & stripe.givenUp.length - 1] = true;
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
