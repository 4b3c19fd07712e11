package dev.sluice.tools.report;

import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Limit;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * When a recording is not good enough, as {@code n+1>5,p99(GET /orders)>200ms}: conditions with
 * commas between them, each a subject, {@code >}, {@code >=}, {@code <} or {@code <=}, and a number
 * with its unit. A subject is the id of a {@link Rule}, {@code findings}, or a figure of requests,
 * in parentheses of what kind: a part of its name, where {@code *} stands for anything.
 */
public final class Conditions {
  private static final String EXAMPLE = "n+1>5 or p99(GET /orders)>200ms";
  private static final String FINDINGS = "findings";
  private static final String FAILED = "failed";
  private static final Set<String> COUNTS = Set.of(FAILED, "requests");
  private static final Set<String> TIMES = Set.of("p50", "p90", "p95", "p99", "mean", "max");

  private final List<Limit> conditions;

  private static Stream<String> rules() {
    return Arrays.stream(Rule.values()).map(Rule::id);
  }

  private Conditions(List<Limit> conditions) {
    this.conditions = conditions;
  }

  /**
   * Reads conditions.
   *
   * @throws ConfigurationException in one line, if one of them is wrong
   */
  public static Conditions of(String text) {
    List<Limit> conditions = Limit.list(text, EXAMPLE);
    conditions.forEach(Conditions::check);
    return new Conditions(conditions);
  }

  private static void check(Limit one) {
    boolean isTimed = TIMES.contains(one.subject());
    boolean isRule = isRule(one);
    if (!isTimed && !isRule && !COUNTS.contains(one.subject())) {
      Stream<String> figures = Stream.concat(TIMES.stream(), COUNTS.stream()).sorted();
      String known = Stream.concat(rules(), figures).collect(Collectors.joining(", "));
      throw one.wrong("names neither a rule nor a figure: " + known, EXAMPLE);
    }
    boolean isRight = isTimed ? one.isTime() : one.unit().isEmpty() || isPart(one);
    if (!isRight || isRule && one.of() != null) {
      throw one.wrong("needs a " + (isTimed ? "time with its unit" : "number alone"), EXAMPLE);
    }
  }

  private static boolean isRule(Limit one) {
    return one.subject().equals(FINDINGS) || rules().anyMatch(one.subject()::equals);
  }

  private static boolean isPart(Limit one) {
    return one.subject().equals(FAILED) && one.unit().equals("%");
  }

  /** Those that are met, or of which that cannot be told, in a sentence each. */
  List<String> met(ReportModel model, List<Finding> findings) {
    List<String> met = new ArrayList<>();
    for (Limit one : conditions) {
      String why = isRule(one) ? rule(one, findings) : figure(one, model);
      if (why != null) {
        met.add(one.text() + ": " + why);
      }
    }
    return met;
  }

  /** Of calls in a row and of a fan-out the most, else the sum. */
  private static String rule(Limit one, List<Finding> findings) {
    boolean any = one.subject().equals(FINDINGS);
    boolean most = Set.of(Rule.N_PLUS_1.id(), Rule.FAN_OUT.id()).contains(one.subject());
    List<Finding> of =
        findings.stream()
            .filter(f -> any ? f.severity() != Severity.NOTE : f.rule().id().equals(one.subject()))
            .sorted(Comparator.comparing(f -> most ? -f.value() : 0))
            .toList();
    DoubleStream values = of.stream().limit(most ? 1 : of.size()).mapToDouble(Finding::value);
    double value = any ? of.size() : values.sum();
    String first = of.isEmpty() ? "" : ". " + of.get(0).text();
    return one.isMetBy(value) ? "it is " + Figures.digits(value) + first : null;
  }

  private static String figure(Limit one, ReportModel model) {
    Predicate<String> wanted = pattern(one.of() == null ? "" : one.of().strip());
    List<Row> rows =
        one.of() == null
            ? List.of(model.figures.all())
            : model.kinds.stream()
                .filter(row -> wanted.test(row.name()) || wanted.test(model.label(row.name())))
                .toList();
    boolean isKnown = false;
    for (Row row : rows) {
      double value = isPart(one) ? 100.0 * row.failed() / row.count() : value(one.subject(), row);
      isKnown |= !Double.isNaN(value);
      if (!Double.isNaN(value) && one.isMetBy(value)) {
        boolean timed = TIMES.contains(one.subject());
        String said = timed ? Figures.nanos(value) : Figures.digits(value) + one.unit();
        return "it is %s of %s"
            .formatted(said, one.of() == null ? "all requests" : model.label(row.name()));
      }
    }
    return isKnown ? null : "that cannot be told: there is no such request";
  }

  private static double value(String subject, Row row) {
    return switch (subject) {
      case "requests" -> row.count();
      case FAILED -> row.count() == 0 ? Double.NaN : row.failed();
      case "mean" -> row.whole().calls() == 0 ? Double.NaN : row.whole().mean();
      case "max" -> row.count() == 0 ? Double.NaN : row.max();
      default -> row.whole().quantile(Integer.parseInt(subject.substring(1)) / 100.0);
    };
  }

  /** Finds a part of a text in which {@code *} stands for anything. */
  public static Predicate<String> pattern(String text) {
    return Pattern.compile(
            Arrays.stream(text.split("\\*", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining(".*")),
            Pattern.DOTALL)
        .asPredicate();
  }
}
