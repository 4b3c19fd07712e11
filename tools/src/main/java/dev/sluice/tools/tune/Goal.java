package dev.sluice.tools.tune;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.tools.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a setting must keep to: {@code p99<250ms}, or several limits with commas between them. A
 * limit is a {@link Measure}, {@code <}, and a value: a time with its unit, or a number.
 */
public record Goal(List<Limit> limits) {
  /** None: every setting keeps to it. */
  public static final Goal NONE = new Goal(List.of());

  private static final String EXAMPLE = "p99<250ms or bytes<3";

  /** One measure and what it must stay below. */
  public record Limit(Measure measure, double most) {
    /** By which part of the limit an answer is above it; 0 or less if it is not. */
    double excess(Answer answer) {
      return answer.of(measure) / most - 1;
    }

    @Override
    public String toString() {
      return measure.word + "<" + measure.print(most).replace(" ", "");
    }
  }

  /**
   * Reads a goal.
   *
   * @throws ToolException if a measure is unknown
   * @throws ConfigurationException in one line, if a limit is wrong
   */
  public static Goal parse(String text) {
    List<Limit> limits = new ArrayList<>();
    for (var one : dev.sluice.api.config.Limit.list(text, EXAMPLE)) {
      Measure measure = Measure.named(one.subject());
      boolean isRight = measure.isTime() ? one.isTime() : one.unit().isEmpty();
      if (!isRight || !one.sign().startsWith("<") || one.value() == 0 || one.of() != null) {
        String value = measure.isTime() ? "time with its unit" : "number";
        throw one.wrong("needs '<' and a " + value + " above 0", EXAMPLE);
      }
      limits.add(new Limit(measure, one.value()));
    }
    return new Goal(List.copyOf(limits));
  }

  boolean isMetBy(Answer answer) {
    return worst(answer) <= 0;
  }

  /** By which part of its limit the worst measure is above it; 0 or less if the goal is met. */
  double worst(Answer answer) {
    return limits.stream().mapToDouble(limit -> limit.excess(answer)).max().orElse(0);
  }

  /** Half of the widest 95 % interval of what is limited, as a part of its limit. */
  double unsure(Answer answer) {
    return limits.stream()
        .mapToDouble(limit -> answer.half(limit.measure) / limit.most)
        .max()
        .orElse(0);
  }

  @Override
  public String toString() {
    return limits.stream().map(Limit::toString).collect(Collectors.joining(","));
  }

  /** The same for option {@code chunk.adapt}; null if the goal has no delay that it can keep. */
  String adapt() {
    return limits.stream()
        .filter(limit -> limit.measure == Measure.P99 || limit.measure == Measure.P50)
        .map(limit -> limit.measure.word + "<" + Math.round(limit.most / 1e6) + "ms")
        .filter(Setting::isAdapt)
        .findFirst()
        .orElse(null);
  }
}
