package dev.sluice.collectors;

import dev.sluice.collectors.ring.OwnedStripe;
import dev.sluice.collectors.ring.Stripe;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * An owner emits two rows, with one given up between them, while the pump drains once; then the
 * rest is drained.
 */
@JCStressTest
@Outcome(id = "0, 12", expect = Expect.ACCEPTABLE, desc = "the pump came before both rows")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "the pump came between the rows")
@Outcome(id = "12, 0", expect = Expect.ACCEPTABLE, desc = "the pump came after both rows")
@Outcome(expect = Expect.FORBIDDEN, desc = "a row was torn, lost, doubled or out of order")
@State
public class OwnedHandOverStress extends StressRing {
  private final OwnedStripe stripe = new OwnedStripe(CAPACITY, Stripe.longestRow(CAPACITY), state);

  @Actor
  public void owner() {
    put(stripe, 1);
    abort(stripe);
    put(stripe, 2);
  }

  @Actor
  public void pump(II_Result result) {
    result.r1 = drain(stripe);
  }

  @Arbiter
  public void rest(II_Result result) {
    result.r2 = drain(stripe);
  }
}
