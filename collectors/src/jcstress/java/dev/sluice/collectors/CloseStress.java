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

/** A thread emits while the collector is closed: accepted rows are found, refused ones counted. */
@JCStressTest
@Outcome(id = "2, 2, 0", expect = Expect.ACCEPTABLE, desc = "both rows came before")
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "one row came before")
@Outcome(
    id = "0, 0, 2",
    expect = Expect.ACCEPTABLE,
    desc = "both rows came too late and are counted")
@Outcome(expect = Expect.FORBIDDEN, desc = "a row was lost without a count")
@State
public class CloseStress extends StressRing {
  private final Ring owned = ring(1);
  private final Ring shared = ring(0);
  private final RingSink ownedSink = sink(owned);
  private final RingSink sharedSink = sink(shared);

  @Actor
  public void emits(III_Result result) {
    result.r1 = put(ownedSink, 1) + put(sharedSink, 2);
  }

  @Actor
  public void closes() {
    ownedSink.close();
    sharedSink.close();
  }

  @Arbiter
  public void check(III_Result result) {
    owned.drain(batch, 99, CAPACITY);
    owned.drain(batch, 99, CAPACITY);
    shared.drain(batch, 99, CAPACITY);
    result.r2 = batch.rows();
    result.r3 = (int) (closed(ownedSink) + closed(sharedSink));
  }

  private static long closed(RingSink sink) {
    return sink.refused().of(DropCause.CLOSED);
  }
}
