package dev.sluice.tools.report;

import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.tools.recordings.JsonObject;
import dev.sluice.tools.report.Finding.Rule;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/** Findings for programs. */
final class FindingsJson {
  private static final List<String> LEVELS = List.of("note", "warning", "error");

  private FindingsJson() {}

  /** Writes the findings as one object, with the figures of each kind of request. */
  static void write(String source, ReportModel model, List<Finding> findings, OutputStream target)
      throws IOException {
    JsonObject json =
        new JsonObject()
            .put("version", 1)
            .put("source", source)
            .put("complete", model.audit.complete())
            .put("warmUpLeftOut", model.leftOut())
            .put("counts", TraceJson.counts(model.result.traces().counts()))
            .put("all", request(model.figures.all()))
            .put("requests", model.kinds.stream().map(FindingsJson::request).toList())
            .put("unseen", MachineFindings.unseen(model))
            .put("findings", findings.stream().map(FindingsJson::named).toList());
    TraceJson.line(json, target);
  }

  private static JsonObject named(Finding finding) {
    JsonObject json = finding.json();
    json.put("operation", finding.operation());
    json.put("request", finding.request());
    return json;
  }

  /** Returns the figures of requests; what is not known is null. */
  static JsonObject request(Row row) {
    Calls whole = row.whole();
    JsonObject json = new JsonObject();
    json.put("name", row.name());
    json.put("n", row.count());
    json.put("total", row.total());
    json.put("failed", row.failed());
    json.put("incomplete", row.invalid());
    json.put("cut", row.cut().calls());
    json.put("mean", whole.mean() == null ? null : (Long) Math.round(whole.mean()));
    json.put("p50", whole.nanos(0.5));
    json.put("p90", whole.nanos(0.9));
    json.put("p99", whole.nanos(0.99));
    json.put("max", row.count() == 0 ? 0 : row.max());
    return json;
  }

  /**
   * Writes the findings as SARIF 2.1.0, the format of static analyses that services show beside the
   * code.
   */
  static void writeSarif(String source, List<Finding> findings, OutputStream target)
      throws IOException {
    List<Object> rules = Arrays.stream(Rule.values()).map(FindingsJson::rule).toList();
    JsonObject driver = JsonObject.of("name", "Sluice", "rules", rules);
    JsonObject run = new JsonObject();
    run.put("tool", JsonObject.of("driver", driver));
    run.put("properties", JsonObject.of("source", source));
    run.put("results", findings.stream().map(FindingsJson::result).toList());
    JsonObject json =
        new JsonObject()
            .put("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
            .put("version", "2.1.0")
            .put("runs", List.of(run));
    TraceJson.line(json, target);
  }

  private static Object rule(Rule rule) {
    Object text = JsonObject.of("text", rule.text());
    return JsonObject.of("id", rule.id(), "shortDescription", text);
  }

  private static JsonObject result(Finding finding) {
    JsonObject json = new JsonObject();
    json.put("ruleId", finding.rule().id());
    json.put("ruleIndex", finding.rule().ordinal());
    json.put("level", LEVELS.get(finding.severity().ordinal()));
    json.put("message", JsonObject.of("text", finding.text()));
    if (finding.operation() != null) {
      json.put("locations", List.of(location(finding.operation())));
    }
    json.put("properties", finding.json());
    return json;
  }

  /** Returns the place of an operation: its class names the file, as far as records show. */
  private static JsonObject location(String operation) {
    JsonObject location = new JsonObject();
    String type = Signature.type(operation).replaceAll("[$<].*", "");
    if (type.matches("[\\p{L}\\p{N}_.]+")) {
      Object file = JsonObject.of("uri", type.replace('.', '/') + ".java");
      Object region = JsonObject.of("startLine", 1);
      location.put("physicalLocation", JsonObject.of("artifactLocation", file, "region", region));
    }
    Object logical = JsonObject.of("fullyQualifiedName", operation, "kind", "function");
    location.put("logicalLocations", List.of(logical));
    return location;
  }
}
