package dev.sluice.analysis.requests;

import java.util.EnumMap;
import java.util.Map;

/**
 * What changed of a kind of request, of an operation within it, or of one without requests.
 *
 * @param operation its signature, or that of the operation that the kind is named after
 * @param before what was compared of the first recording, null if it is not there
 * @param after the same of the second
 * @param figures each figure and its change
 * @param p how likely so large a change of the time is if nothing had changed, corrected for all
 *     that are tested together; NaN if there are too few
 * @param verdict what may be said of the time
 * @param cause of an operation within requests that are in both recordings, which part of the
 *     change of its time is the largest; else null
 * @param effect nanoseconds: of an operation within requests, what calling it more or less often
 *     and its own code change of one; else what all take more, as many as before
 */
public record Change(
    String operation,
    CallFigures before,
    CallFigures after,
    Map<Figure, FigureChange> figures,
    double p,
    Verdict verdict,
    Cause cause,
    double effect) {
  /** What may be said of the time. */
  public enum Verdict {
    SLOWER,
    FASTER,
    /** The interval says how large one may be. */
    NO_CHANGE_FOUND,
    /** There are too few for an interval. */
    TOO_FEW,
    /** It is in the second recording alone. */
    NEW,
    /** It is in the first recording alone. */
    GONE
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
  static Change of(
      String name, Sample one, Sample other, Tally[] calls, Tally[] requests, Figure tested) {
    CallFigures before = one.sum(calls[0]);
    CallFigures after = other.sum(calls[1]);
    Map<Figure, FigureChange> figures = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      Estimate then = one.estimate(figure, calls[0], requests[0]);
      Estimate now = other.estimate(figure, calls[1], requests[1]);
      figures.put(figure, figure == Figure.FAILED ? then.differenceTo(now) : then.to(now));
    }
    boolean both = before.calls() > 0 && after.calls() > 0;
    Verdict verdict = both ? Verdict.TOO_FEW : before.calls() == 0 ? Verdict.NEW : Verdict.GONE;
    Change change =
        new Change(
            name,
            before.calls() == 0 ? null : before,
            after.calls() == 0 ? null : after,
            figures,
            figures.get(tested).p(),
            verdict,
            null,
            both
                ? (after.mean() - before.mean()) * before.calls()
                : (double) after.sum() - before.sum());
    boolean isWithin = calls[0] != requests[0] && tested == Figure.TOTAL;
    return isWithin ? change.explained(both) : change;
  }

  private Change explained(boolean both) {
    FigureChange calls = figures.get(Figure.CALLS);
    FigureChange total = figures.get(Figure.TOTAL);
    FigureChange self = figures.get(Figure.SELF);
    double all = total.after() - total.before();
    double byCalls = all;
    double bySelf = 0;
    if (both) {
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
    return new Change(operation, before, after, figures, p, verdict, largest, effect);
  }

  Change judged(double corrected, FigureChange tested) {
    boolean clear = corrected < Estimate.LEVEL && (tested.low() > 0 || tested.high() < 0);
    Verdict apart = tested.after() > tested.before() ? Verdict.SLOWER : Verdict.FASTER;
    Verdict judged = clear ? apart : Verdict.NO_CHANGE_FOUND;
    return new Change(operation, before, after, figures, corrected, judged, cause, effect);
  }

  /** Whether more than chance was found. */
  public boolean isClear() {
    return verdict == Verdict.SLOWER || verdict == Verdict.FASTER;
  }

  /** Whether it is in one recording alone. */
  public boolean isInOne() {
    return verdict == Verdict.NEW || verdict == Verdict.GONE;
  }
}
