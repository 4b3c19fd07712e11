package dev.sluice.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.requests.CallFigures;
import dev.sluice.analysis.requests.Change;
import dev.sluice.analysis.requests.Figure;
import dev.sluice.analysis.requests.FigureChange;
import dev.sluice.analysis.requests.RequestComparison;
import dev.sluice.analysis.requests.RequestStatistics;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A comparison as one JSON object; what is not known is null. */
public final class CompareJson {
  private final OutputStream target;
  private final JsonGenerator json;

  /** Writes one object there; the stream stays open. */
  public CompareJson(OutputStream target) throws IOException {
    this.target = target;
    json = TraceJson.generator(target);
  }

  /** Writes what changed from one to the other, with all operations. */
  public void write(
      TraceReading<RequestStatistics> before,
      TraceReading<RequestStatistics> after,
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
    json.writeArrayFieldStart("kinds");
    for (RequestComparison.KindChange kind : comparison.kinds()) {
      json.writeStartObject();
      change("kind", "requests", kind.request(), true);
      json.writeStringField("main", kind.main().map(Change::operation).orElse(null));
      operations(kind.operations(), true);
      json.writeEndObject();
    }
    json.writeEndArray();
    operations(comparison.outside(), false);
    TraceJson.end(json, target);
  }

  private void side(
      String name, TraceReading<RequestStatistics> side, RequestComparison.Side compared)
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
