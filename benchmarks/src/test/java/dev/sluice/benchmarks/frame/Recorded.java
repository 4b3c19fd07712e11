package dev.sluice.benchmarks.frame;

/** What a step recorded, for tests that run one without an experiment. */
public final class Recorded {
  private final Step.Recorder recorder = new Step.Recorder((what, done) -> {});

  /** Takes what is measured. */
  public Step.Recorder recorder() {
    return recorder;
  }

  /** All that was taken. */
  public Results results() {
    Results results = new Results();
    results.add(recorder.samples());
    return results;
  }
}
