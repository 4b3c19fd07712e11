package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.collectors.ring.SharedStripe;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** One thread gives up its row, another commits one over the end of the ring and then drains. */
@JCStressTest
@Outcome(
    id = "0, 5, 1",
    expect = Expect.ACCEPTABLE,
    desc = "the pump waited for the hole, which was counted once")
@Outcome(
    id = "5, 0, 1",
    expect = Expect.ACCEPTABLE,
    desc = "the row came at once, the hole was counted once")
@Outcome(expect = Expect.FORBIDDEN, desc = "the row was lost, or the hole was not counted once")
@State
public class SharedAbortStress extends StressRing {
  private final SharedStripe stripe = new SharedStripe(CAPACITY, state);

  /** Leaves two words before the end of the ring, so that the next row needs padding. */
  public SharedAbortStress() {
    for (int i = 0; i < 10; i++) {
      put(stripe, 9);
    }
    drain(stripe);
  }

  @Actor
  public void givesUp() {
    abort(stripe);
  }

  @Actor
  public void commitsAndDrains(III_Result result) {
    put(stripe, 5);
    result.r1 = drain(stripe);
  }

  @Arbiter
  public void rest(III_Result result) {
    result.r2 = drain(stripe);
    result.r3 = (int) state.refused.snapshot().of(DropCause.ENCODE_ERROR);
  }
}
