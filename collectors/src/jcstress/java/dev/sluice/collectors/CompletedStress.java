package dev.sluice.collectors;

import dev.sluice.collectors.chunking.ChunkLimits;
import dev.sluice.collectors.chunking.Chunking;
import dev.sluice.collectors.chunking.DelayGoal;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads complete chunks while the pump decides about its limits and somebody looks. */
@JCStressTest
@Outcome(id = "1000, 1", expect = Expect.ACCEPTABLE, desc = "the longer of both, one decision")
@Outcome(id = "1000, 2", expect = Expect.ACCEPTABLE, desc = "the same, decided on one and on both")
@Outcome(expect = Expect.FORBIDDEN, desc = "a completion is lost, or what it wrote is torn")
@State
public class CompletedStress {
  private static final long MILLIS = 1_000_000;
  private final Chunking chunking =
      new Chunking(new ChunkLimits(9, 9, 200 * MILLIS), 9, DelayGoal.parse("p99<200ms"), 0);

  @Actor
  public void completes() {
    chunking.completed(0, 900 * MILLIS, 1000 * MILLIS);
  }

  @Actor
  public void completesAnother() {
    chunking.completed(0, 400 * MILLIS, 500 * MILLIS);
  }

  @Actor
  public void decides() {
    chunking.begin(2_000 * MILLIS);
  }

  @Arbiter
  public void check(II_Result result) {
    chunking.begin(4_000 * MILLIS);
    result.r1 = (int) (chunking.status().observedNanos() / MILLIS / 100 * 100);
    result.r2 = (int) (chunking.status().raised() + chunking.status().lowered());
  }
}
