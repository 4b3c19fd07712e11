package dev.sluice.analysis.requests;

import dev.sluice.analysis.requests.RequestStatistics.Kind;
import dev.sluice.analysis.requests.RequestStatistics.Name;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds the operations on the way that nearly all requests take. */
final class Dispatchers {
  /** So large a part of all requests takes one way if it is told apart where that leads. */
  private static final double DISPATCHER = 0.8;

  private Dispatchers() {}

  /** Those up to the last from which different operations are called. */
  static Set<String> of(Map<Name, Kind> kinds, long[] slices) {
    Map<List<String>, Map<String, Long>> next = new HashMap<>();
    kinds.forEach(
        (name, kind) -> {
          long count = kind.requests.sum(slices).calls();
          for (int at = 0; at < name.calls().size(); at++) {
            next.computeIfAbsent(name.calls().subList(0, at), absent -> new TreeMap<>())
                .merge(name.calls().get(at), count, Long::sum);
          }
        });
    Set<String> found = new TreeSet<>();
    List<String> way = new ArrayList<>();
    Map<String, Long> calls = next.getOrDefault(way, Map.of());
    long taken = sum(calls);
    double least = DISPATCHER * taken;
    while (taken >= least && !calls.isEmpty()) {
      if (calls.size() > 1) {
        found.addAll(way);
      }
      way.add(Collections.max(calls.entrySet(), Map.Entry.comparingByValue()).getKey());
      // Of the first operation all requests count, also those in which it calls nothing.
      taken = way.size() == 1 ? calls.get(way.get(0)) : sum(next.getOrDefault(way, Map.of()));
      calls = next.getOrDefault(way, Map.of());
    }
    return found;
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(count -> count).sum();
  }
}
