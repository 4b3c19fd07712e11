package dev.sluice.collectors;

import dev.sluice.collectors.ring.OwnedStripe;
import dev.sluice.collectors.ring.Stripe;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A row that needs padding at the ring's end is claimed while the pump takes its last look; it was
 * not yet closed when the claim looked, and is when the row is committed.
 */
@JCStressTest
@Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "the row came too late: one drop")
@Outcome(expect = Expect.FORBIDDEN, desc = "the row was not counted, or twice")
@State
public class PaddedCutStress extends StressRing {
  private final OwnedStripe stripe = new OwnedStripe(CAPACITY, Stripe.longestRow(CAPACITY), state);
  private int at;

  /** All is drained, two words before the ring's end. */
  public PaddedCutStress() {
    for (int i = 0; i < 5; i++) {
      put(stripe, 9);
      put(stripe, 9);
      drain(stripe);
    }
    batch.clear();
  }

  @Actor
  public void claims() {
    at = stripe.claim(3);
  }

  @Actor
  public void cuts() {
    stripe.cut();
  }

  @Arbiter
  public void check(III_Result result) {
    state.closed = true;
    result.r1 = write(stripe, at, 1) ? 1 : 0;
    result.r2 = stripe.drain(batch, 99, CAPACITY);
    result.r3 = (int) state.refused.total();
  }
}
