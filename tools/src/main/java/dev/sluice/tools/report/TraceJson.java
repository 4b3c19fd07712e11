package dev.sluice.tools.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.sluice.analysis.traces.Reason;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceCounts;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.analysis.traces.TraceState;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Traces as one JSON object; times in nanoseconds. */
public final class TraceJson {
  private TraceJson() {}

  /** A generator of ASCII, in which nothing acts on a terminal; closing it closes nothing else. */
  public static JsonGenerator generator(OutputStream target) throws IOException {
    JsonGenerator json =
        JsonFactory.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build()
            .createGenerator(target);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    return json;
  }

  /** The end of the object and of its line. */
  public static void end(JsonGenerator json, OutputStream target) throws IOException {
    json.writeEndObject();
    json.close();
    target.write("\n".getBytes(StandardCharsets.US_ASCII));
    target.flush();
  }

  /** Writes the traces that were selected as one object, with all calls of each. */
  public static void write(TraceReading<TraceSelection> read, OutputStream target)
      throws IOException {
    JsonGenerator json = generator(target);
    json.writeStartObject();
    json.writeStringField("source", read.from().toString());
    json.writeBooleanField("complete", read.audit().complete());
    counts(json, read.traces().counts());
    json.writeNumberField("found", read.traces().listener().found());
    json.writeArrayFieldStart("traces");
    for (Trace trace : read.traces().listener().traces()) {
      trace(json, trace);
    }
    json.writeEndArray();
    end(json, target);
  }

  /** The field {@code counts}. */
  public static void counts(JsonGenerator json, TraceCounts counts) throws IOException {
    json.writeObjectFieldStart("counts");
    for (TraceState state : TraceState.values()) {
      json.writeNumberField(state.label(), counts.traces(state));
    }
    json.writeNumberField("unproven", counts.unproven());
    json.writeNumberField("records", counts.records());
    json.writeNumberField("outside", counts.outside());
    json.writeNumberField("unused", counts.unused());
    json.writeNumberField("backwards", counts.backwards());
    json.writeNumberField("late", counts.late());
    json.writeObjectFieldStart("reasons");
    for (var reason : counts.reasons().entrySet()) {
      json.writeNumberField(reason.getKey().label(), reason.getValue());
    }
    json.writeEndObject();
    json.writeObjectFieldStart("dropCauses");
    for (var cause : counts.dropCauses().entrySet()) {
      json.writeNumberField(cause.getKey(), cause.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void time(JsonGenerator json, String name, long time) throws IOException {
    if (time == Long.MIN_VALUE || time == Long.MAX_VALUE) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, time);
    }
  }

  private static void trace(JsonGenerator json, Trace trace) throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", trace.id());
    json.writeStringField("producer", trace.producerName());
    json.writeStringField("producerId", String.format("%016x", trace.producer()));
    json.writeStringField("session", trace.session());
    json.writeStringField("host", trace.host());
    json.writeStringField("state", trace.state().label());
    json.writeBooleanField("proven", trace.isProven());
    json.writeArrayFieldStart("reasons");
    for (Reason reason : trace.reasons()) {
      json.writeString(reason.label());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("dropCauses");
    for (String cause : trace.dropCauses()) {
      json.writeString(cause);
    }
    json.writeEndArray();
    boolean lost = trace.lostFrom() <= trace.lostUntil();
    time(json, "lostFrom", lost ? trace.lostFrom() : Long.MIN_VALUE);
    time(json, "lostUntil", lost ? trace.lostUntil() : Long.MAX_VALUE);
    json.writeStringField("fault", trace.fault());
    json.writeNumberField("missing", trace.missing());
    json.writeNumberField("begin", trace.begin());
    json.writeNumberField("duration", trace.duration());
    json.writeBooleanField("cut", trace.isCut());
    if (trace.isAnnounced()) {
      json.writeNumberField("thread", trace.thread());
    }
    if (trace.hasParent()) {
      json.writeNumberField("parentTrace", trace.parentTrace());
      json.writeNumberField("parentOrder", trace.parentOrder());
      json.writeNumberField("parentDepth", trace.parentDepth());
    }
    json.writeArrayFieldStart("calls");
    for (int i = 0; i < trace.size(); i++) {
      json.writeStartObject();
      json.writeStringField("operation", trace.signature(i));
      json.writeNumberField("order", trace.order(i));
      json.writeNumberField("depth", trace.depth(i));
      json.writeNumberField("caller", trace.parent(i));
      json.writeNumberField("begin", trace.begin(i));
      json.writeNumberField("duration", trace.duration(i));
      json.writeNumberField("self", trace.self(i));
      json.writeBooleanField("failed", trace.failed(i));
      json.writeBooleanField("finished", !trace.unfinished(i));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
