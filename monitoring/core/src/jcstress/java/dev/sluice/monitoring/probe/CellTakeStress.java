package dev.sluice.monitoring.probe;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Executions are added while somebody takes what there is, without the wait between asking and
 * taking: number and sum belong together in each record, and all are in exactly one.
 */
@JCStressTest
@Outcome(id = "3, 3, 0", expect = Expect.ACCEPTABLE, desc = "all in records that fit together")
@Outcome(expect = Expect.FORBIDDEN, desc = "an execution lost, doubled, or half of it taken")
@State
public class CellTakeStress extends StressCells {
  public CellTakeStress() {
    add();
  }

  @Actor
  public void adds() {
    add();
    add();
  }

  @Actor
  public void takes() {
    probes.aggregates.ask(LockTimeout.endless());
    probes.aggregates.take(LockTimeout.endless());
  }

  @Arbiter
  public void check(III_Result result) {
    probes.aggregates.ask(LockTimeout.endless());
    probes.aggregates.take(LockTimeout.endless());
    result.r1 = (int) count;
    result.r2 = (int) sum;
    result.r3 = torn;
  }
}
