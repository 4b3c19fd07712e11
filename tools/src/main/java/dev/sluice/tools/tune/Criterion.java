package dev.sluice.tools.tune;

import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Criterion for comparing settings: one measure, or delay against cost. Cost is the product of
 * bytes and CPU of a record. The logarithms of delay p99 and of cost are scaled to 0 at the better
 * and 1 at the worse end of what the settings offer, and added: least is the setting that lies
 * furthest below the straight line between both ends, the knee (Satopää et al. 2011).
 *
 * @param least the one measure; null for the knee
 * @param shortest logarithm of the shortest delay
 * @param delays what it grows by from the end with the shortest delay to that with the least cost
 * @param cheapest logarithm of the least cost
 * @param costs what that grows by on the way back
 * @param delay values of the option {@code delay} that were offered, in nanoseconds
 * @param records values of the option {@code chunk.records} that were offered
 */
record Criterion(
    Measure least,
    double shortest,
    double delays,
    double cheapest,
    double costs,
    List<Long> delay,
    List<Long> records) {
  /** Settings that differ by less are equally good, whatever the intervals are. */
  private static final double ALIKE = 0.02;

  private static final double ALIKE_KNEE = 0.05;

  private static final double WIDEST = 1.5;

  /** Ends are taken to be reached by settings that are nearly there. */
  private static final double NEARLY = 0.1;

  /** An option with fewer values has no inner ones. */
  private static final int MIN_VALUES = 3;

  private static final ToDoubleFunction<Answer> DELAY = answer -> log(answer.p99Nanos());
  private static final ToDoubleFunction<Answer> COST =
      answer -> log(answer.bytes()) + log(answer.cpuNanos());

  /**
   * Creates a criterion for all answers; {@code minimize} is null for the best compromise (the
   * knee).
   */
  static Criterion of(Measure minimize, List<Answer> all) {
    Answer fast = end(all, DELAY, COST);
    Answer cheap = end(all, COST, DELAY);
    List<Setting> fixed =
        all.stream().map(Answer::setting).filter(one -> one.adapt().isEmpty()).toList();
    return new Criterion(
        minimize,
        DELAY.applyAsDouble(fast),
        Math.max(NEARLY, DELAY.applyAsDouble(cheap) - DELAY.applyAsDouble(fast)),
        COST.applyAsDouble(cheap),
        Math.max(NEARLY, COST.applyAsDouble(fast) - COST.applyAsDouble(cheap)),
        fixed.stream().map(one -> one.delay().toNanos()).distinct().sorted().toList(),
        fixed.stream().map(one -> (long) one.chunkRecords()).distinct().sorted().toList());
  }

  private static Answer end(
      List<Answer> all, ToDoubleFunction<Answer> measure, ToDoubleFunction<Answer> other) {
    double best = all.stream().mapToDouble(measure).min().orElseThrow();
    return all.stream()
        .filter(answer -> measure.applyAsDouble(answer) <= best + NEARLY)
        .min(Comparator.comparingDouble(other))
        .orElseThrow();
  }

  private static double log(double value) {
    return Math.log(1e-9 + value);
  }

  /** Returns what is to be least. */
  double of(Answer answer) {
    return least != null
        ? log(answer.of(least))
        : (DELAY.applyAsDouble(answer) - shortest) / delays
            + (COST.applyAsDouble(answer) - cheapest) / costs;
  }

  /** Half of the 95 % interval of {@link #of}. */
  private double half(Answer answer) {
    return least != null
        ? relative(answer, least)
        : Math.hypot(
            relative(answer, Measure.P99) / delays,
            Math.hypot(relative(answer, Measure.BYTES), relative(answer, Measure.CPU)) / costs);
  }

  private static double relative(Answer answer, Measure measure) {
    return answer.half(measure) / (1e-9 + answer.of(measure));
  }

  /**
   * Returns the setting that differs least from {@code kept} among those that are as good as the
   * best, option by option, beginning with those that cost most to change.
   *
   * @param from the settings to choose from, in a fixed order
   */
  Answer nearest(List<Answer> from, Answer kept) {
    Answer best = from.stream().min(Comparator.comparingDouble(this::of)).orElseThrow();
    double unsure = (least == null ? ALIKE_KNEE : ALIKE) + Math.sqrt(2) * half(best);
    List<Answer> left = from;
    for (Function<Setting, Object> option : Setting.BY_COST) {
      Map<Object, Double> losses = new LinkedHashMap<>();
      left.forEach(one -> losses.merge(option.apply(one.setting()), of(one) - of(best), Math::min));
      double limit = limit(losses.values(), unsure);
      Object wanted = option.apply(kept.setting());
      Object nearest =
          losses.keySet().stream()
              .filter(value -> losses.get(value) <= limit)
              .min(Comparator.comparingDouble(value -> Setting.distance(value, wanted)))
              .orElseThrow();
      left = left.stream().filter(one -> option.apply(one.setting()).equals(nearest)).toList();
    }
    return left.get(0);
  }

  /**
   * Returns what values may lose and be as good: between what is unsure and {@link #WIDEST} times
   * that, where they leave the widest gap, so that a repetition draws the line between the same
   * values.
   */
  private static double limit(Collection<Double> losses, double unsure) {
    double[] inside =
        DoubleStream.concat(
                DoubleStream.of(unsure, WIDEST * unsure), losses.stream().mapToDouble(loss -> loss))
            .filter(loss -> loss >= unsure && loss <= WIDEST * unsure)
            .sorted()
            .toArray();
    int widest = 1;
    for (int i = 2; i < inside.length; i++) {
      widest = inside[i] / inside[i - 1] > inside[widest] / inside[widest - 1] ? i : widest;
    }
    return Math.max(Collections.min(losses), Math.sqrt(inside[widest - 1] * inside[widest]));
  }

  /**
   * Returns whether an option has the least or the largest value that was offered, of three or
   * more.
   */
  boolean isOnBorder(Setting setting) {
    return setting.adapt().isEmpty()
        && (isEnd(delay, setting.delay().toNanos()) || isEnd(records, setting.chunkRecords()));
  }

  private static boolean isEnd(List<Long> values, long value) {
    return values.size() >= MIN_VALUES
        && (value == values.get(0) || value == values.get(values.size() - 1));
  }
}
