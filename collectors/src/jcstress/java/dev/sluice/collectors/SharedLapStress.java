package dev.sluice.collectors;

import dev.sluice.collectors.ring.SharedStripe;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * One thread drains, which zeroes words, and raises the limit when it emits; another goes by that
 * limit and writes its row where the words were zeroed: the zeros never come later.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the second found the stripe full")
@Outcome(
    id = {"3, 12", "3, 21"},
    expect = Expect.ACCEPTABLE,
    desc = "both got in, in either order")
@Outcome(expect = Expect.FORBIDDEN, desc = "a row was torn, lost or doubled")
@State
public class SharedLapStress extends StressRing {
  private final SharedStripe stripe = new SharedStripe(CAPACITY, state);
  private int pumped;

  /** Full of rows whose digit is 0, so that they do not show. */
  public SharedLapStress() {
    while (put(stripe, 0) == 1) {
      // until it is full
    }
  }

  @Actor
  public void pumpAndFirst(II_Result result) {
    pumped = drain(stripe);
    result.r1 = put(stripe, 1);
  }

  @Actor
  public void second(II_Result result) {
    result.r2 = 2 * put(stripe, 2);
  }

  @Arbiter
  public void rest(II_Result result) {
    result.r1 += result.r2;
    int rest = drain(stripe);
    result.r2 = rest == 0 ? pumped : 10 * pumped + rest;
  }
}
