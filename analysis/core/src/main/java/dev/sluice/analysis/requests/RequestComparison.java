package dev.sluice.analysis.requests;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.requests.Estimate.Part;
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
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * What changed of requests between two recordings. Kinds of requests are told apart as in {@link
 * RequestFigures}, below what is a dispatcher in both recordings.
 *
 * <p>For intervals see {@link Sample}. Probabilities are corrected as Holm says (A simple
 * sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 1979) over
 * all that is judged. What one run differs from the next by itself is in no recording: a change
 * says that these two differ, not why.
 *
 * @param before the first recording
 * @param after the second
 * @param dispatchers operations whose requests are told apart by what they call first
 * @param kinds the gravest changes come first
 * @param outside operations without requests: the time of their calls is compared
 * @param sameMix mean time of a request, each kind of both recordings as often as in the first
 * @param mean mean time of a request, with the mix of each recording
 * @param tests number of figures that are judged together
 */
public record RequestComparison(
    Side before,
    Side after,
    Set<String> dispatchers,
    List<KindChange> kinds,
    List<Change> outside,
    FigureChange sameMix,
    FigureChange mean,
    int tests) {
  /**
   * A recording, as far as it is compared. Times are nanoseconds since the epoch, to 64th parts of
   * the recording.
   *
   * @param requests how many are compared
   * @param warmUp how many are left out at the beginning
   * @param begin of its first request
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
          .filter(operation -> request.isTimeClear())
          .filter(operation -> operation.isTimeClear() || operation.isInOne())
          .filter(operation -> operation.effect() > 0 == request.effect() > 0)
          .findFirst();
    }

    private KindChange judged(Map<FigureChange, Double> corrected, int families) {
      Change judged = request.judged(Change.OF_KIND, corrected);
      Map<FigureChange, Double> of = corrected;
      if (judged.isTimeClear()) {
        of = FigureChange.corrected(tests(operations, Change.WITHIN), List.of(), families);
        of.replaceAll((figure, p) -> Math.min(p, corrected.get(figure)));
      }
      return new KindChange(judged, ranked(operations, Change.WITHIN, of));
    }
  }

  /** A recording: its kinds by name, and the part that is compared. */
  private record Recording(Map<String, Kind> kinds, Kind outside, Sample sample, Side side) {
    static Recording of(RequestStatistics read, Set<String> dispatchers, boolean keepWarmUp) {
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
              read.begin(),
              read.begin(compared[0]),
              found.factor(),
              read.beyond());
      return new Recording(kinds, read.outside(), new Sample(compared), side);
    }

    Kind kind(String name) {
      return kinds.getOrDefault(name, new Kind());
    }

    /** A figure of requests of these kinds, by slice. */
    double[] sum(List<Change> some, ToLongFunction<Calls> figure) {
      double[] sums = new double[sample.size()];
      for (Change of : some) {
        double[] values = sample.values(kind(of.operation()).requests, figure);
        Arrays.setAll(sums, i -> sums[i] + values[i]);
      }
      return sums;
    }

    Estimate mean() {
      Tally all = new Tally();
      kinds.values().forEach(kind -> all.add(kind.requests));
      return sample.estimate(Figure.MEAN, all, all);
    }
  }

  /** The gravest of all changes; {@code kind} and {@code operation} are null where it has none. */
  public record Gravest(Change.Verdict verdict, KindChange kind, Change operation) {}

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
    Recording then = Recording.of(one, dispatchers, keepWarmUp);
    Recording now = Recording.of(other, dispatchers, keepWarmUp);
    List<KindChange> kinds = new ArrayList<>();
    for (String name : union(then.kinds, now.kinds)) {
      Tally[] both = {then.kind(name).requests, now.kind(name).requests};
      Change request = Change.of(name, then.sample, now.sample, both, both);
      if (request.isThere()) {
        kinds.add(
            new KindChange(
                request,
                request.isInOne() ? List.of() : calls(then, now, then.kind(name), now.kind(name))));
      }
    }
    share(kinds, then, now);
    FigureChange sameMix = sameMix(then, kinds, true).to(sameMix(now, kinds, false));
    List<Change> outside = calls(then, now, then.outside, now.outside);
    return new RequestComparison(
            then.side,
            now.side,
            dispatchers,
            kinds,
            outside,
            sameMix,
            then.mean().to(now.mean()),
            0)
        .judged(families);
  }

  private static List<Change> calls(Recording then, Recording now, Kind one, Kind other) {
    List<Change> changes = new ArrayList<>();
    Tally none = new Tally();
    Tally[] requests = {one.requests, other.requests};
    for (String name : union(one.operations, other.operations)) {
      Tally[] both = {
        one.operations.getOrDefault(name, none), other.operations.getOrDefault(name, none)
      };
      Change change = Change.of(name, then.sample, now.sample, both, requests);
      if (change.isThere()) {
        changes.add(one == then.outside ? change : change.explained());
      }
    }
    return changes;
  }

  private static Set<String> union(Map<String, ?> one, Map<String, ?> other) {
    Set<String> all = new TreeSet<>(one.keySet());
    all.addAll(other.keySet());
    return all;
  }

  /** Of kinds of both recordings, the part of those; of others, the part of all. */
  private static void share(List<KindChange> kinds, Recording then, Recording now) {
    List<Change> all = kinds.stream().map(KindChange::request).toList();
    List<Change> both = all.stream().filter(one -> !one.isInOne()).toList();
    ToLongFunction<Calls> calls = Calls::calls;
    double[][] ofAll = {then.sum(all, calls), now.sum(all, calls)};
    double[][] ofBoth = {then.sum(both, calls), now.sum(both, calls)};
    for (Change one : all) {
      double[][] among = one.isInOne() ? ofAll : ofBoth;
      Part before = then.sample.part(then.sum(List.of(one), calls), among[0]);
      Part after = now.sample.part(now.sum(List.of(one), calls), among[1]);
      one.figures().put(Figure.SHARE, before.to(after));
    }
  }

  /**
   * Judges all that is compared together: half of the error is for requests and calls without
   * requests, half for operations within requests. Those of a kind whose time changed say why, and
   * are judged beside each other, too.
   */
  private RequestComparison judged(int families) {
    List<FigureChange> first = new ArrayList<>();
    List<FigureChange> second = new ArrayList<>();
    if (!Double.isNaN(sameMix.p())) {
      first.add(sameMix);
    }
    for (KindChange kind : kinds) {
      first.addAll(tests(List.of(kind.request), Change.OF_KIND));
      second.addAll(tests(kind.operations, Change.WITHIN));
    }
    first.addAll(tests(outside, Change.OUTSIDE));
    Map<FigureChange, Double> corrected = FigureChange.corrected(first, second, families);
    List<KindChange> ranked =
        kinds.stream()
            .map(kind -> kind.judged(corrected, families))
            .sorted(Comparator.comparing(KindChange::request, order(true)))
            .toList();
    return new RequestComparison(
        before,
        after,
        dispatchers,
        ranked,
        ranked(outside, Change.OUTSIDE, corrected),
        sameMix.with(sameMix.p(), corrected.getOrDefault(sameMix, Double.NaN)),
        mean,
        first.size() + second.size());
  }

  private static List<FigureChange> tests(List<Change> changes, List<Figure> figures) {
    return changes.stream().flatMap(change -> change.tests(figures)).toList();
  }

  /** What is clear comes first, of kinds the gravest; then what changed most. */
  private static Comparator<Change> order(boolean byGravity) {
    return Comparator.comparingInt(
            (Change change) -> change.isClear() ? 0 : change.isInOne() ? (byGravity ? 1 : 0) : 2)
        .thenComparingInt(change -> byGravity && change.isClear() ? change.verdict().ordinal() : 0)
        .thenComparingDouble(change -> -Math.abs(change.effect()))
        .thenComparing(Change::operation);
  }

  private static List<Change> ranked(
      List<Change> changes, List<Figure> figures, Map<FigureChange, Double> corrected) {
    return changes.stream()
        .map(change -> change.judged(figures, corrected))
        .sorted(order(false))
        .toList();
  }

  /** The mean of a request, each kind as often as before. */
  private static Estimate sameMix(Recording recording, List<KindChange> all, boolean isBefore) {
    List<Change> kinds =
        all.stream().map(KindChange::request).filter(kind -> !kind.isInOne()).toList();
    if (kinds.isEmpty()) {
      return Estimate.without(Double.NaN);
    }
    double requests = kinds.stream().mapToDouble(kind -> kind.before().calls()).sum();
    double value = 0;
    double[] sums = new double[recording.sample.size()];
    for (Change kind : kinds) {
      double weight = kind.before().calls() / requests;
      value += weight * (isBefore ? kind.before() : kind.after()).mean();
      List<Change> one = List.of(kind);
      double[] residuals =
          Sample.residuals(recording.sum(one, Calls::sum), recording.sum(one, Calls::calls));
      Arrays.setAll(sums, i -> sums[i] + weight * residuals[i]);
    }
    return recording.sample.positive(value, sums);
  }

  /** What may be said of all requests with the same mix. */
  public Change.Verdict sameMixVerdict() {
    if (Double.isNaN(sameMix.low())) {
      return Change.Verdict.TOO_FEW;
    }
    Change.Verdict changed =
        sameMix.after() > sameMix.before() ? Change.Verdict.SLOWER : Change.Verdict.FASTER;
    return sameMix.isClear() ? changed : Change.Verdict.NO_CHANGE_FOUND;
  }

  /** Whether the mix of requests changed: a kind is more or less often, new or gone for certain. */
  public boolean isMixChanged() {
    return kinds.stream().anyMatch(kind -> kind.request.figures().get(Figure.SHARE).isClear());
  }

  /**
   * The gravest change of all that are more than chance: of a kind of request, of an operation
   * within one, of one without requests, or of all requests. If there is none, no change was found,
   * or there are too few.
   */
  public Gravest gravest() {
    List<Gravest> found = new ArrayList<>();
    for (KindChange kind : kinds) {
      if (kind.request.isClear()) {
        found.add(new Gravest(kind.request.verdict(), kind, null));
      }
      kind.operations.stream()
          .filter(Change::isClear)
          .filter(one -> !(kind.request.isTimeClear() && one.isTimeClear()))
          .forEach(one -> found.add(new Gravest(one.verdict(), kind, one)));
    }
    outside.stream()
        .filter(Change::isClear)
        .forEach(one -> found.add(new Gravest(one.verdict(), null, one)));
    boolean isSlower = sameMixVerdict() == Change.Verdict.SLOWER;
    if (sameMix.isClear() && kinds.stream().noneMatch(kind -> kind.request.hasTime(isSlower))) {
      found.add(new Gravest(sameMixVerdict(), null, null));
    }
    boolean isKnown =
        Stream.concat(kinds.stream().map(KindChange::request), outside.stream())
            .anyMatch(one -> one.verdict() == Change.Verdict.NO_CHANGE_FOUND);
    Change.Verdict none = isKnown ? Change.Verdict.NO_CHANGE_FOUND : Change.Verdict.TOO_FEW;
    return found.stream()
        .min(Comparator.comparing(Gravest::verdict))
        .orElse(new Gravest(none, null, null));
  }
}
