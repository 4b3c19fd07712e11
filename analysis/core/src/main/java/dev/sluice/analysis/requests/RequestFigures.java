package dev.sluice.analysis.requests;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.requests.RequestStatistics.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The requests of a recording by kind: their first operation or, below dispatchers, that which
 * these call. One that begins four fifths or more of all requests is a dispatcher if it calls
 * different ones first; so is what four fifths pass through as its caller's first call and, further
 * on, only call, up to the last from which different ones are called.
 *
 * @param rows those that took most time together come first, those of a warm-up counted
 * @param all requests together
 * @param outside operations without requests
 * @param from when the first of these requests may begin, nanoseconds since the epoch; {@code
 *     Long.MIN_VALUE} if none is left out
 * @param slices those of {@link RequestStatistics} that count
 */
public record RequestFigures(
    List<Row> rows, Row all, Map<String, Calls> outside, long from, long[] slices) {
  /** A warm-up is left out if so many slices and requests remain at least. */
  private static final int LEAST_SLICES = 16;

  private static final int LEAST_REQUESTS = 100;

  /**
   * Requests of a kind.
   *
   * @param name of its operation
   * @param numbers of its parts in {@link RequestStatistics}
   * @param whole those whose beginning and end are there
   * @param cut the others, of which the least time is known
   * @param invalid how many of both are not valid
   * @param operations what they called, themselves included, by signature
   * @param slices whole ones of each slice of time with requests of any kind
   * @param begins when these slices begin
   */
  public record Row(
      String name,
      List<Integer> numbers,
      Calls whole,
      Calls cut,
      long invalid,
      Map<String, Calls> operations,
      List<Calls> slices,
      long[] begins) {
    private static Row of(String name, Kind kind, int number, long[] slices, long[] begins) {
      return new Row(
          name,
          List.of(number),
          kind.requests.sum(slices),
          kind.cut.sum(slices),
          kind.invalid.sum(slices).calls(),
          sums(kind, slices),
          Arrays.stream(slices).mapToObj(kind.requests::sum).toList(),
          begins);
    }

    /** All of these, as one. */
    public static Row together(String name, List<Row> rows, long[] begins) {
      List<Integer> numbers = new ArrayList<>();
      Calls whole = new Calls();
      Calls cut = new Calls();
      Map<String, Calls> operations = new LinkedHashMap<>();
      List<Calls> slices = IntStream.range(0, begins.length).mapToObj(i -> new Calls()).toList();
      for (Row row : rows) {
        numbers.addAll(row.numbers);
        whole.add(row.whole);
        cut.add(row.cut);
        row.operations.forEach(
            (op, calls) -> operations.computeIfAbsent(op, n -> new Calls()).add(calls));
        IntStream.range(0, begins.length).forEach(i -> slices.get(i).add(row.slices.get(i)));
      }
      long invalid = rows.stream().mapToLong(Row::invalid).sum();
      return new Row(name, numbers, whole, cut, invalid, operations, slices, begins);
    }

    /** Whole ones of the slices from one until before another. */
    public Calls between(int from, int until) {
      Calls some = new Calls();
      slices.subList(from, until).forEach(some::add);
      return some;
    }

    /** How many there are. */
    public long count() {
      return whole.calls() + cut.calls();
    }

    /** How many of them ended with an exception. */
    public long failed() {
      return whole.failed() + cut.failed();
    }

    /** Returns the least time of the shortest; null if there is none. */
    public Long min() {
      return Stream.of(whole, cut)
          .map(Calls::min)
          .filter(Objects::nonNull)
          .min(Comparator.naturalOrder())
          .orElse(null);
    }

    /** Returns the least time of the longest; null if there is none. */
    public Long max() {
      return Stream.of(whole, cut)
          .map(Calls::max)
          .filter(Objects::nonNull)
          .max(Comparator.naturalOrder())
          .orElse(null);
    }

    /** Nanoseconds of all of them. */
    public long total() {
      return whole.sum() + cut.sum();
    }
  }

  /**
   * Figures of what was read.
   *
   * @param tree of the same requests; it gets the same slices
   * @param keepWarmUp whether the requests of a warm-up count
   */
  public static RequestFigures of(RequestStatistics read, RequestTree tree, boolean keepWarmUp) {
    int warm = keepWarmUp ? 0 : warmUp(read, read.slices());
    long from = warm == 0 ? Long.MIN_VALUE : read.begin(read.slices()[warm]);
    return of(read, tree, from, read.dispatchers());
  }

  /**
   * The same of a recording as {@link RequestComparison} sees it.
   *
   * @param from when the first of the requests that count may begin
   * @param dispatchers operations whose requests are told apart by what they call first
   */
  public static RequestFigures of(
      RequestStatistics read, RequestTree tree, long from, Set<String> dispatchers) {
    tree.lengthen(read.shift());
    long[] slices = read.slices();
    long[] counted = Arrays.stream(slices).filter(slice -> read.begin(slice) >= from).toArray();
    long[] begins = Arrays.stream(counted).map(read::begin).toArray();
    Map<String, List<Row>> named = new LinkedHashMap<>();
    Map<String, Long> times = new LinkedHashMap<>();
    read.kinds()
        .forEach(
            (name, kind) -> {
              String row = name.request(dispatchers);
              named
                  .computeIfAbsent(row, absent -> new ArrayList<>())
                  .add(Row.of(row, kind, kind.number, counted, begins));
              long time = kind.requests.sum(slices).sum() + kind.cut.sum(slices).sum();
              times.merge(row, time, Long::sum);
            });
    List<Row> rows =
        named.entrySet().stream()
            .map(entry -> Row.together(entry.getKey(), entry.getValue(), begins))
            .sorted(
                Comparator.comparing((Row row) -> -times.get(row.name)).thenComparing(Row::name))
            .toList();
    return new RequestFigures(
        rows, Row.together("", rows, begins), sums(read.outside(), counted), from, counted);
  }

  private static int warmUp(RequestStatistics read, long[] slices) {
    List<Tally> timed = read.kinds().values().stream().map(kind -> kind.requests).toList();
    int warm = WarmUp.of(timed, slices).slices();
    long[] left = Arrays.copyOfRange(slices, warm, slices.length);
    long requests = timed.stream().mapToLong(tally -> tally.sum(left).calls()).sum();
    return left.length < LEAST_SLICES || requests < LEAST_REQUESTS ? 0 : warm;
  }

  /** The same with at most so many rows: the others are one. */
  public RequestFigures limited(int most, String others) {
    if (rows.size() <= most) {
      return this;
    }
    List<Row> kept = new ArrayList<>(rows.subList(0, most - 1));
    kept.add(Row.together(others, rows.subList(most - 1, rows.size()), all.begins));
    return new RequestFigures(kept, all, outside, from, slices);
  }

  private static Map<String, Calls> sums(Kind kind, long[] slices) {
    Map<String, Calls> sums = new LinkedHashMap<>();
    kind.operations.forEach(
        (name, tally) -> {
          Calls sum = tally.sum(slices);
          if (sum.calls() > 0) {
            sums.put(name, sum);
          }
        });
    return sums;
  }
}
