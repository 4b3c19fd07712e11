package dev.sluice.tools.report;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.requests.PathNode;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.tools.format.Instants;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.report.Finding.Confidence;
import dev.sluice.tools.report.Finding.Rule;
import dev.sluice.tools.report.Finding.Severity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Finds kinds of requests that take longer and longer, or longer from some time on. Of medians of
 * slices of time. For one thread.
 */
final class Growth {
  private static final double MORE = 1.5;
  private static final double ORDER = 0.6;
  private static final int SLICES = 12;
  private static final int REQUESTS = 3;

  /** Multiple of the median from which a request is slow, where a step is of few requests. */
  private static final double SLOW = 5;

  /** Minimum number of slices of a step of few requests. */
  private static final int MIN_TOGETHER = 3;

  /** Minimum part of the slow requests within such a step, and of its requests that are slow. */
  private static final double TOGETHER = 0.7;

  /** Part of all requests before such a step: without them it is a slow start. */
  private static final double START = 0.1;

  /** Maximum probability that chance explains a step of any kind. */
  private static final double CHANCE = 0.01;

  /** Minimum cost of a step, as a part of the time of all requests. */
  private static final double MIN_PART = 0.01;

  /** Maximum distance in slices of steps of several kinds that are one finding. */
  private static final int APART = 2;

  private final ReportModel model;
  private final List<Finding> found;
  private final List<Integer> kinds;
  private final Map<Integer, Step> steps = new HashMap<>();

  /** Median of the last quarter in nanoseconds, by row whose requests take more and more time. */
  private final Map<Integer, Double> slopes = new HashMap<>();

  /** Chances by the number of slices. */
  private final Map<Integer, double[][]> chances = new HashMap<>();

  /** Requests of a row take longer from one slice until another. */
  private record Step(int row, int from, int until, Calls before, Calls during, Calls after) {
    static Step of(int number, Row row, int from, int until) {
      int size = row.slices().size();
      Calls after = row.between(until, size);
      return new Step(number, from, until, row.between(0, from), row.between(from, until), after);
    }

    double cost() {
      return during.calls() * (during.quantile(0.5) - before.quantile(0.5));
    }

    boolean isMore() {
      return during.quantile(0.5) >= MORE * before.quantile(0.5);
    }

    boolean isWith(Step other) {
      return Math.abs(from - other.from) <= APART && Math.abs(until - other.until) <= APART;
    }
  }

  private Growth(ReportModel model, List<Finding> found) {
    this.model = model;
    this.found = found;
    kinds =
        IntStream.range(0, model.figures.rows().size())
            .filter(number -> ReportModel.isOperation(row(number)))
            .filter(number -> row(number).whole().calls() >= Findings.MIN_REQUESTS)
            .filter(number -> parts(number).length > SLICES)
            .boxed()
            .toList();
  }

  /** Adds the findings of growth, and returns the usual times of requests. */
  static Growth add(ReportModel model, List<Finding> found) {
    Growth growth = new Growth(model, found);
    growth.kinds.forEach(growth::together);
    growth.kinds.stream().filter(number -> !growth.grows(number)).forEach(growth::kind);
    growth.steps.values().stream().max(Comparator.comparing(Step::cost)).ifPresent(growth::extend);
    List<Step> left = new ArrayList<>(growth.steps.values());
    left.sort(Comparator.comparing(Step::cost).reversed());
    while (!left.isEmpty()) {
      Step longest = left.get(0);
      List<Step> same = left.stream().filter(longest::isWith).toList();
      left.removeAll(same);
      growth.addFinding(same);
    }
    return growth;
  }

  /** Returns whether a step explains why a trace took longer. */
  boolean isStep(Trace trace) {
    Step step = steps.get(model.row(trace));
    return step != null && isIn(trace, step);
  }

  /** Returns whether requests of a row take longer from some time on, or longer and longer. */
  boolean grows(int row) {
    return steps.containsKey(row) || slopes.containsKey(row);
  }

  /** Returns the median of a kind, in the part of the time in which it is highest if they grow. */
  double highest(int row) {
    double whole = row(row).whole().quantile(0.5);
    Step step = steps.get(row);
    double during = step == null ? whole : step.during.quantile(0.5);
    return Math.max(Math.max(whole, during), slopes.getOrDefault(row, 0.0));
  }

  /** Returns the median of the kind of a request; that of a step if it began in it. */
  double usual(Trace trace) {
    int row = model.row(trace);
    return (isStep(trace) ? steps.get(row).during : row(row).whole()).quantile(0.5);
  }

  private Row row(int number) {
    return model.figures.rows().get(number);
  }

  private long begin(int slice) {
    return model.figures.all().begins()[slice];
  }

  private long end(Step step) {
    return step.until < model.figures.slices().length ? begin(step.until) : model.end + 1;
  }

  /**
   * Returns the slices that begin parts of the time with enough requests each, and the end of the
   * last.
   */
  private int[] parts(int number) {
    List<Calls> slices = row(number).slices();
    List<Integer> parts = new ArrayList<>();
    long requests = REQUESTS;
    for (int slice = 0; slice < slices.size(); slice++) {
      long more = slices.get(slice).times().count();
      if (more > 0 && requests >= REQUESTS) {
        parts.add(slice);
        requests = 0;
      }
      requests += more;
    }
    if (requests < REQUESTS) {
      parts.remove(parts.size() - 1);
    }
    parts.add(slices.size());
    return parts.stream().mapToInt(slice -> slice).toArray();
  }

  private void kind(int number) {
    int[] parts = parts(number);
    int size = parts.length - 1;
    List<Calls> figures =
        IntStream.range(0, size)
            .mapToObj(part -> row(number).between(parts[part], parts[part + 1]))
            .toList();
    double[] medians = figures.stream().mapToDouble(part -> part.quantile(0.5)).toArray();
    ChangePoint change =
        ChangePoint.of(medians, chances.computeIfAbsent(medians.length, ChangePoint::chances));
    if (change.isSlope()) {
      slope(number, figures, medians, parts[size - size / 4]);
    } else if (change.chance() * kinds.size() <= CHANCE) {
      Step step = Step.of(number, row(number), parts[change.from()], parts[change.until()]);
      step(step);
    }
  }

  private void step(Step found) {
    Step step = found;
    if (step.during.quantile(0.5) < MORE * step.after.quantile(0.5)) { // it is not over
      step = Step.of(step.row, row(step.row), step.from, model.figures.slices().length);
    }
    if (step.isMore() && step.cost() >= MIN_PART * model.time()) {
      steps.put(step.row, step);
    }
  }

  /** Finds a step of requests that are too few for medians: almost all slow ones in a row. */
  private void together(int number) {
    double slow = SLOW * row(number).whole().quantile(0.5);
    List<Calls> slices = row(number).slices();
    int[] with =
        IntStream.range(0, slices.size())
            .filter(slice -> slices.get(slice).quantile(0.5) >= slow)
            .toArray();
    if (with.length >= MIN_TOGETHER) {
      Step step = Step.of(number, row(number), with[0], with[with.length - 1] + 1);
      long all = Math.max(row(number).whole().tail(slow).calls(), step.during.calls());
      boolean isStart = step.before.calls() < START * row(number).whole().calls();
      if (!isStart && step.during.tail(slow).calls() >= TOGETHER * all) {
        int early =
            OperationLine.known(slices.get(step.from - 1).max()) >= slow
                ? 1
                : 0; // it began within that slice
        step(Step.of(number, row(number), step.from - early, step.until));
      }
    }
  }

  /** Kinds of too few requests for a test of their own take part in a step of another. */
  private void extend(Step of) {
    for (int number = 0; number < model.figures.rows().size(); number++) {
      Step step = Step.of(number, row(number), of.from, of.until);
      boolean isKnown = Math.min(step.before.calls(), step.during.calls()) >= REQUESTS;
      if (isKnown && ReportModel.isOperation(row(number)) && step.isMore() && !grows(number)) {
        steps.put(number, step);
      }
    }
  }

  /** A finding if they rise enough; the last quarter begins with a slice of the recording. */
  private void slope(int number, List<Calls> slices, double[] medians, int quarter) {
    int size = medians.length;
    double first = middle(medians, 0, size / 4);
    double last = middle(medians, size - size / 4, size);
    double more = 0;
    for (int i = 0; i < size; i++) {
      more += Math.max(0, medians[i] - first) * slices.get(i).calls();
    }
    if (last >= MORE * first && order(medians) >= ORDER) {
      String text =
          "%s takes more and more time: p50 %s in the first quarter, %s in the last quarter; %s.";
      String name = model.label(row(number).name());
      Step step = Step.of(number, row(number), quarter, model.figures.slices().length);
      List<String> most = longer(List.of(step));
      slopes.put(number, last);
      found.add(
          new Finding(Rule.GROWTH, Severity.WARNING, text, name, first, last, most.get(1))
              .cost(more, model.time())
              .sure(Confidence.LIKELY)
              .count(row(number).count(), 1)
              .at(model, number, most.get(0), model.example(number, one -> isIn(one, step))));
    }
  }

  static double middle(double[] values, int from, int until) {
    double[] sorted = Arrays.stream(values, from, until).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** Returns Kendall's tau: the part of all pairs that rise, minus the part that fall. */
  static double order(double[] values) {
    int sum = 0;
    for (int i = 0; i < values.length; i++) {
      for (int k = i + 1; k < values.length; k++) {
        sum += Double.compare(values[k], values[i]);
      }
    }
    return 2.0 * sum / (values.length * (values.length - 1));
  }

  /** Adds one finding for steps at the same time, the most costly one first. */
  private void addFinding(List<Step> same) {
    Step step = same.get(0);
    int number = step.row;
    boolean isOver = step.after.calls() > 0;
    boolean isOne = same.size() == 1;
    List<String> most = longer(same);
    String name = model.label(row(number).name());
    String since = Instants.millis(begin(step.from));
    long all = model.figures.rows().stream().filter(ReportModel::isOperation).count();
    String several = "%s of %s kinds of requests take longer".formatted(same.size(), all);
    String what = isOne ? name + (isOver ? " took" : " takes") : several + ", as " + name + ":";
    String when =
        isOver
            ? "from about " + since + " to " + Instants.millis(end(step))
            : "since about " + since;
    double p50 = step.during.quantile(0.5);
    double before = step.before.quantile(0.5);
    String text = "%s %s %s, %s before%s (p50; %s and %s requests); %s.";
    Object[] parts = {
      what,
      p50,
      when,
      before,
      isOver ? " and " + Figures.nanos(step.after.quantile(0.5)) + " after" : "",
      step.during.calls(),
      step.before.calls(),
      most.get(1)
    };
    found.add(
        new Finding(Rule.GROWTH, Severity.WARNING, text, parts)
            .cost(same.stream().mapToDouble(Step::cost).sum(), model.time())
            .sure(Confidence.LIKELY)
            .count(same.stream().mapToLong(one -> one.during.calls()).sum(), 1)
            .at(model, number, most.get(0), model.example(number, one -> isIn(one, step)))
            .link("req", isOne ? number : null)
            .link("n", isOne ? List.of(step.during.calls(), step.before.calls()) : null)
            .link("p50", List.of(Math.round(p50), Math.round(before)))
            .link("b0", model.micros(begin(0)))
            .link("t0", model.micros(begin(step.from)))
            .link("t1", model.micros(end(step))));
  }

  private boolean isIn(Trace trace, Step step) {
    return trace.begin() >= begin(step.from) && trace.begin() < end(step);
  }

  /**
   * Returns the operation whose own time grew most, in one kind by its caller; and a text that says
   * so.
   */
  private List<String> longer(List<Step> same) {
    Map<List<String>, Double> more = new HashMap<>();
    for (Step step : same) {
      double times = (double) step.during.calls() / step.before.calls();
      for (PathNode node : model.paths.all(step.row)) {
        double before = times * node.between(model.figures, 0, step.from).self();
        double grown = node.between(model.figures, step.from, step.until).self() - before;
        String by = same.size() == 1 ? node.caller().operation() : "";
        more.merge(List.of(node.operation(), by), grown, Double::sum);
      }
    }
    Map.Entry<List<String>, Double> most =
        more.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
    double all = more.values().stream().mapToDouble(one -> Math.max(0, one)).sum();
    String operation = most.getKey().get(0);
    String caller = most.getKey().get(1);
    String by = caller.isEmpty() ? "" : ", called by " + model.label(caller);
    String part = Figures.percent(Math.max(0, most.getValue()), all);
    return List.of(
        operation, part + " of the growth is in " + model.label(operation) + " itself" + by);
  }
}
