package dev.sluice.analysis.requests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A service on a virtual clock, drawn from a seed, that is recorded twice; in between, one thing
 * about it changes, or nothing. What changed and how its load behaves are known.
 */
final class ChangedService {
  private static final double SECONDS = 10;
  private static final String ROW = "Db.row";
  private static final String VIEW = "View.render";
  private static final String CACHE = "Cache.get";

  /** What changes from the first to the second recording. */
  enum Planted {
    SLOWER,
    FASTER,
    TAIL_WORSE,
    TAIL_GONE,
    MORE_FAILURES,
    FEWER_FAILURES,
    NEW_KIND,
    GONE_KIND,
    MIX,
    REPEATED_CALLS,
    REPEATED_CALLS_FIXED,
    ALL_SLOWER,
    NOTHING
  }

  /** How requests depend on each other. */
  enum Load {
    INDEPENDENT,
    /** All take longer or shorter for about a second. */
    DRIFTING,
    /** All take longer or shorter for a moment. */
    AUTOCORRELATED,
    HEAVY_TAILED,
    /** Requests of a kind, and failures, come in bursts. */
    BURSTY
  }

  /** A kind of request: how often it comes, and what it costs in milliseconds. */
  private record Kind(String name, double weight, double millis, double failing) {}

  private final Random random;
  private final Planted planted;
  private final Load load;
  private final List<Kind> kinds = new ArrayList<>();
  private final int requests;
  private final double spread;
  private final double factor;
  private final int repeated;
  private final int chosen;

  ChangedService(long seed, Planted planted, Load load) {
    random = new Random(seed * 31 + planted.ordinal() * 7_919L + load.ordinal() * 104_729L);
    this.planted = planted;
    this.load = load;
    requests = 6_000 + random.nextInt(6_000);
    spread = 0.2 + 0.4 * random.nextDouble();
    factor = 1.4 + random.nextDouble();
    repeated = 10 + random.nextInt(50);
    int count = 3 + random.nextInt(6);
    chosen = random.nextInt(count);
    for (int i = 0; i < count; i++) {
      double failing = random.nextBoolean() ? 0 : 0.01 * random.nextDouble();
      kinds.add(
          new Kind(
              "Shop.kind" + i,
              i == chosen ? 1.5 : 0.5 + random.nextDouble(),
              Math.exp(random.nextGaussian()),
              failing));
    }
  }

  String chosen() {
    return kinds.get(chosen).name;
  }

  RequestComparison compared() {
    RequestStatistics before = recording(false);
    return RequestComparison.of(before, recording(true), false, 1);
  }

  private boolean is(boolean isAfter, Planted first, Planted second) {
    return planted == (isAfter ? first : second);
  }

  private double[] weights(boolean isAfter) {
    double[] weights = kinds.stream().mapToDouble(Kind::weight).toArray();
    if (is(isAfter, Planted.GONE_KIND, Planted.NEW_KIND)) {
      weights[chosen] = 0;
    } else if (isAfter && planted == Planted.MIX) {
      weights[chosen] *= 2;
    }
    double sum = Arrays.stream(weights).sum();
    Arrays.setAll(weights, i -> weights[i] / sum);
    return weights;
  }

  private RequestStatistics recording(boolean isAfter) {
    RequestStatistics statistics = new RequestStatistics();
    double[] weights = weights(isAfter);
    int count = (int) (requests * (0.8 + 0.4 * random.nextDouble()));
    double tau = load == Load.DRIFTING ? 1 : 0.1;
    double sigma = load == Load.DRIFTING ? 0.35 : load == Load.AUTOCORRELATED ? 0.3 : 0;
    double busy = random.nextGaussian();
    double at = 0;
    int kind = draw(weights);
    boolean isBad = false;
    while (at < SECONDS) {
      double gap = -Math.log(1 - random.nextDouble()) * SECONDS / count;
      at += gap;
      double keep = Math.exp(-gap / tau);
      busy = keep * busy + Math.sqrt(1 - keep * keep) * random.nextGaussian();
      boolean isStuck = load == Load.BURSTY;
      kind = isStuck && random.nextInt(10) > 0 ? kind : draw(weights);
      Kind of = kinds.get(kind);
      double failing = of.failing;
      if (kind == chosen && planted != Planted.NOTHING) {
        failing = is(isAfter, Planted.MORE_FAILURES, Planted.FEWER_FAILURES) ? 0.06 : 0.01;
      }
      isBad = isStuck ? bad(isBad, failing) : random.nextDouble() < failing;
      long nanos = (long) (at * 1e9);
      request(statistics, nanos, of, isAfter, Math.exp(sigma * busy), isBad);
    }
    return statistics;
  }

  /** Ten requests in a row fail, in the mean. */
  private boolean bad(boolean isBad, double failing) {
    return isBad ? random.nextInt(10) > 0 : random.nextDouble() < failing / 10;
  }

  private int draw(double[] weights) {
    double value = random.nextDouble();
    int at = 0;
    while (at < weights.length - 1 && value >= weights[at]) {
      value -= weights[at++];
    }
    return at;
  }

  private long time(double millis) {
    double noise =
        load == Load.HEAVY_TAILED
            ? Math.pow(1 - random.nextDouble(), -1 / 1.8)
            : Math.exp(spread * random.nextGaussian());
    return Math.max(1, Math.round(millis * noise * 1e6));
  }

  private void request(
      RequestStatistics to, long at, Kind kind, boolean isAfter, double busy, boolean isFailed) {
    boolean isChosen = kind == kinds.get(chosen);
    long slice = to.slice(at);
    double view = 0.5 * kind.millis * busy * (isChosen ? slower(isAfter) : 1);
    view *= planted == Planted.ALL_SLOWER && isAfter ? 2 * factor : 1;
    long rendered = time(view);
    int rows = isChosen && hasRepeated(isAfter) ? repeated : 1 + random.nextInt(3);
    RequestStatistics.Kind of = to.kind(List.of(kind.name));
    long below = rendered;
    for (int i = 0; i < rows; i++) {
      long row = time(0.1 * kind.millis * busy);
      add(of, ROW, slice, row, row, false);
      below += row;
    }
    long cached = time(0.05 * kind.millis * busy);
    long own = time(0.2 * kind.millis * busy);
    add(of, CACHE, slice, cached, cached, false);
    add(of, VIEW, slice, rendered, rendered, false);
    long whole = below + cached + own;
    of.requests.at(slice).add(whole, true, own, isFailed);
    add(of, kind.name, slice, whole, own, isFailed);
  }

  private double slower(boolean isAfter) {
    if (is(isAfter, Planted.SLOWER, Planted.FASTER)) {
      return 2 * factor;
    }
    boolean isTail = is(isAfter, Planted.TAIL_WORSE, Planted.TAIL_GONE);
    return isTail && random.nextInt(25) == 0 ? 10 * factor : 1;
  }

  private boolean hasRepeated(boolean isAfter) {
    return is(isAfter, Planted.REPEATED_CALLS, Planted.REPEATED_CALLS_FIXED);
  }

  private static void add(
      RequestStatistics.Kind kind, String name, long slice, long nanos, long own, boolean failed) {
    Tally tally = kind.operations.computeIfAbsent(name, absent -> new Tally());
    tally.at(slice).add(nanos, true, own, failed);
  }
}
