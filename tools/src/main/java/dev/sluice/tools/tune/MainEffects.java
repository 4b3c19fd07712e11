package dev.sluice.tools.tune;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Influence of options on measures: the share of the variance of the measure's logarithm that lies
 * between the means of the option's values (main effects of a factorial design). What is missing to
 * 1 comes from options that act together.
 *
 * @param shares by option, from 0 to 1
 */
public record MainEffects(Map<String, Map<Measure, Double>> shares) {
  /** A share below this does not matter. */
  private static final double NEGLIGIBLE = 0.02;

  private static final String SERIALIZER = "serializer";

  /**
   * Name of the serializer and compression together: compressions depend on the serializer, so
   * their effect is what it leaves over.
   */
  private static final String ENCODING = SERIALIZER + " and " + Setting.COMPRESSION;

  /**
   * Computes the effects of all combinations of values, each once; with others the shares are
   * approximate.
   */
  static MainEffects of(List<Answer> answers) {
    Map<String, Map<Measure, Double>> shares = new LinkedHashMap<>();
    List<Answer> fixed =
        answers.stream().filter(answer -> answer.setting().adapt().isEmpty()).toList();
    for (String option : options(fixed)) {
      Map<Measure, Double> ofOption = new EnumMap<>(Measure.class);
      for (Measure measure : Measure.values()) {
        ToDoubleFunction<Answer> value = answer -> Math.log(1e-9 + answer.of(measure));
        double share = share(fixed, option, value);
        if (option.equals(Setting.COMPRESSION)) {
          share = share(fixed, ENCODING, value) - share(fixed, SERIALIZER, value);
        }
        ofOption.put(measure, Math.max(0, share));
      }
      shares.put(option, ofOption);
    }
    return new MainEffects(shares);
  }

  /** Options with more than one value. */
  private static List<String> options(List<Answer> answers) {
    List<String> options = new ArrayList<>(Setting.AXES);
    options.removeIf(
        option -> answers.stream().map(answer -> value(answer, option)).distinct().count() < 2);
    return options;
  }

  private static String value(Answer answer, String option) {
    Setting setting = answer.setting();
    return option.equals(ENCODING)
        ? setting.serializer() + " " + setting.compression()
        : setting.toProperties().getOrDefault(option, Setting.NO_COMPRESSION);
  }

  private static double share(
      List<Answer> answers, String option, ToDoubleFunction<Answer> measure) {
    double mean = answers.stream().mapToDouble(measure).average().orElse(0);
    double total = answers.stream().mapToDouble(measure).map(value -> square(value - mean)).sum();
    Map<String, List<Answer>> levels =
        answers.stream().collect(Collectors.groupingBy(answer -> value(answer, option)));
    double between =
        levels.values().stream()
            .mapToDouble(
                level ->
                    level.size()
                        * square(level.stream().mapToDouble(measure).average().orElse(0) - mean))
            .sum();
    return total < 1e-12 ? 0 : Math.min(1, between / total);
  }

  private static double square(double value) {
    return value * value;
  }

  /** Returns one sentence: what decides about each measure, and what does not matter. */
  String sentence() {
    Map<String, List<String>> decisive = new LinkedHashMap<>();
    for (Measure measure : List.of(Measure.P99, Measure.BYTES, Measure.CPU)) {
      shares.entrySet().stream()
          .max(Comparator.comparingDouble(option -> option.getValue().get(measure)))
          .filter(top -> top.getValue().get(measure) >= NEGLIGIBLE)
          .ifPresent(
              top ->
                  decisive
                      .computeIfAbsent(top.getKey(), any -> new ArrayList<>())
                      .add(percent(measure, top.getValue())));
    }
    List<String> parts = new ArrayList<>();
    decisive.forEach((option, all) -> parts.add(option + " decides about " + list(all)));
    List<String> idle =
        shares.entrySet().stream()
            .filter(entry -> entry.getValue().values().stream().allMatch(s -> s < NEGLIGIBLE))
            .map(Map.Entry::getKey)
            .toList();
    if (!idle.isEmpty()) {
      parts.add(list(idle) + (idle.size() == 1 ? " hardly matters" : " hardly matter"));
    }
    return parts.isEmpty() ? "No option decides alone." : String.join("; ", parts) + ".";
  }

  private static String percent(Measure measure, Map<Measure, Double> shares) {
    return "%s (%.0f %%)".formatted(measure.title, 100 * shares.get(measure));
  }

  private static String list(List<String> all) {
    return String.join(", ", all).replaceFirst(", ([^,]*)$", " and $1");
  }
}
