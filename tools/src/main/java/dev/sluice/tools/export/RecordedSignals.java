package dev.sluice.tools.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.RecordType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Signals that the OpenTelemetry bridge recorded, converted back to OTLP. For one thread. */
final class RecordedSignals {
  private static final String LOG = "sluice.log";
  private static final String METRIC = "sluice.metric_point";

  private final JsonFactory factory = new JsonFactory();
  private final RecordedRequests traces;
  private final RecordedRequests logs;
  private final RecordedRequests metrics;
  private final RecordedSpans spans;

  RecordedSignals(OtlpExport.OtlpTarget target) {
    traces = new RecordedRequests(target, RecordedRequests.Signal.TRACES);
    logs = new RecordedRequests(target, RecordedRequests.Signal.LOGS);
    metrics = new RecordedRequests(target, RecordedRequests.Signal.METRICS);
    spans = new RecordedSpans(traces);
  }

  static boolean wants(RecordType type) {
    return RecordedSpans.wants(type) || type.name().equals(LOG) || type.name().equals(METRIC);
  }

  /** Takes rows of such a type. */
  void rows(ColumnBatch batch, long producer) {
    if (RecordedSpans.wants(batch.type())) {
      spans.rows(batch, producer);
      return;
    }
    boolean isLog = batch.type().name().equals(LOG);
    try {
      for (int i = 0; i < batch.rows(); i++) {
        RecordedRow row = new RecordedRow(batch, i);
        RecordedRequests to = isLog ? logs : metrics;
        to.add(RecordedRequests.Place.of(row), isLog ? log(row) : metric(row));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String log(RecordedRow log) throws IOException {
    StringWriter out = new StringWriter(300);
    try (JsonGenerator json = factory.createGenerator(out)) {
      json.writeStartObject();
      log.time(json, "timeUnixNano", log.number("epochNanos"));
      log.time(json, "observedTimeUnixNano", log.number("observedEpochNanos"));
      json.writeNumberField("severityNumber", log.number("severity"));
      text(json, "severityText", log.text("severityText"));
      text(json, "eventName", log.text("eventName"));
      if (log.text("body") != null) {
        json.writeFieldName("body");
        json.writeRawValue(log.text("body"));
      }
      log.attributes(json);
      if (log.number("droppedAttributes") != 0) {
        json.writeNumberField("droppedAttributesCount", log.number("droppedAttributes"));
      }
      if (log.number("spanId") != 0) {
        json.writeNumberField("flags", log.number("flags") & 0xff);
        log.ids(json);
      }
      json.writeEndObject();
    }
    return out.toString();
  }

  private static void text(JsonGenerator json, String name, String text) throws IOException {
    if (text != null) {
      json.writeStringField(name, text);
    }
  }

  /** Returns a metric of one point. */
  private String metric(RecordedRow point) throws IOException {
    StringWriter out = new StringWriter(300);
    try (JsonGenerator json = factory.createGenerator(out)) {
      json.writeStartObject();
      point.time(json, "startTimeUnixNano", point.number("startEpochNanos"));
      json.writeStringField("timeUnixNano", Long.toString(point.number("epochNanos")));
      point.attributes(json);
      json.writeRaw("," + point.text("point"));
      json.writeEndObject();
    }
    String metric = point.text("metric");
    String comma = metric.endsWith("{") ? "" : ",";
    return "{" + metric + comma + "\"dataPoints\":[" + out + "]}}";
  }

  /** Ends the input. */
  void finish() {
    spans.finish();
    traces.send();
    logs.send();
    metrics.send();
  }
}
