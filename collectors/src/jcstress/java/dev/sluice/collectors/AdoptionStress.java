package dev.sluice.collectors;

import dev.sluice.collectors.ring.Ring;
import dev.sluice.collectors.threads.CollectorThreads;
import dev.sluice.support.platform.SystemPlatform;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two threads emit two rows each and race for the one owned stripe; one then drains. */
@JCStressTest
@Outcome(
    id = "1",
    expect = Expect.ACCEPTABLE,
    desc = "all rows arrived, those of each thread in order")
@Outcome(
    expect = Expect.FORBIDDEN,
    desc = "two owners of one stripe: a row was lost, or out of order")
@State
public class AdoptionStress extends StressRing {
  private final Ring ring =
      new Ring(
          2 * CAPACITY,
          2,
          4 * CAPACITY,
          1,
          CAPACITY,
          0,
          new CollectorThreads(SystemPlatform.get()));

  @Actor
  public void first() {
    put(ring.stripe(), 1);
    put(ring.stripe(), 2);
  }

  @Actor
  public void secondAndPump() {
    put(ring.stripe(), 3);
    put(ring.stripe(), 4);
    ring.drain(batch, 99, CAPACITY);
    ring.reclaim();
  }

  @Arbiter
  public void rest(I_Result result) {
    ring.drain(batch, 99, CAPACITY);
    ring.drain(batch, 99, CAPACITY);
    String order = Integer.toString(digits());
    boolean ordered =
        order.indexOf('1') < order.indexOf('2') && order.indexOf('3') < order.indexOf('4');
    result.r1 = batch.rows() == 4 && ordered && order.matches("[1-4]{4}") ? 1 : 0;
  }
}
