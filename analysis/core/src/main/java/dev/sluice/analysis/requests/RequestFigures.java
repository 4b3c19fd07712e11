package dev.sluice.analysis.requests;

import dev.sluice.analysis.requests.RequestStatistics.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The requests of a recording by kind: their first operation or, below one that begins four fifths
 * or more of all requests and calls different ones first, that first call.
 *
 * @param rows those that took most time together come first
 * @param all requests together
 * @param outside operations without requests
 * @param from when the first of these requests may begin, nanoseconds since the epoch
 * @param warmUpEnd when a warm-up ends that was found, whether its requests count or not; {@code
 *     Long.MIN_VALUE} if none was found
 * @param warmUpRequests how many of them began in it
 */
public record RequestFigures(
    List<Row> rows,
    Row all,
    Map<String, CallFigures> outside,
    long from,
    long warmUpEnd,
    long warmUpRequests) {
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
   * @param slices whole ones of each slice of time with requests
   * @param begins when these slices begin
   */
  public record Row(
      String name,
      List<Integer> numbers,
      CallFigures whole,
      CallFigures cut,
      long invalid,
      Map<String, CallFigures> operations,
      List<CallFigures> slices,
      long[] begins) {
    /** How many there are. */
    public long count() {
      return whole.calls() + cut.calls();
    }

    /** How many of them ended with an exception. */
    public long failed() {
      return whole.failed() + cut.failed();
    }

    /** Nanoseconds of all of them. */
    public long total() {
      return whole.sum() + cut.sum();
    }
  }

  /**
   * Figures of what was read.
   *
   * @param tree of the same requests; both get the same slices
   * @param keepWarmUp whether the requests of a warm-up count
   */
  public static RequestFigures of(RequestStatistics read, RequestTree tree, boolean keepWarmUp) {
    read.lengthen(tree.shift());
    tree.lengthen(read.shift());
    Map<String, Kind> kinds = new LinkedHashMap<>();
    Map<String, List<Integer>> numbers = new LinkedHashMap<>();
    Set<String> dispatchers = read.dispatchers();
    int number = 0;
    for (Map.Entry<RequestStatistics.Name, Kind> one : read.kinds().entrySet()) {
      RequestStatistics.Name name = one.getKey();
      boolean below = name.first() != null && dispatchers.contains(name.root());
      String row = below ? name.first() : name.root();
      kinds.computeIfAbsent(row, absent -> new Kind()).add(one.getValue());
      numbers.computeIfAbsent(row, absent -> new ArrayList<>()).add(number++);
    }
    long[] slices = read.slices();
    int warm = warmUp(kinds, slices);
    long[] counted = keepWarmUp ? slices : Arrays.copyOfRange(slices, warm, slices.length);
    long[] begins = Arrays.stream(counted).map(read::begin).toArray();
    Kind together = new Kind();
    kinds.values().forEach(together::add);
    List<Integer> each = numbers.values().stream().flatMap(List::stream).toList();
    List<Row> rows = new ArrayList<>();
    kinds.forEach((name, kind) -> rows.add(row(name, kind, numbers.get(name), counted, begins)));
    rows.removeIf(row -> row.count() == 0);
    rows.sort(Comparator.comparingLong(Row::total).reversed().thenComparing(Row::name));
    Row all = row("", together, each, counted, begins);
    Row warmed = row("", together, each, Arrays.copyOf(slices, warm), begins);
    return new RequestFigures(
        rows,
        all,
        sums(read.outside(), counted),
        keepWarmUp || warm == 0 ? Long.MIN_VALUE : begins[0],
        warm == 0 ? Long.MIN_VALUE : read.begin(slices[warm]),
        warmed.count());
  }

  private static int warmUp(Map<String, Kind> kinds, long[] slices) {
    List<Tally> timed = kinds.values().stream().map(kind -> kind.requests).toList();
    int warm = WarmUp.of(timed, slices).slices();
    long[] left = Arrays.copyOfRange(slices, warm, slices.length);
    long requests = timed.stream().mapToLong(tally -> tally.sum(left).calls()).sum();
    return left.length < LEAST_SLICES || requests < LEAST_REQUESTS ? 0 : warm;
  }

  private static Row row(
      String name, Kind kind, List<Integer> numbers, long[] slices, long[] begins) {
    return new Row(
        name,
        numbers,
        kind.requests.sum(slices),
        kind.cut.sum(slices),
        kind.invalid.sum(slices).calls(),
        sums(kind, slices),
        Arrays.stream(slices).mapToObj(kind.requests::sum).toList(),
        begins);
  }

  private static Map<String, CallFigures> sums(Kind kind, long[] slices) {
    Map<String, CallFigures> sums = new LinkedHashMap<>();
    kind.operations.forEach(
        (name, tally) -> {
          CallFigures sum = tally.sum(slices);
          if (sum.calls() > 0) {
            sums.put(name, sum);
          }
        });
    return sums;
  }
}
