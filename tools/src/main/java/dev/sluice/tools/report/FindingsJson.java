package dev.sluice.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.requests.CallFigures;
import dev.sluice.analysis.requests.RequestFigures.Row;
import dev.sluice.tools.report.Finding.Rule;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Findings for programs. */
final class FindingsJson {
  private static final List<String> LEVELS = List.of("note", "warning", "error");

  private FindingsJson() {}

  /** As one object, with the figures of each kind of request. */
  static void write(String source, ReportModel model, List<Finding> findings, OutputStream target)
      throws IOException {
    JsonGenerator json = TraceJson.generator(target);
    json.writeStartObject();
    json.writeNumberField("version", 1);
    json.writeStringField("source", source);
    json.writeBooleanField("complete", model.audit.complete());
    TraceJson.counts(json, model.result.traces().counts());
    json.writeFieldName("all");
    JsonTree.write(json, request(model.figures.all()));
    json.writeFieldName("requests");
    JsonTree.write(json, model.kinds.stream().map(FindingsJson::request).toList());
    json.writeFieldName("findings");
    JsonTree.write(json, findings.stream().map(FindingsJson::named).toList());
    TraceJson.end(json, target);
  }

  private static Map<String, Object> named(Finding finding) {
    Map<String, Object> json = finding.json();
    json.put("operation", finding.operation());
    json.put("request", finding.request());
    return json;
  }

  /** The figures of requests; what is not known is null. */
  static Map<String, Object> request(Row row) {
    CallFigures whole = row.whole();
    boolean none = whole.calls() == 0;
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", row.name());
    json.put("n", row.count());
    json.put("total", row.total());
    json.put("failed", row.failed());
    json.put("incomplete", row.invalid());
    json.put("cut", row.cut().calls());
    json.put("mean", none ? null : Math.round(whole.mean()));
    json.put("p50", none ? null : Math.round(whole.quantile(0.5)));
    json.put("p90", none ? null : Math.round(whole.quantile(0.9)));
    json.put("p99", none ? null : Math.round(whole.quantile(0.99)));
    json.put("max", Math.max(whole.max(), row.cut().max()));
    return json;
  }

  /** As SARIF 2.1.0, the format of static analyses that services show beside the code. */
  static void writeSarif(String source, List<Finding> findings, OutputStream target)
      throws IOException {
    List<Object> rules = Arrays.stream(Rule.values()).map(FindingsJson::rule).toList();
    Map<String, Object> driver = JsonTree.object("name", "Sluice", "rules", rules);
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("tool", JsonTree.object("driver", driver));
    run.put("properties", JsonTree.object("source", source));
    run.put("results", findings.stream().map(FindingsJson::result).toList());
    JsonGenerator json = TraceJson.generator(target);
    json.writeStartObject();
    json.writeStringField("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.writeStringField("version", "2.1.0");
    json.writeFieldName("runs");
    JsonTree.write(json, List.of(run));
    TraceJson.end(json, target);
  }

  private static Object rule(Rule rule) {
    Object text = JsonTree.object("text", rule.text());
    return JsonTree.object("id", rule.id(), "shortDescription", text);
  }

  private static Map<String, Object> result(Finding finding) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ruleId", finding.rule().id());
    json.put("ruleIndex", finding.rule().ordinal());
    json.put("level", LEVELS.get(finding.severity().ordinal()));
    json.put("message", JsonTree.object("text", finding.text()));
    if (finding.operation() != null) {
      json.put("locations", List.of(location(finding.operation())));
    }
    json.put("properties", finding.json());
    return json;
  }

  /** The place of an operation: its class names the file, as far as records can tell. */
  private static Map<String, Object> location(String operation) {
    Map<String, Object> location = new LinkedHashMap<>();
    String type = Signature.type(operation).replaceAll("[$<].*", "");
    if (type.matches("[\\p{L}\\p{N}_.]+")) {
      Object file = JsonTree.object("uri", type.replace('.', '/') + ".java");
      Object region = JsonTree.object("startLine", 1);
      location.put("physicalLocation", JsonTree.object("artifactLocation", file, "region", region));
    }
    Object logical = JsonTree.object("fullyQualifiedName", operation, "kind", "function");
    location.put("logicalLocations", List.of(logical));
    return location;
  }
}
