package dev.sluice.analysis.requests;

import dev.sluice.analysis.requests.RequestStatistics.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What changed of requests between two recordings. Kinds of requests are told apart as in {@link
 * RequestFigures}, below what is a dispatcher in both recordings.
 *
 * <p>Intervals are those of a block bootstrap over time, see {@link Sample}. Probabilities are
 * corrected as Holm says (A simple sequentially rejective multiple test procedure, Scandinavian
 * Journal of Statistics 6, 1979) over all kinds, and over the operations of each; where no change
 * of the kind was found, for all such kinds together. What one run differs from the next by itself
 * is in no recording: a change says that these two differ, not why.
 *
 * @param before the first recording
 * @param after the second
 * @param dispatchers operations whose requests are told apart by what they call first
 * @param kinds those whose requests changed most for certain come first
 * @param outside operations without requests: the time of their calls is compared
 * @param sameMix mean time of a request, each kind of both recordings as often as in the first
 */
public record RequestComparison(
    Side before,
    Side after,
    Set<String> dispatchers,
    List<KindChange> kinds,
    List<Change> outside,
    FigureChange sameMix) {
  /**
   * A recording, as far as it is compared. Times are nanoseconds since the epoch, to 64th parts of
   * the recording.
   *
   * @param requests how many are compared
   * @param warmUp how many are left out at the beginning
   * @param begin of the recording
   * @param from when the first of those that are compared may begin
   * @param warmUpFactor how many times as long requests take at the beginning; 1 if no warm-up was
   *     found. More than 1 although none is left out: so long take those of the whole first half
   * @param beyond operations that are not told apart, because there are too many
   */
  public record Side(
      long requests, long warmUp, long begin, long from, double warmUpFactor, long beyond) {}

  /**
   * A kind of request.
   *
   * @param request the requests themselves
   * @param operations in them, the first one included; what changed them most comes first
   */
  public record KindChange(Change request, List<Change> operations) {
    /** The operation that explains most of the request's change; none if no change was found. */
    public Optional<Change> main() {
      return operations.stream()
          .filter(operation -> request.isClear())
          .filter(operation -> operation.isClear() || operation.isInOne())
          .filter(operation -> operation.effect() > 0 == request.effect() > 0)
          .findFirst();
    }
  }

  /** A recording: its kinds by name, and the part that is compared. */
  private record Recording(Map<String, Kind> kinds, Kind outside, Sample sample, Side side) {
    static Recording of(
        RequestStatistics read, Set<String> dispatchers, boolean keepWarmUp, long seed) {
      Map<String, Kind> kinds = new TreeMap<>();
      read.kinds()
          .forEach(
              (name, kind) ->
                  kinds.computeIfAbsent(name.request(dispatchers), n -> new Kind()).add(kind));
      List<Tally> timed = kinds.values().stream().map(kind -> kind.requests).toList();
      long[] slices = read.slices();
      WarmUp found =
          WarmUp.of(timed.isEmpty() ? read.outside().operations.values() : timed, slices);
      int from = keepWarmUp ? 0 : found.slices();
      long[] left = Arrays.copyOf(slices, from);
      long[] compared = Arrays.copyOfRange(slices, from, slices.length);
      Side side =
          new Side(
              timed.stream().mapToLong(requests -> requests.sum(compared).calls()).sum(),
              timed.stream().mapToLong(requests -> requests.sum(left).calls()).sum(),
              read.begin(slices[0]),
              read.begin(compared[0]),
              found.factor(),
              read.beyond());
      return new Recording(kinds, read.outside(), new Sample(compared, seed), side);
    }

    Kind kind(String name) {
      return kinds.getOrDefault(name, new Kind());
    }
  }

  /**
   * Compares two recordings that are not empty and are not told anything any more.
   *
   * @param keepWarmUp whether a warm-up is compared as well
   * @param families how many comparisons are made of these two recordings: probabilities are
   *     corrected for all of them
   */
  public static RequestComparison of(
      RequestStatistics one, RequestStatistics other, boolean keepWarmUp, int families) {
    Set<String> dispatchers = one.dispatchers();
    dispatchers.retainAll(other.dispatchers());
    Recording then = Recording.of(one, dispatchers, keepWarmUp, 1);
    Recording now = Recording.of(other, dispatchers, keepWarmUp, 2);
    List<Change> requests = new ArrayList<>();
    for (String name : union(then.kinds, now.kinds)) {
      Tally[] both = {then.kind(name).requests, now.kind(name).requests};
      requests.add(Change.of(name, then.sample, now.sample, both, both, Figure.TOTAL));
    }
    List<Change> kinds = ranked(requests, Figure.TOTAL, families, 1);
    long unclear =
        families * kinds.stream().filter(kind -> !kind.isClear() && !kind.isInOne()).count();
    return new RequestComparison(
        then.side,
        now.side,
        dispatchers,
        kinds.stream()
            .map(
                kind ->
                    new KindChange(
                        kind, operations(kind, then, now, kind.isClear() ? families : unclear)))
            .toList(),
        calls(then, now, then.outside, now.outside, Figure.MEAN, families),
        mix(then, now, kinds));
  }

  private static List<Change> operations(
      Change kind, Recording then, Recording now, long families) {
    return kind.isInOne()
        ? List.of()
        : calls(
            then,
            now,
            then.kind(kind.operation()),
            now.kind(kind.operation()),
            Figure.TOTAL,
            families);
  }

  private static List<Change> calls(
      Recording then, Recording now, Kind one, Kind other, Figure tested, long families) {
    List<Change> changes = new ArrayList<>();
    Tally none = new Tally();
    Tally[] requests = {one.requests, other.requests};
    for (String name : union(one.operations, other.operations)) {
      Tally[] both = {
        one.operations.getOrDefault(name, none), other.operations.getOrDefault(name, none)
      };
      changes.add(Change.of(name, then.sample, now.sample, both, requests, tested));
    }
    return ranked(changes, tested, families, 0);
  }

  private static Set<String> union(Map<String, ?> one, Map<String, ?> other) {
    Set<String> all = new TreeSet<>(one.keySet());
    all.addAll(other.keySet());
    return all;
  }

  /**
   * Judges by Holm, all of these counting {@code families} times; then clear changes come first,
   * and what is in one recording alone so many ranks behind.
   */
  private static List<Change> ranked(
      List<Change> changes, Figure tested, long families, int behind) {
    List<Change> judged = new ArrayList<>();
    changes.removeIf(change -> change.before() == null && change.after() == null);
    changes.sort(Comparator.comparingDouble(Change::p));
    long tests = changes.stream().filter(change -> !Double.isNaN(change.p())).count();
    double least = 0;
    for (Change change : changes) {
      boolean isTested = !Double.isNaN(change.p());
      least = isTested ? Math.max(least, Math.min(1, change.p() * tests-- * families)) : least;
      judged.add(isTested ? change.judged(least, change.figures().get(tested)) : change);
    }
    judged.sort(
        Comparator.comparingInt(
                (Change change) -> change.isClear() ? 0 : change.isInOne() ? behind : 2)
            .thenComparingDouble(change -> -Math.abs(change.effect()))
            .thenComparing(Change::operation));
    return judged;
  }

  private static FigureChange mix(Recording then, Recording now, List<Change> kinds) {
    List<Change> both = kinds.stream().filter(kind -> !kind.isInOne()).toList();
    return mean(then, both, true).to(mean(now, both, false));
  }

  /** The mean of a request, each kind as often as before. */
  private static Estimate mean(Recording recording, List<Change> kinds, boolean isBefore) {
    double all = kinds.stream().mapToDouble(kind -> kind.before().calls()).sum();
    double value = 0;
    double[] draws = new double[Sample.DRAWS];
    for (Change kind : kinds) {
      double weight = kind.before().calls() / all;
      double mean = (isBefore ? kind.before() : kind.after()).mean();
      double[] means = recording.sample.means(recording.kind(kind.operation()).requests);
      Arrays.setAll(draws, i -> draws[i] + weight * (means[i] > 0 ? means[i] : mean));
      value += weight * mean;
    }
    return kinds.isEmpty() ? Estimate.without(Double.NaN) : recording.sample.positive(value, draws);
  }
}
