package dev.sluice.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.requests.CallFigures;
import dev.sluice.analysis.requests.Change;
import dev.sluice.analysis.requests.Figure;
import dev.sluice.analysis.requests.FigureChange;
import dev.sluice.analysis.requests.RequestComparison;
import dev.sluice.pages.ModelPage;
import dev.sluice.streams.ProducerAudit;
import dev.sluice.tools.recordings.NewFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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
      RequestComparison comparison)
      throws IOException {
    Path data = Files.createDirectories(directory).resolve("compare.json");
    try (NewFile file = NewFile.replacing(data)) {
      new CompareJson(file.out()).write(before, after, comparison);
      file.commit();
    }
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
      RequestComparison comparison)
      throws IOException {
    json.writeStartObject();
    side("before", before, comparison.before());
    side("after", after, comparison.after());
    json.writeArrayFieldStart("dispatchers");
    for (String dispatcher : comparison.dispatchers()) {
      json.writeString(dispatcher);
    }
    json.writeEndArray();
    json.writeFieldName("sameMix");
    figure(comparison.sameMix());
    ComparedRequests one = before.traces().listener();
    ComparePictures pictures =
        one.pictures ? new ComparePictures(one, after.traces().listener(), comparison) : null;
    json.writeArrayFieldStart("kinds");
    for (RequestComparison.KindChange kind : comparison.kinds()) {
      json.writeStartObject();
      change("kind", "requests", kind.request(), true);
      json.writeStringField("main", kind.main().map(Change::operation).orElse(null));
      operations(kind.operations(), true);
      fields(pictures == null ? Map.of() : pictures.of(kind.request()));
      json.writeEndObject();
    }
    json.writeEndArray();
    fields(pictures == null ? Map.of() : pictures.common());
    operations(comparison.outside(), false);
    TraceJson.end(json, target);
  }

  private void fields(Map<String, Object> fields) throws IOException {
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      json.writeFieldName(field.getKey());
      JsonTree.write(json, field.getValue());
    }
  }

  private void side(
      String name, TraceReading<ComparedRequests> side, RequestComparison.Side compared)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("source", side.from().toString());
    json.writeBooleanField("complete", side.audit().complete());
    TraceJson.counts(json, side.traces().counts());
    json.writeNumberField("otherOperations", side.traces().otherOperations());
    json.writeNumberField("requests", compared.requests());
    json.writeNumberField("warmUpRequests", compared.warmUp());
    number("warmUpFactor", compared.warmUpFactor());
    json.writeNumberField("begin", compared.begin());
    json.writeNumberField("from", compared.from());
    json.writeNumberField("beyond", compared.beyond());
    List<ProducerAudit> producers = side.audit().producers();
    json.writeNumberField("records", producers.stream().mapToLong(one -> one.delivered()).sum());
    List<String> names = producers.stream().map(ProducerAudit::name).distinct().toList();
    fields(JsonTree.object("programs", names));
    json.writeEndObject();
  }

  private void operations(List<Change> changes, boolean placed) throws IOException {
    json.writeArrayFieldStart("operations");
    for (Change change : changes) {
      json.writeStartObject();
      change("operation", "calls", change, placed);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void change(String name, String count, Change change, boolean placed) throws IOException {
    json.writeStringField(name, change.operation());
    json.writeStringField("result", change.verdict().name().toLowerCase(Locale.ROOT));
    json.writeStringField(
        "cause", change.cause() == null ? null : change.cause().name().toLowerCase(Locale.ROOT));
    number("p", change.p());
    number("effect", change.effect());
    figures("before", change.before(), count, placed);
    figures("after", change.after(), count, placed);
    json.writeObjectFieldStart("figures");
    for (Map.Entry<Figure, FigureChange> entry : change.figures().entrySet()) {
      json.writeFieldName(entry.getKey().name().toLowerCase(Locale.ROOT));
      figure(entry.getValue());
    }
    json.writeEndObject();
  }

  private void figures(String name, CallFigures figures, String count, boolean placed)
      throws IOException {
    if (figures == null) {
      json.writeNullField(name);
      return;
    }
    json.writeObjectFieldStart(name);
    json.writeNumberField(count, figures.calls());
    json.writeNumberField("failed", figures.failed());
    json.writeNumberField("sum", figures.sum());
    if (placed) {
      json.writeNumberField("total", figures.total());
      json.writeNumberField("self", figures.self());
    }
    json.writeNumberField("max", figures.max());
    json.writeEndObject();
  }

  private void figure(FigureChange change) throws IOException {
    json.writeStartObject();
    number("before", change.before());
    number("after", change.after());
    number("low", change.low());
    number("high", change.high());
    json.writeEndObject();
  }

  /** JSON has neither NaN nor infinity. */
  private void number(String name, double value) throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }
}
