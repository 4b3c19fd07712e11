package dev.sluice.tools.tune;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.tools.ToolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a setting must keep to: {@code p99<250ms}, or several limits with commas between them. A
 * limit is a {@link Measure}, {@code <}, and a value: a time with its unit, or a number.
 */
public record Goal(List<Limit> limits) {
  /** None: every setting keeps to it. */
  public static final Goal NONE = new Goal(List.of());

  private static final Pattern LIMIT = Pattern.compile("\\s*(\\w+)\\s*<\\s*=?\\s*(\\S.*?)\\s*");
  private static final String FORM =
      "write it as 'p99<250ms', 'bytes<3' or both with a comma between them";

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
   * Reads one.
   *
   * @throws ToolException in one line
   */
  public static Goal parse(String text) {
    List<Limit> limits = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Matcher limit = LIMIT.matcher(part);
      if (!limit.matches()) {
        throw new ToolException("the goal '" + text + "' has no limit in '" + part + "'; " + FORM);
      }
      Measure measure = Measure.named(limit.group(1));
      limits.add(new Limit(measure, value(measure, limit.group(2), text)));
    }
    return new Goal(List.copyOf(limits));
  }

  private static double value(Measure measure, String text, String goal) {
    try {
      double value =
          measure.isTime()
              ? Key.duration("goal", Duration.ZERO, Duration.ofNanos(1), "").parse(text).toNanos()
              : Double.parseDouble(text);
      if (value > 0 && Double.isFinite(value)) {
        return value;
      }
    } catch (ConfigurationException | NumberFormatException e) {
      // Falls through to the one message for all mistakes.
    }
    throw new ToolException(
        "the goal '%s' has '%s' where %s belongs"
            .formatted(
                goal,
                text,
                measure.isTime() ? "a time with its unit, as 250ms," : "a number above 0"));
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
