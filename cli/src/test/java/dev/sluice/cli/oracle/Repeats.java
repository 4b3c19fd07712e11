package dev.sluice.cli.oracle;

import dev.sluice.analysis.operations.Signature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Calls that requests of one kind repeat: five or more calls of one operation by one call. A round
 * is named after the operation below it that takes most time itself and is called in each round.
 */
final class Repeats {
  private static final long MIN_NANOS = 50_000_000;
  private static final double MIN_PART = 0.03;
  private static final long LASTING_NANOS = 50_000;
  private static final int MIN_CALLS = 5;

  private final Map<List<String>, Path> paths =
      new TreeMap<>(
          Comparator.comparing((List<String> path) -> path.size()).thenComparing(List::toString));
  private final Set<List<String>> named = new HashSet<>();
  private final Map<List<String>, double[]> loops =
      new TreeMap<>(Comparator.comparing(List::toString));
  private final double total;
  private final boolean isBatch;

  /** Calls of a chain of operations. */
  private static final class Path {
    private long calls;
    private long self;
    private long time;
    private long callers;
    private long repeated;
    private long nanos;
    private long lasting;
  }

  private Repeats(String kind, List<Verdict> of, int requests) {
    total = of.stream().mapToDouble(verdict -> verdict.known.get(0).duration()).sum();
    isBatch = (of.size() < 3 || of.size() <= 0.02 * requests) && !kind.contains(" /");
    of.forEach(this::count);
    for (List<String> caller : List.copyOf(paths.keySet())) {
      List<List<String>> repeated = below(caller).filter(at -> paths.get(at).callers > 0).toList();
      loops(new ArrayList<>(repeated));
    }
  }

  /** The findings of a kind, each as operation, callers and confidence. */
  static List<String> of(String kind, List<Verdict> of, int requests) {
    Repeats repeats = new Repeats(kind, of, requests);
    List<String> found = new ArrayList<>();
    repeats.loops.forEach(
        (pair, loop) -> {
          if (loop[1] >= MIN_NANOS && loop[1] >= MIN_PART * repeats.total) {
            found.add("%s: %s %.0f %s".formatted(kind, pair.get(1), loop[0], repeats.sure(pair)));
          }
        });
    return found;
  }

  private String sure(List<String> pair) {
    double[] loop = loops.get(pair);
    boolean isShort = 2 * loop[3] < loop[2];
    boolean isOwn = Signature.type(pair.get(0)).equals(Signature.type(pair.get(1)));
    return isShort || isOwn || loop[4] < 0.5 * loop[1] || isBatch ? "possible" : "likely";
  }

  private void count(Verdict verdict) {
    for (Call call : verdict.known) {
      List<String> path = path(call);
      Path at = paths.computeIfAbsent(path, absent -> new Path());
      at.calls++;
      at.time += call.duration();
      at.self += verdict.self(call);
      Map<String, List<Call>> same =
          call.callees.stream().collect(Collectors.groupingBy(one -> one.operation));
      same.forEach(
          (operation, calls) -> {
            if (calls.size() >= MIN_CALLS && !path.contains(operation)) {
              List<String> below = new ArrayList<>(path);
              below.add(operation);
              repeat(paths.computeIfAbsent(below, absent -> new Path()), calls);
            }
          });
    }
  }

  private static void repeat(Path at, List<Call> calls) {
    at.callers++;
    at.repeated += calls.size();
    at.nanos += calls.stream().mapToLong(Call::duration).sum();
    at.lasting += calls.stream().filter(call -> call.duration() >= LASTING_NANOS).count();
  }

  private static List<String> path(Call call) {
    List<String> path = new ArrayList<>();
    for (Call at = call; at != null; at = at.caller) {
      path.add(0, at.operation);
    }
    return path;
  }

  private java.util.stream.Stream<List<String>> below(List<String> caller) {
    return paths.keySet().stream()
        .filter(path -> path.size() == caller.size() + 1)
        .filter(path -> path.subList(0, caller.size()).equals(caller))
        .sorted(Comparator.comparing(path -> path.get(path.size() - 1)));
  }

  /** Operations that one call repeats about equally often are one loop. */
  private void loops(List<List<String>> left) {
    while (!left.isEmpty()) {
      Path first = paths.get(left.get(0));
      List<List<String>> same =
          left.stream()
              .filter(path -> isSame(first.callers, paths.get(path).callers))
              .filter(path -> isSame(first.repeated, paths.get(path).repeated))
              .toList();
      left.removeAll(same);
      loop(same);
    }
  }

  private static boolean isSame(double one, double other) {
    return Math.abs(one - other) <= 0.1 * Math.max(one, other);
  }

  private void loop(List<List<String>> same) {
    List<String> top = same.get(0);
    List<String> longest = top;
    for (List<String> one : same) {
      List<String> of = longest(one, paths.get(one).calls);
      if (paths.get(of).self > paths.get(longest).self) {
        top = one;
        longest = of;
      }
    }
    if (named.add(longest)) {
      Path round = paths.get(top);
      List<String> pair = List.of(top.get(top.size() - 2), longest.get(longest.size() - 1));
      double[] loop = loops.computeIfAbsent(pair, absent -> new double[5]);
      loop[0] += round.callers;
      loop[1] += same.stream().mapToDouble(one -> paths.get(one).nanos).sum();
      loop[2] += round.repeated;
      loop[3] += round.lasting;
      loop[4] += (double) round.repeated / round.calls * paths.get(longest).self;
    }
  }

  /** What takes most time itself of that which each round calls. */
  private List<String> longest(List<String> path, long rounds) {
    List<String> longest = path;
    List<List<String>> below =
        below(path)
            .sorted(
                Comparator.comparing((List<String> one) -> -paths.get(one).time)
                    .thenComparing(one -> one.get(one.size() - 1)))
            .toList();
    for (List<String> one : below) {
      if (paths.get(one).calls >= 0.9 * rounds) {
        List<String> of = longest(one, rounds);
        longest = paths.get(of).self > paths.get(longest).self ? of : longest;
      }
    }
    return longest;
  }
}
