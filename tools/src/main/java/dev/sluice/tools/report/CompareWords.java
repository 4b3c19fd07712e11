package dev.sluice.tools.report;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.requests.Change;
import dev.sluice.analysis.requests.Change.Verdict;
import dev.sluice.analysis.requests.Figure;
import dev.sluice.analysis.requests.FigureChange;
import dev.sluice.tools.recordings.Figures;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words for the changes of a comparison, used in a terminal and on a page. */
public final class CompareWords {
  /** Mark of a time whose interval alone has no 0 in it, where no change was found. */
  public static final String DOUBTFUL = " *";

  private static final Set<Verdict> CALLS = Set.of(Verdict.MORE_CALLS, Verdict.FEWER_CALLS);

  private CompareWords() {}

  /** Returns the verdicts of a change, as a table has them. */
  public static String result(Change change) {
    return change.verdicts().stream()
        .filter(verdict -> !CALLS.contains(verdict) || !isTimeOfCalls(change))
        .map(verdict -> result(change, verdict))
        .collect(Collectors.joining(", "));
  }

  /** Returns whether its time changed, and says already how often it is called. */
  private static boolean isTimeOfCalls(Change change) {
    return change.cause() == Change.Cause.CALLS && change.isTimeClear();
  }

  private static String result(Change change, Verdict verdict) {
    return switch (verdict) {
      case SLOWER, SLOWER_TAIL -> time(change, true);
      case FASTER, FASTER_TAIL -> time(change, false);
      case MORE_FAILURES -> "fails more";
      case FEWER_FAILURES -> "fails less";
      case NO_CHANGE_FOUND -> "no change found" + (isDoubtful(change) ? DOUBTFUL : "");
      default -> verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    };
  }

  private static boolean isDoubtful(Change change) {
    FigureChange total = change.figures().get(Figure.TOTAL);
    return (Double.isNaN(total.low()) ? change.figures().get(Figure.MEAN) : total).isWithoutZero();
  }

  private static String time(Change change, boolean isSlower) {
    boolean isItself = change.cause() == Change.Cause.SELF;
    String word = (isItself ? change.effect() > 0 : isSlower) ? "slower" : "faster";
    if (change.cause() == Change.Cause.CALLS) {
      return change.effect() > 0 ? "more calls" : "fewer calls";
    }
    if (change.cause() == Change.Cause.BELOW) {
      return "by its calls";
    }
    return change.tail() > 0
        ? "slowest %s %s".formatted(tail(change), word)
        : word + (isItself ? " itself" : "");
  }

  /**
   * Returns a sentence for each verdict of a kind of request.
   *
   * @param why what explains its time, or nothing
   */
  public static Stream<String> sentences(Change kind, UnaryOperator<String> names, String why) {
    String name = names.apply(kind.operation());
    return kind.verdicts().stream().map(verdict -> sentence(kind, verdict, name, why));
  }

  private static String sentence(Change kind, Verdict verdict, String name, String why) {
    return switch (verdict) {
      case MORE_FAILURES, FEWER_FAILURES ->
          "%s of requests of %s fail.".formatted(instead(kind, Figure.FAILED), name);
      case SLOWER, FASTER ->
          "A request of %s%s takes %s.".formatted(name, why, instead(kind, Figure.TOTAL));
      case SLOWER_TAIL -> slowest(kind, name, "slower");
      case FASTER_TAIL -> slowest(kind, name, "faster");
      case NEW -> "Requests of %s are new: %s.".formatted(name, one(kind.after()));
      case GONE -> "Requests of %s are gone: %s before.".formatted(name, one(kind.before()));
      default -> "Requests of %s are %s of all.".formatted(name, instead(kind, Figure.SHARE));
    };
  }

  private static String slowest(Change kind, String name, String word) {
    return "The slowest %s of requests of %s are %s: p99 %s, p50 %s."
        .formatted(tail(kind), name, word, instead(kind, Figure.P99), instead(kind, Figure.P50));
  }

  private static String tail(Change change) {
    return Math.round(100 * change.tail()) + " %";
  }

  private static String one(Calls of) {
    return Figures.count(of.calls()) + ", " + Figures.nanos(of.mean()) + " each";
  }

  private static String instead(Change kind, Figure figure) {
    boolean isPart = figure == Figure.FAILED || figure == Figure.SHARE;
    return instead(
        kind.figures().get(figure), isPart ? part -> Figures.percent(part, 1) : Figures::nanos);
  }

  /** Returns a figure after and before. */
  public static String instead(FigureChange change, DoubleFunction<String> form) {
    return form.apply(change.after()) + " instead of " + form.apply(change.before());
  }
}
