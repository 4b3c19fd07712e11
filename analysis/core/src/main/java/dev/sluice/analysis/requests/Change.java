package dev.sluice.analysis.requests;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.calls.Times;
import dev.sluice.analysis.requests.Estimate.Part;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What changed of a kind of request, of an operation within it, or of one without requests.
 *
 * @param operation its signature, or that of the operation that the kind is named after
 * @param before what was compared of the first recording, null if it is not there
 * @param after the same of the second
 * @param figures each figure and its change
 * @param verdicts what changed more than chance, the gravest first; else one that says why nothing
 *     is said
 * @param tail of a {@link Verdict#SLOWER_TAIL} or {@link Verdict#FASTER_TAIL}, the part of the
 *     requests or calls that is slower or faster; else 0
 * @param cause of an operation within requests that are in both recordings, which part of the
 *     change of its time is the largest; else null
 * @param effect nanoseconds: of an operation within requests, what calling it more or less often
 *     and its own code change of one; else what all take more, as many as before
 */
public record Change(
    String operation,
    Calls before,
    Calls after,
    Map<Figure, FigureChange> figures,
    List<Verdict> verdicts,
    double tail,
    Cause cause,
    double effect) {
  /** Figures of a kind of request that are judged. */
  static final List<Figure> OF_KIND =
      List.of(Figure.TOTAL, Figure.P99, Figure.FAILED, Figure.SHARE);

  /** Figures of an operation within requests that are judged. */
  static final List<Figure> WITHIN = List.of(Figure.TOTAL, Figure.CALLS, Figure.FAILED);

  /** Figures of an operation without requests that are judged. */
  static final List<Figure> OUTSIDE = List.of(Figure.MEAN, Figure.P99, Figure.FAILED);

  /** Parts of the requests that may be called a tail, the largest first. */
  private static final double[] TAILS = {1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01};

  /** A larger part is no tail. */
  private static final double MAX_TAIL = 0.2;

  /** What may be said, the gravest first. */
  public enum Verdict {
    /** A larger part of the requests or calls ends with an exception. */
    MORE_FAILURES,
    SLOWER,
    /** Only the slowest take longer. */
    SLOWER_TAIL,
    /** An operation is called more often by a request. */
    MORE_CALLS,
    /** It is in the first recording alone. */
    GONE,
    /** It is in the second recording alone. */
    NEW,
    FASTER,
    /** Only the slowest take less time. */
    FASTER_TAIL,
    /** A smaller part of the requests or calls ends with an exception. */
    FEWER_FAILURES,
    /** An operation is called less often by a request. */
    FEWER_CALLS,
    /** The kind is a larger part of all requests. */
    MORE_OFTEN,
    /** The kind is a smaller part of all requests. */
    LESS_OFTEN,
    /** The interval says how large a change may be. */
    NO_CHANGE_FOUND,
    /** There are too few for an interval, or to know that a kind is not missing by chance. */
    TOO_FEW
  }

  /** Why an operation takes another time. */
  public enum Cause {
    /** It is called more or less often. */
    CALLS,
    /** Its own code takes another time. */
    SELF,
    /** What it calls takes another time. */
    BELOW
  }

  /** Of what happened in each sample, within these requests. */
  static Change of(String name, Sample one, Sample other, Tally[] calls, Tally[] requests) {
    Calls before = one.sum(calls[0]);
    Calls after = other.sum(calls[1]);
    Map<Figure, FigureChange> figures = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      if (figure != Figure.SHARE && figure != Figure.FAILED) {
        Estimate then = one.estimate(figure, calls[0], requests[0]);
        figures.put(figure, then.to(other.estimate(figure, calls[1], requests[1])));
      }
    }
    figures.put(Figure.FAILED, failed(one, calls[0]).to(failed(other, calls[1])));
    double slow = tail(one, other, calls, before, after);
    figures.put(Figure.P99, figures.get(Figure.P99).with(slow, Double.NaN));
    boolean both = before.calls() > 0 && after.calls() > 0;
    return new Change(
        name,
        orNull(before),
        orNull(after),
        figures,
        List.of(both ? Verdict.TOO_FEW : before.calls() == 0 ? Verdict.NEW : Verdict.GONE),
        0,
        null,
        both
            ? (after.mean() - before.mean()) * before.calls()
            : (double) after.sum() - before.sum());
  }

  private static Calls orNull(Calls of) {
    return of.calls() == 0 ? null : of;
  }

  private static Part failed(Sample sample, Tally calls) {
    return sample.part(sample.values(calls, Calls::failed), sample.values(calls, Calls::calls));
  }

  /**
   * Returns how likely chance makes the difference of the parts of the calls that take as long as
   * the slowest 1 % of both recordings, or of the recording whose slowest 1 % take less time; the
   * smaller probability of the two.
   */
  private static double tail(Sample one, Sample other, Tally[] calls, Calls before, Calls after) {
    Calls both = new Calls();
    both.add(before);
    both.add(after);
    double part = Figure.P99.part;
    double lower = Math.min(before.quantile(part), after.quantile(part));
    if (Double.isNaN(lower)) {
      return Double.NaN;
    }
    return IntStream.of(Times.binOf(lower), Times.binOf(both.quantile(part)))
        .mapToDouble(bin -> one.beyond(calls[0], bin).to(other.beyond(calls[1], bin)).p())
        .filter(p -> !Double.isNaN(p))
        .map(p -> Math.min(1, 2 * p))
        .min()
        .orElse(Double.NaN);
  }

  Change explained() {
    FigureChange calls = figures.get(Figure.CALLS);
    FigureChange total = figures.get(Figure.TOTAL);
    FigureChange self = figures.get(Figure.SELF);
    double all = total.after() - total.before();
    double byCalls = all;
    double bySelf = 0;
    if (!isInOne()) {
      double ofCall = total.before() / calls.before() + total.after() / calls.after();
      byCalls = (calls.after() - calls.before()) * ofCall / 2;
      double own = self.after() / calls.after() - self.before() / calls.before();
      bySelf = own * (calls.before() + calls.after()) / 2;
    }
    double below = Math.abs(all - byCalls - bySelf);
    Cause largest = Math.abs(bySelf) >= below ? Cause.SELF : Cause.BELOW;
    if (Math.abs(byCalls) >= Math.max(Math.abs(bySelf), below)) {
      largest = Cause.CALLS;
    }
    double effect = byCalls + bySelf;
    return new Change(operation, before, after, figures, verdicts, tail, largest, effect);
  }

  /** Returns the changes of the given figures that have a probability. */
  Stream<FigureChange> tests(List<Figure> judged) {
    return (isInOne() ? Stream.of(Figure.SHARE).filter(judged::contains) : judged.stream())
        .map(figures::get)
        .filter(figure -> !Double.isNaN(figure.p()));
  }

  /** What may be said, if probabilities are corrected like that. */
  Change judged(List<Figure> judged, Map<FigureChange, Double> corrected) {
    Map<Figure, FigureChange> all = new EnumMap<>(figures);
    for (Figure figure : judged) {
      FigureChange of = figures.get(figure);
      if (of != null && corrected.containsKey(of)) {
        all.put(figure, of.with(of.p(), corrected.get(of)));
      }
    }
    Change change = new Change(operation, before, after, all, verdicts, 0, cause, effect);
    return isInOne() ? change.alone() : change.told(judged.get(0));
  }

  /** Returns this with too few requests if chance may keep a kind out of one recording. */
  private Change alone() {
    boolean isChance = figures.containsKey(Figure.SHARE) && !isClear();
    List<Verdict> told = isChance ? List.of(Verdict.TOO_FEW) : verdicts;
    return new Change(operation, before, after, figures, told, 0, cause, effect);
  }

  private Change told(Figure time) {
    double slowest = figures.get(Figure.P99).p() < Estimate.LEVEL ? slowestPart() : 1;
    boolean isTail = slowest <= MAX_TAIL;
    Verdict slower = isTail ? Verdict.SLOWER_TAIL : Verdict.SLOWER;
    Verdict faster = isTail ? Verdict.FASTER_TAIL : Verdict.FASTER;
    Set<Verdict> found = EnumSet.noneOf(Verdict.class);
    add(found, time, slower, faster);
    add(found, Figure.P99, slower, faster);
    add(found, Figure.FAILED, Verdict.MORE_FAILURES, Verdict.FEWER_FAILURES);
    add(found, Figure.CALLS, Verdict.MORE_CALLS, Verdict.FEWER_CALLS);
    add(found, Figure.SHARE, Verdict.MORE_OFTEN, Verdict.LESS_OFTEN);
    if (found.isEmpty()) {
      found.add(Double.isNaN(figures.get(time).low()) ? Verdict.TOO_FEW : Verdict.NO_CHANGE_FOUND);
    }
    double part = isTail && (found.contains(slower) || found.contains(faster)) ? slowest : 0;
    return new Change(operation, before, after, figures, List.copyOf(found), part, cause, effect);
  }

  private void add(Set<Verdict> to, Figure figure, Verdict more, Verdict less) {
    FigureChange of = figures.get(figure);
    if (of != null && of.isClear()) {
      to.add(of.after() > of.before() ? more : less);
    }
  }

  /** The largest part, of the slowest, that changed about as much as any smaller one. */
  private double slowestPart() {
    double most = 0;
    double[] changes = new double[TAILS.length];
    for (int i = 0; i < TAILS.length; i++) {
      double part = 1 - 0.75 * TAILS[i];
      changes[i] = Math.log(after.quantile(part) / before.quantile(part));
      most = Math.abs(changes[i]) > Math.abs(most) ? changes[i] : most;
    }
    int at = 0;
    while (at < TAILS.length - 1 && !(changes[at] / most >= 0.5)) {
      at++;
    }
    return TAILS[at];
  }

  /** The smallest corrected probability of what is judged; NaN if nothing is. */
  public double p() {
    return figures.values().stream()
        .mapToDouble(FigureChange::corrected)
        .filter(p -> !Double.isNaN(p))
        .min()
        .orElse(Double.NaN);
  }

  /** The gravest of {@link #verdicts}. */
  public Verdict verdict() {
    return verdicts.get(0);
  }

  /** Whether more than chance was found. */
  public boolean isClear() {
    return isInOne()
        ? figures.containsKey(Figure.SHARE) && figures.get(Figure.SHARE).isClear()
        : verdict().compareTo(Verdict.NO_CHANGE_FOUND) < 0;
  }

  /** Whether it takes more or less time, all or the slowest, for certain. */
  public boolean isTimeClear() {
    return hasTime(true) || hasTime(false);
  }

  boolean hasTime(boolean isSlower) {
    return verdicts.contains(isSlower ? Verdict.SLOWER : Verdict.FASTER)
        || verdicts.contains(isSlower ? Verdict.SLOWER_TAIL : Verdict.FASTER_TAIL);
  }

  boolean isThere() {
    return before != null || after != null;
  }

  /** Whether it is in one recording alone. */
  public boolean isInOne() {
    return before == null || after == null;
  }
}
