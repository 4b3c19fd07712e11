package dev.sluice.monitoring.probe;

import java.util.concurrent.atomic.LongAdder;

/** Sampler that counts the traces that another sampler refuses. */
record CountedSampler(TraceSampler sampler, LongAdder refused) implements TraceSampler {
  @Override
  public boolean sample(long records) {
    boolean taken = sampler.sample(records);
    if (!taken) {
      refused.increment();
    }
    return taken;
  }
}
