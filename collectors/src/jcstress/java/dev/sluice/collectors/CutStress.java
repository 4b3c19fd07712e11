package dev.sluice.collectors;

import dev.sluice.api.record.RowLayout;
import dev.sluice.collectors.ring.OwnedStripe;
import dev.sluice.collectors.ring.Stripe;
import dev.sluice.collectors.threads.Threads;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A row that was claimed before the closing is committed while the pump takes its last look. */
@JCStressTest
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "the row came before the cut")
@Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "the row came too late, and knows it")
@Outcome(expect = Expect.FORBIDDEN, desc = "the row was accepted and is lost, or the reverse")
@State
public class CutStress extends StressRing {
  private final OwnedStripe stripe = new OwnedStripe(CAPACITY, Stripe.longestRow(CAPACITY), state);
  private final int at = stripe.claim(3);

  @Actor
  public void commits(III_Result result) {
    result.r1 = stripe.commit(at, RowLayout.header(3, 0)) ? 1 : 0;
  }

  @Actor
  public void closes() {
    state.closed = true;
    Threads.fenceAllThreads();
    stripe.cut();
  }

  @Arbiter
  public void check(III_Result result) {
    result.r2 = stripe.drain(batch, 99, CAPACITY);
    result.r3 = (int) state.refused.total();
  }
}
