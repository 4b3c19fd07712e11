package dev.sluice.tools.report;

import dev.sluice.analysis.services.ServiceCalls;
import dev.sluice.analysis.services.ServiceEdge;
import dev.sluice.tools.recordings.JsonObject;
import java.util.List;
import java.util.Map;

/** Programs that call each other, for pages and programs. */
final class ServiceText {
  private static final int MAX_EDGES = 400;

  private ServiceText() {}

  /** A name for who is not known. */
  private static String name(String program) {
    return program == null ? "(not recorded)" : program;
  }

  /** Calls of each callee by each caller. */
  static List<Map.Entry<List<String>, Long>> edges(ServiceCalls of) {
    return of.edges().stream()
        .map(
            edge ->
                Map.entry(
                    List.of(name(edge.key().from()), name(edge.key().to())),
                    edge.calls() * of.each()))
        .toList();
  }

  /** Returns the calls between programs with their times; an unknown program is null. */
  static List<JsonObject> json(ServiceCalls of) {
    return of.edges().stream().limit(MAX_EDGES).map(edge -> json(edge, of.each())).toList();
  }

  private static JsonObject json(ServiceEdge edge, long each) {
    JsonObject json = JsonObject.of("from", edge.key().from(), "to", edge.key().to());
    json.put("message", edge.key().isMessage());
    json.put("calls", edge.calls() * each);
    json.put("failed", edge.called().failed() * each);
    json.put("p50", edge.called().nanos(0.5));
    json.put("p99", edge.called().nanos(0.99));
    return json.put("max", edge.called().max());
  }
}
