package dev.sluice.tools.watch;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.statistics.OperationStatistics;
import dev.sluice.tools.recordings.JsonObject;
import dev.sluice.tools.report.OperationLine;
import dev.sluice.tools.report.OperationNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The operations with the most self time of several statistics, which stay as they are. */
final class HotOperations {
  private static final int MOST = 50;

  /** A name may have a megabyte. */
  private static final int MOST_CHARACTERS = 500;

  private HotOperations() {}

  /** Puts a list of that name and returns how many operations there are. */
  static int put(String name, List<OperationStatistics> statistics, JsonObject json) {
    Map<String, Calls> bySignature = new HashMap<>();
    statistics.stream()
        .flatMap(OperationStatistics::all)
        .forEach(
            one ->
                bySignature
                    .computeIfAbsent(one.signature(), absent -> new Calls())
                    .add(one.once()));
    List<OperationLine> all =
        OperationLine.sorted(
            bySignature.entrySet().stream()
                .map(one -> new OperationLine(one.getKey(), one.getValue(), null)));
    List<OperationLine> hottest = all.subList(0, Math.min(MOST, all.size()));
    double self = all.stream().mapToDouble(one -> OperationLine.known(one.calls().self())).sum();
    UnaryOperator<String> names = OperationNames.of(hottest.stream().map(OperationLine::signature));
    json.put(name, hottest.stream().map(hot -> json(names, hot, self)).toList());
    return all.size();
  }

  private static JsonObject json(UnaryOperator<String> names, OperationLine hot, double allSelf) {
    Calls calls = hot.calls();
    boolean isShare = calls.self() != null && allSelf > 0;
    return new JsonObject()
        .put("name", cut(names.apply(hot.signature())))
        .put("operation", cut(hot.signature()))
        .put("calls", calls.calls())
        .put("failed", calls.failed())
        .put("self", calls.self())
        .put("share", isShare ? JsonObject.number(calls.self() / allSelf) : null)
        .put("total", calls.sum())
        .put("mean", calls.mean() == null ? null : (Long) Math.round(calls.mean()))
        .put("p50", calls.nanos(0.5))
        .put("p99", calls.nanos(0.99))
        .put("max", calls.max());
  }

  /** The beginning of a text that is very long. */
  static String cut(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
  }
}
