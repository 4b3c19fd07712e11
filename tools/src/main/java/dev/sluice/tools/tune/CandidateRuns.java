package dev.sluice.tools.tune;

import dev.sluice.tools.Notices;
import dev.sluice.tools.recordings.Figures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Runs settings for real in rounds, each with slices twice as long as the round before, and stops
 * those whose 95 % intervals lie off the front: another setting's interval is wholly below in every
 * measure (racing). The better half by prediction goes on at most (successive halving). Of a grid
 * that the time does not suffice for, a Latin hypercube sample is run: each option's values occur
 * as evenly as they can.
 */
record CandidateRuns(List<Runner> runners, double sliceSeconds, Slice slice, Notices progress) {
  /** Slices a round, so that there is an interval from the first round on. */
  private static final int SLICES = 3;

  private static final int ROUNDS = 3;

  /** Opening, warming up and closing, for each slice. */
  private static final double OVERHEAD_SECONDS = 0.5;

  /** Runs a setting once; null if that fails, which ends its race. */
  interface Slice {
    RealRun.Result run(Setting setting, double seconds) throws InterruptedException;
  }

  /** A setting in the race. */
  static final class Runner {
    final Answer predicted;
    final List<Answer> slices = new ArrayList<>();
    final Histogram delay = new Histogram(3);
    long chunks;
    long dropped;
    long lateNanos;

    Runner(Answer predicted) {
      this.predicted = predicted;
    }

    Interval interval(Measure measure) {
      return Interval.of(slices.stream().mapToDouble(slice -> slice.of(measure)).toArray());
    }

    Proof proof() {
      Answer measured =
          new Answer(
              predicted.setting(),
              delay.getValueAtPercentile(50),
              delay.getValueAtPercentile(99),
              interval(Measure.BYTES).mean(),
              interval(Measure.CPU).mean(),
              interval(Measure.MESSAGES).mean(),
              Arrays.stream(Measure.values()).map(one -> interval(one).half()).toList());
      return new Proof("measured", predicted, measured, chunks, dropped, lateNanos);
    }
  }

  /**
   * Returns the duration of a race of the given number of settings in seconds; halving makes each
   * round cost about as much as the first.
   */
  static double seconds(int settings, double sliceSeconds) {
    return settings * ROUNDS * SLICES * (1.2 * sliceSeconds + OVERHEAD_SECONDS);
  }

  /**
   * Runs them all within about {@code seconds}; the result has all that were run, once at least.
   */
  static List<Proof> of(
      List<Answer> answers, double seconds, double sliceSeconds, Slice run, Notices progress)
      throws InterruptedException {
    int most = Math.max(2, (int) Math.round(seconds / seconds(1, sliceSeconds)));
    List<Runner> runners = new ArrayList<>();
    sample(answers, most).forEach(answer -> runners.add(new Runner(answer)));
    return new CandidateRuns(runners, sliceSeconds, run, progress).run(seconds);
  }

  /**
   * Returns a Latin hypercube sample: the first, which is the default, and for each other place the
   * next value of every option in an order of its own, or the unused setting that is nearest to it.
   */
  static List<Answer> sample(List<Answer> answers, int count) {
    if (answers.size() <= count) {
      return answers;
    }
    Random random = new Random(1);
    Map<String, Set<String>> known = new LinkedHashMap<>();
    for (Answer answer : answers) {
      Map<String, String> options = answer.setting().toProperties();
      options.forEach(
          (name, value) -> known.computeIfAbsent(name, any -> new LinkedHashSet<>()).add(value));
    }
    Map<String, List<String>> values = new LinkedHashMap<>();
    known.forEach((name, all) -> values.put(name, spread(List.copyOf(all), count, random)));
    List<Answer> rest = new ArrayList<>(answers.subList(1, answers.size()));
    List<Answer> sample = new ArrayList<>(answers.subList(0, 1));
    for (int i = 0; sample.size() < count; i++) {
      int place = i;
      Answer nearest =
          rest.stream()
              .max(Comparator.comparingLong(answer -> matches(answer, values, place)))
              .orElseThrow();
      rest.remove(nearest);
      sample.add(nearest);
    }
    return sample;
  }

  /** Returns a sequence in which each value occurs once in every stretch of them, in any order. */
  private static List<String> spread(List<String> values, int atLeast, Random random) {
    List<String> once = new ArrayList<>(values);
    List<String> sequence = new ArrayList<>();
    while (sequence.size() < atLeast) {
      Collections.shuffle(once, random);
      sequence.addAll(once);
    }
    return sequence;
  }

  private static long matches(Answer answer, Map<String, List<String>> values, int place) {
    return answer.setting().toProperties().entrySet().stream()
        .filter(option -> values.get(option.getKey()).get(place).equals(option.getValue()))
        .count();
  }

  private List<Proof> run(double seconds) throws InterruptedException {
    long end = System.nanoTime() + (long) (seconds * 1e9);
    List<Runner> alive = new ArrayList<>(runners);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < SLICES; i++) {
        for (Runner runner : List.copyOf(alive)) {
          if (round > 0 && System.nanoTime() - end >= 0) {
            return proofs();
          }
          if (!one(runner, sliceSeconds * (1 << round))) {
            alive.remove(runner);
            runners.remove(runner);
          }
          progress.update(
              "round %s of %s: %s in the race, about %s s left"
                  .formatted(
                      round + 1,
                      ROUNDS,
                      Figures.count(alive.size(), "setting"),
                      TimeUnit.NANOSECONDS.toSeconds(Math.max(0, end - System.nanoTime()))));
        }
      }
      alive = new ArrayList<>(survivors(alive));
    }
    return proofs();
  }

  private boolean one(Runner runner, double seconds) throws InterruptedException {
    RealRun.Result result = slice.run(runner.predicted.setting(), seconds);
    if (result == null) {
      return false;
    }
    runner.slices.add(result.answer());
    runner.delay.add(result.delay());
    runner.chunks += result.chunks();
    runner.dropped += result.dropped();
    runner.lateNanos = Math.max(runner.lateNanos, result.lateNanos());
    return true;
  }

  private List<Proof> proofs() {
    return runners.stream().filter(one -> !one.slices.isEmpty()).map(Runner::proof).toList();
  }

  /**
   * Returns the runners on the front, at most the half that is nearest to the best in all measures.
   */
  private static List<Runner> survivors(List<Runner> alive) {
    List<Runner> onFront =
        alive.stream().filter(one -> alive.stream().noneMatch(other -> beats(other, one))).toList();
    return onFront.stream()
        .sorted(Comparator.comparingDouble(CandidateRuns::product))
        .limit(Math.max(2, (alive.size() + 1) / 2))
        .toList();
  }

  private static boolean beats(Runner one, Runner other) {
    return one != other
        && Arrays.stream(Measure.values())
            .allMatch(measure -> one.interval(measure).high() < other.interval(measure).low());
  }

  private static double product(Runner runner) {
    return Arrays.stream(Measure.values())
        .mapToDouble(measure -> Math.log(1e-9 + runner.interval(measure).mean()))
        .sum();
  }
}
