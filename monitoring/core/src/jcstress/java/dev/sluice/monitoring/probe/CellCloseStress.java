package dev.sluice.monitoring.probe;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Executions are added while the probes are closed. Nobody takes anything afterwards. */
@JCStressTest
@Outcome(id = "3, 3, 0", expect = Expect.ACCEPTABLE, desc = "taken, or a record of its own")
@Outcome(expect = Expect.FORBIDDEN, desc = "an execution lost, doubled, or half of it taken")
@State
public class CellCloseStress extends StressCells {
  public CellCloseStress() {
    add();
  }

  @Actor
  public void adds() {
    add();
    add();
  }

  @Actor
  public void closes() {
    probes.close(Duration.ofSeconds(5));
  }

  @Arbiter
  public void check(III_Result result) {
    result.r1 = (int) count;
    result.r2 = (int) sum;
    result.r3 = torn;
  }
}
