package dev.sluice.benchmarks.frame;

import dev.sluice.cli.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs steps and keeps what they measure. For one thread; {@link #results} for any. */
final class Run {
  private final List<Step> steps;
  private final KeptSteps kept;
  private final Progress progress;

  /** Guarded by itself: the thread that ends the JVM reports what there is. */
  private final List<List<Sample>> measured = new ArrayList<>();

  /** With {@code kept} null, nothing is kept beyond this process. */
  Run(List<Step> steps, KeptSteps kept, Progress progress) {
    this.steps = steps;
    this.kept = kept;
    this.progress = progress;
  }

  int size() {
    return steps.size();
  }

  int finished() {
    synchronized (measured) {
      return measured.size();
    }
  }

  Results results() {
    Results results = new Results();
    synchronized (measured) {
      measured.forEach(results::add);
    }
    return results;
  }

  void run() throws Exception {
    List<Step> left = new ArrayList<>();
    for (Step step : steps) {
      List<Sample> before = kept == null ? null : kept.of(step);
      if (before == null) {
        left.add(step);
      } else {
        add(before);
      }
    }
    if (left.size() < steps.size()) {
      progress.step(
          (steps.size() - left.size()) + " of " + steps.size() + " steps were finished before");
    }
    TimeLeft time = new TimeLeft(left);
    try {
      for (Step step : left) {
        progress.step(step.name() + " … (" + time.text(step, 0) + ")");
        run(step, time);
        time.finished(step);
      }
    } finally {
      progress.clear();
    }
  }

  private void run(Step step, TimeLeft time) throws Exception {
    Step.Recorder recorder =
        new Step.Recorder((what, done) -> progress.update(time.text(step, done) + ": " + what));
    step.work().run(recorder);
    keep(step, recorder.samples());
  }

  private void keep(Step step, List<Sample> samples) throws IOException {
    synchronized (measured) {
      if (kept != null) {
        kept.add(step, samples);
      }
      measured.add(samples);
    }
  }

  private void add(List<Sample> samples) {
    synchronized (measured) {
      measured.add(samples);
    }
  }
}
