package dev.sluice.collectors;

import dev.sluice.collectors.ring.OwnedStripe;
import dev.sluice.collectors.ring.Ring;
import dev.sluice.collectors.ring.Stripe;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * An owner finds its stripe full and gives up the oldest rows, while the pump drains them. The
 * drained rows are whole and in order, all others are counted, and the newest is the last.
 */
@JCStressTest
@Outcome(id = "1, 11, 3", expect = Expect.ACCEPTABLE, desc = "each row drained once or counted")
@Outcome(
    id = "0, 11, 2",
    expect = Expect.ACCEPTABLE_INTERESTING,
    desc = "the pump lost its processor while it drained, so the newest was refused and counted")
@Outcome(expect = Expect.FORBIDDEN, desc = "a row torn, lost, doubled, or refused uncounted")
@State
public class EvictStress extends StressRing {
  private static final int NEWEST = 3;

  private final Ring ring = ring(0);
  private final RingSink evicting = sink(ring, FullRingPolicy.EVICT_OLDEST);
  private final OwnedStripe stripe =
      new OwnedStripe(CAPACITY, Stripe.longestRow(CAPACITY), ring.state);
  private int rows;
  private int last;

  public EvictStress() {
    for (int i = 0; i < 10; i++) {
      put(stripe, 2);
    }
  }

  @Actor
  public void emits(III_Result result) {
    result.r1 = put(evicting, stripe, NEWEST);
  }

  @Actor
  public void drains() {
    take();
  }

  private void take() {
    batch.clear();
    rows += stripe.drain(batch, 99, CAPACITY);
    for (int at = 0; at < batch.length(); at += 3) {
      boolean whole = batch.words[at + 1] == batch.words[at + 2];
      last = whole && last != NEWEST ? (int) batch.words[at + 1] : -1;
    }
  }

  @Arbiter
  public void check(III_Result result) {
    take();
    result.r2 = rows + (int) evicting.refusedTotal();
    result.r3 = last;
  }
}
