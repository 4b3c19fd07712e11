package dev.sluice.tools.report;

import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
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
  private static final Pattern CONDITION =
      Pattern.compile(
          "([a-z][\\w+-]*)\\s*(?:\\((.*)\\))?\\s*(>=|<=|>|<)\\s*(\\d+(?:\\.\\d+)?)\\s*(ns|us|µs|ms|s|%)?");
  private static final String FINDINGS = "findings";
  private static final String FAILED = "failed";
  private static final Set<String> COUNTS = Set.of(FAILED, "requests");
  private static final Set<String> TIMES = Set.of("p50", "p90", "p95", "p99", "mean", "max");
  private static final Map<String, Double> UNITS =
      Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9);

  private final List<Condition> conditions = new ArrayList<>();

  private record Condition(
      String text, String subject, String kind, String sign, double bound, String unit) {
    boolean isRule() {
      return subject.equals(FINDINGS) || rules().anyMatch(subject::equals);
    }

    boolean isMet(double value) {
      int order = Double.compare(value, bound);
      return order == 0 ? sign.endsWith("=") : order > 0 == sign.startsWith(">");
    }
  }

  private static Stream<String> rules() {
    return Arrays.stream(Rule.values()).map(Rule::id);
  }

  private Conditions() {}

  /**
   * Reads conditions.
   *
   * @throws ToolException if they are none
   */
  public static Conditions of(String text) {
    Conditions all = new Conditions();
    // A comma within parentheses is one of parameters.
    for (String one : text.split(",(?![^(]*\\)[^,]*[<>])")) {
      all.conditions.add(condition(one.strip()));
    }
    return all;
  }

  private static Condition condition(String text) {
    Matcher parts = CONDITION.matcher(text);
    if (!parts.matches()) {
      throw wrong(text, "is no condition, as 'n+1>5' or 'p99(GET /orders)>200ms'");
    }
    String subject = parts.group(1);
    String unit = parts.group(5) == null ? "" : parts.group(5);
    double bound = Double.parseDouble(parts.group(4)) * UNITS.getOrDefault(unit, 1.0);
    Condition condition = new Condition(text, subject, parts.group(2), parts.group(3), bound, unit);
    if (!TIMES.contains(subject) && !COUNTS.contains(subject) && !condition.isRule()) {
      Stream<String> figures = Stream.concat(TIMES.stream(), COUNTS.stream()).sorted();
      throw wrong(
          text,
          "names neither a rule nor a figure: "
              + Stream.concat(rules(), figures).collect(Collectors.joining(", ")));
    }
    checkUnit(condition);
    return condition;
  }

  private static void checkUnit(Condition one) {
    boolean timed = TIMES.contains(one.subject);
    boolean right = timed ? UNITS.containsKey(one.unit) : one.unit.isEmpty() || isPart(one);
    if (!right || one.isRule() && one.kind != null) {
      throw wrong(one.text, timed ? "needs a time, in ns, us, ms or s" : "has more than a number");
    }
  }

  private static boolean isPart(Condition one) {
    return one.subject.equals(FAILED) && one.unit.equals("%");
  }

  private static ToolException wrong(String text, String why) {
    return new ToolException("'" + text + "' " + why);
  }

  /** Those that are met, or of which that cannot be told, in a sentence each. */
  List<String> met(ReportModel model, List<Finding> findings) {
    List<String> met = new ArrayList<>();
    for (Condition one : conditions) {
      String why = one.isRule() ? rule(one, findings) : figure(one, model);
      if (why != null) {
        met.add(one.text + ": " + why);
      }
    }
    return met;
  }

  /** Of calls in a row and of a fan-out the most, else the sum. */
  private static String rule(Condition one, List<Finding> findings) {
    boolean any = one.subject.equals(FINDINGS);
    boolean most = Set.of(Rule.N_PLUS_1.id(), Rule.FAN_OUT.id()).contains(one.subject);
    List<Finding> of =
        findings.stream()
            .filter(f -> any ? f.severity() != Severity.NOTE : f.rule().id().equals(one.subject))
            .sorted(Comparator.comparing(f -> most ? -f.value() : 0))
            .toList();
    DoubleStream values = of.stream().limit(most ? 1 : of.size()).mapToDouble(Finding::value);
    double value = any ? of.size() : values.sum();
    String first = of.isEmpty() ? "" : ". " + of.get(0).text();
    return one.isMet(value) ? "it is " + Figures.digits(value) + first : null;
  }

  private static String figure(Condition one, ReportModel model) {
    Predicate<String> wanted = pattern(one.kind == null ? "" : one.kind.strip());
    List<Row> rows =
        one.kind == null
            ? List.of(model.figures.all())
            : model.kinds.stream()
                .filter(row -> wanted.test(row.name()) || wanted.test(model.label(row.name())))
                .toList();
    boolean isKnown = false;
    for (Row row : rows) {
      double value = isPart(one) ? 100.0 * row.failed() / row.count() : value(one.subject, row);
      isKnown |= !Double.isNaN(value);
      if (!Double.isNaN(value) && one.isMet(value)) {
        boolean timed = TIMES.contains(one.subject);
        String said = timed ? Figures.nanos(value) : Figures.digits(value) + one.unit;
        return "it is %s of %s"
            .formatted(said, one.kind == null ? "all requests" : model.label(row.name()));
      }
    }
    return isKnown ? null : "that cannot be told: there is no such request";
  }

  private static double value(String subject, Row row) {
    return switch (subject) {
      case "requests" -> row.count();
      case FAILED -> row.count() == 0 ? Double.NaN : row.failed();
      case "mean" -> row.whole().mean();
      case "max" -> row.count() == 0 ? Double.NaN : Math.max(row.whole().max(), row.cut().max());
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
