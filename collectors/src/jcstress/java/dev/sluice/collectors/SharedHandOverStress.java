package dev.sluice.collectors;

import dev.sluice.collectors.ring.SharedStripe;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads emit a row each; one of them then drains; at last the rest is drained. */
@JCStressTest
@Outcome(
    id = "0, 12",
    expect = Expect.ACCEPTABLE,
    desc = "the pump waited for a row claimed earlier")
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "the pump saw one row")
@Outcome(
    id = {"12, 0", "21, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "the pump came after both rows")
@Outcome(expect = Expect.FORBIDDEN, desc = "a row was torn, lost or doubled")
@State
public class SharedHandOverStress extends StressRing {
  private final SharedStripe stripe = new SharedStripe(CAPACITY, state);

  @Actor
  public void first() {
    put(stripe, 1);
  }

  @Actor
  public void secondAndPump(II_Result result) {
    put(stripe, 2);
    result.r1 = drain(stripe);
  }

  @Arbiter
  public void rest(II_Result result) {
    result.r2 = drain(stripe);
  }
}
