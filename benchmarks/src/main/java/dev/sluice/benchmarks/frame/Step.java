package dev.sluice.benchmarks.frame;

import dev.sluice.cli.ChildFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;

/**
 * The smallest part of an experiment that is kept by itself: it is measured as a whole or not at
 * all.
 *
 * @param name unique in the experiment, shown to people and written to the file
 * @param seconds about how long it takes, to tell the time left
 * @param work measures
 */
public record Step(String name, double seconds, Work work) {
  /** Measures. */
  @FunctionalInterface
  public interface Work {
    /** Does so, on the thread of the command. */
    void run(Recorder recorder) throws Exception;
  }

  /** Takes what a step measures. For one thread. */
  public static final class Recorder {
    private final List<Sample> samples = new ArrayList<>();
    private final BiConsumer<String, Double> progress;

    Recorder(BiConsumer<String, Double> progress) {
      this.progress = progress;
    }

    /** Adds values, one for each turn or iteration; nothing if there are none. */
    public void values(Cell cell, Metric metric, double... values) {
      if (values.length > 0) {
        samples.add(new Sample(cell, metric, values, null));
      }
    }

    /** Adds single events, and the means of the turns they came from, which give the interval. */
    public void events(Cell cell, Metric metric, Histogram events, double... means) {
      samples.add(new Sample(cell, metric, means, events));
    }

    /**
     * Lists the cell with the reason why it was not measured; the step goes on without it.
     *
     * @throws ChildFailure if it is one by Ctrl-C, which ends the experiment
     */
    public void failed(Cell cell, Exception reason) {
      String line = String.valueOf(reason.getMessage());
      if (reason instanceof ChildFailure child) {
        if (child.isInterrupt()) {
          throw child;
        }
        line += cause(child);
      }
      samples.add(
          new Sample(cell, Metric.FAILED, new double[0], null, line.replaceAll("\\s+", " ")));
    }

    /** The first line of what the child wrote that names an error. */
    private static String cause(ChildFailure child) {
      return child.lastLines().stream()
          .filter(line -> line.contains("Error") || line.contains("Exception"))
          .findFirst()
          .map(line -> ": " + line)
          .orElse("");
    }

    /** Tells what is going on and which part of the step is done, 0 to 1. */
    public void progress(String what, double done) {
      progress.accept(what, done);
    }

    List<Sample> samples() {
      return samples;
    }
  }
}
