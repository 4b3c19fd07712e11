package dev.sluice.collectors;

import dev.sluice.collectors.ring.Ring;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A thread emits a row and asks for a flush while the pump sets the mark of an earlier flush. The
 * pump drains nothing, so the second flush must not be done.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the mark was set before the row")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the mark was set after the row")
@Outcome(expect = Expect.FORBIDDEN, desc = "a flush is done, and its row still in the ring")
@State
public class FlushStress extends StressRing {
  private final Ring ring = ring(1);
  private final RingSink sink = sink(ring);
  private final Flushes flushes = new Flushes(ring::ends, ring::isDrainedTo);
  private final long earlier = flushes.enter();
  private long ticket;

  @Actor
  public void emits() {
    put(sink, 1);
    ticket = flushes.enter();
  }

  @Actor
  public void pumps() {
    if (flushes.isReached()) {
      flushes.reached();
    }
  }

  @Arbiter
  public void check(II_Result result) {
    result.r1 = flushes.isDone(earlier) ? 1 : 0;
    result.r2 = flushes.isDone(ticket) ? 1 : 0;
  }
}
