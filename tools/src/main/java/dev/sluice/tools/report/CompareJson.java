package dev.sluice.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.calls.Calls;
import dev.sluice.analysis.requests.Change;
import dev.sluice.analysis.requests.FigureChange;
import dev.sluice.analysis.requests.RequestComparison;
import dev.sluice.pages.ModelPage;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.recordings.JsonObject;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A comparison as one JSON object; what is not known is null. For one thread. */
public final class CompareJson {
  private final OutputStream target;
  private final JsonGenerator json;

  /** Writes one object there; the stream stays open. */
  public CompareJson(OutputStream target) throws IOException {
    this.target = target;
    json = TraceJson.generator(target);
  }

  /**
   * Writes a page, of what pictures were kept of, and its data beside it, in place of older ones.
   *
   * @return the page
   */
  public static Path writePage(
      Path directory,
      TraceReading<ComparedRequests> before,
      TraceReading<ComparedRequests> after,
      RequestComparison comparison,
      WholeComparison whole)
      throws IOException {
    Path data = Files.createDirectories(directory).resolve("compare.json");
    NewFile.replace(data, out -> new CompareJson(out).write(before, after, comparison, whole));
    Path page = directory.resolve("compare.html");
    ModelPage.comparison(before.from() + " and " + after.from())
        .write(page, target -> Files.copy(data, target));
    return page;
  }

  /**
   * Writes what changed from one to the other, with all operations; and pictures if they are kept.
   */
  public void write(
      TraceReading<ComparedRequests> before,
      TraceReading<ComparedRequests> after,
      RequestComparison comparison,
      WholeComparison whole)
      throws IOException {
    json.writeStartObject();
    JsonObject head =
        new JsonObject()
            .put("before", side(before, comparison.before()))
            .put("after", side(after, comparison.after()))
            .put("dispatchers", comparison.dispatchers())
            .putAll(result(comparison));
    head.fields(json);
    ComparedRequests one = before.traces().listener();
    ComparePictures pictures =
        one.pictures ? new ComparePictures(one, after.traces().listener(), comparison) : null;
    json.writeArrayFieldStart("kinds");
    for (RequestComparison.KindChange kind : comparison.kinds()) {
      kind(kind)
          .put("operations", changes("operation", kind.operations(), true))
          .putAll(pictures == null ? new JsonObject() : pictures.of(kind.request()))
          .write(json);
    }
    json.writeEndArray();
    new JsonObject()
        .putAll(pictures == null ? new JsonObject() : pictures.common())
        .put("operations", changes("operation", comparison.outside(), false))
        .put("whole", whole == null ? null : whole.json())
        .fields(json);
    json.writeEndObject();
    TraceJson.end(json, target);
  }

  /** Returns the gravest change, and what is said of all requests. */
  static JsonObject result(RequestComparison comparison) {
    RequestComparison.Gravest gravest = comparison.gravest();
    RequestComparison.KindChange kind = gravest.kind();
    Change operation = gravest.operation();
    return new JsonObject()
        .put("result", label(gravest.verdict()))
        .put("resultKind", kind == null ? null : kind.request().operation())
        .put("resultOperation", operation == null ? null : operation.operation())
        .put("comparisons", comparison.tests())
        .put("mixChanged", comparison.isMixChanged())
        .put("mean", figure(comparison.mean()))
        .put(
            "sameMix",
            figure(comparison.sameMix()).put("result", label(comparison.sameMixVerdict())));
  }

  private static JsonObject side(
      TraceReading<ComparedRequests> side, RequestComparison.Side compared) {
    List<ProducerAudit> producers = side.audit().producers();
    return new JsonObject()
        .put("source", side.from().toString())
        .put("complete", side.audit().complete())
        .put("counts", TraceJson.counts(side.traces().counts()))
        .put("otherOperations", side.traces().otherOperations())
        .put("requests", compared.requests())
        .put("warmUpRequests", compared.warmUp())
        .put("warmUpFactor", compared.warmUpFactor())
        .put("begin", compared.begin())
        .put("from", compared.from())
        .put("beyond", compared.beyond())
        .put("records", producers.stream().mapToLong(one -> one.delivered()).sum())
        .put("programs", producers.stream().map(ProducerAudit::name).distinct().toList());
  }

  static JsonObject kind(RequestComparison.KindChange kind) {
    return change("kind", "requests", kind.request(), true)
        .put("main", kind.main().map(Change::operation).orElse(null));
  }

  static List<JsonObject> changes(String name, List<Change> changes, boolean placed) {
    return changes.stream().map(one -> change(name, "calls", one, placed)).toList();
  }

  private static JsonObject change(String name, String count, Change change, boolean placed) {
    JsonObject figures = new JsonObject();
    change.figures().forEach((figure, of) -> figures.put(label(figure), figure(of)));
    return new JsonObject()
        .put(name, change.operation())
        .put("result", label(change.verdict()))
        .put("cause", change.cause() == null ? null : label(change.cause()))
        .put("results", change.verdicts().stream().map(CompareJson::label).toList())
        .put("words", CompareWords.result(change))
        .put("tail", change.tail() > 0 ? change.tail() : null)
        .put("p", change.p())
        .put("effect", change.effect())
        .put("before", figures(change.before(), count, placed))
        .put("after", figures(change.after(), count, placed))
        .put("figures", figures);
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static JsonObject figures(Calls of, String count, boolean placed) {
    if (of == null) {
      return null;
    }
    JsonObject json = new JsonObject().put(count, of.calls());
    json.put("failed", of.failed()).put("sum", of.sum());
    if (placed) {
      json.put("total", of.total()).put("self", of.self());
    }
    return json.put("max", of.max());
  }

  private static JsonObject figure(FigureChange of) {
    return new JsonObject()
        .put("before", of.before())
        .put("after", of.after())
        .put("low", of.low())
        .put("high", of.high())
        .put("p", of.corrected());
  }
}
