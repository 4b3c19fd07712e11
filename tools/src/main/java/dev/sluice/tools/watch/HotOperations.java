package dev.sluice.tools.watch;

import dev.sluice.analysis.statistics.Durations;
import dev.sluice.analysis.statistics.OperationFigures;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.tools.recordings.JsonObject;
import dev.sluice.tools.report.OperationNames;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The operations with the most self time of several statistics, which stay as they are. */
final class HotOperations {
  private static final int MOST = 50;

  /** A name may have a megabyte. */
  private static final int MOST_CHARACTERS = 500;

  private HotOperations() {}

  /** An operation and what the statistics have of it. */
  private record Hot(String signature, List<OperationFigures> parts, long self, long total) {
    static Hot of(Map.Entry<String, List<OperationFigures>> operation) {
      List<OperationFigures> parts = operation.getValue();
      return new Hot(
          operation.getKey(),
          parts,
          parts.stream().mapToLong(OperationFigures::self).sum(),
          parts.stream().mapToLong(OperationFigures::total).sum());
    }
  }

  /** Puts a list of that name and returns how many operations there are. */
  static int put(String name, List<OperationStatistics> statistics, JsonObject json) {
    Map<String, List<OperationFigures>> bySignature =
        statistics.stream()
            .flatMap(OperationStatistics::all)
            .collect(Collectors.groupingBy(OperationFigures::signature));
    List<Hot> all = bySignature.entrySet().stream().map(Hot::of).toList();
    List<Hot> hottest =
        all.stream()
            .sorted(
                Comparator.comparingLong(Hot::self)
                    .thenComparing(Hot::total)
                    .reversed()
                    .thenComparing(Hot::signature))
            .limit(MOST)
            .toList();
    long self = all.stream().mapToLong(Hot::self).sum();
    UnaryOperator<String> names = OperationNames.of(hottest.stream().map(Hot::signature));
    json.put(name, hottest.stream().map(hot -> json(names, hot, self)).toList());
    return all.size();
  }

  private static JsonObject json(UnaryOperator<String> names, Hot hot, long allSelf) {
    Durations durations = new Durations();
    hot.parts.forEach(part -> durations.merge(part.durations()));
    boolean isPlaced = hot.parts.stream().anyMatch(part -> part.placed() > 0);
    boolean isCalled = durations.calls() > 0;
    boolean hasQuantiles = durations.inQuantiles() > 0;
    return new JsonObject()
        .put("name", cut(names.apply(hot.signature)))
        .put("operation", cut(hot.signature))
        .put("calls", durations.calls())
        .put("failed", durations.failed())
        .put("self", isPlaced ? hot.self : null)
        .put(
            "share",
            isPlaced && allSelf > 0 ? JsonObject.number((double) hot.self / allSelf) : null)
        .put("total", durations.total())
        .put("mean", isCalled ? Math.round(durations.mean()) : null)
        .put("p50", hasQuantiles ? durations.quantile(0.5) : null)
        .put("p99", hasQuantiles ? durations.quantile(0.99) : null)
        .put("max", isCalled ? durations.max() : null);
  }

  /** The beginning of a text that is very long. */
  static String cut(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
  }
}
