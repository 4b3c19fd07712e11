package dev.sluice.collectors;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.collectors.ring.Ring;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two threads want the last room of a full ring; one of them then makes more. */
@JCStressTest
@Outcome(
    id = "1, 1, 0",
    expect = Expect.ACCEPTABLE,
    desc = "the drain came in between, both rows got in")
@Outcome(
    id = {"1, 0, 1", "0, 1, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "one row was refused and counted")
@Outcome(expect = Expect.FORBIDDEN, desc = "a row overwrote another, or a refusal was not counted")
@State
public class FullRingStress extends StressRing {
  private final Ring ring = ring(0);
  private final RingSink sink = sink(ring);
  private int got;

  /** Full but for one row, and two words before the ring's end. */
  public FullRingStress() {
    for (int i = 0; i < 9; i++) {
      put(sink, 9);
    }
  }

  @Actor
  public void first(III_Result result) {
    result.r1 = put(sink, 1);
  }

  @Actor
  public void secondAndPump(III_Result result) {
    result.r2 = put(sink, 2);
    batch.clear();
    got = ring.drain(batch, 99, CAPACITY);
  }

  @Arbiter
  public void check(III_Result result) {
    batch.clear();
    got += ring.drain(batch, 99, CAPACITY);
    result.r3 = (int) sink.refused().of(DropCause.RING_FULL);
    if (got != 9 + result.r1 + result.r2) {
      result.r3 = -1;
    }
  }
}
