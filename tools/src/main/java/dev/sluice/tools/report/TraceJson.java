package dev.sluice.tools.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.sluice.analysis.traces.Reason;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceCounts;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.api.chunk.Ids;
import dev.sluice.tools.recordings.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

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

  /** Writes an object and the end of its line. */
  public static void line(JsonObject object, OutputStream target) throws IOException {
    JsonGenerator json = generator(target);
    object.write(json);
    end(json, target);
  }

  /** The end of the line. */
  static void end(JsonGenerator json, OutputStream target) throws IOException {
    json.close();
    target.write("\n".getBytes(StandardCharsets.US_ASCII));
    target.flush();
  }

  /** Writes the traces that were selected as one object, with all calls of each. */
  public static void write(TraceReading<TraceSelection> read, OutputStream target)
      throws IOException {
    JsonGenerator json = generator(target);
    json.writeStartObject();
    JsonObject head =
        new JsonObject()
            .put("source", read.from().toString())
            .put("complete", read.audit().complete())
            .put("counts", counts(read.traces().counts()))
            .put("found", read.traces().listener().found());
    head.fields(json);
    json.writeArrayFieldStart("traces");
    for (Trace trace : read.traces().listener().traces()) {
      trace(json, trace);
    }
    json.writeEndArray();
    json.writeEndObject();
    end(json, target);
  }

  /** What became of traces, as the field {@code counts}. */
  public static JsonObject counts(TraceCounts counts) {
    JsonObject json = new JsonObject();
    for (TraceState state : TraceState.values()) {
      json.put(state.label(), counts.traces(state));
    }
    json.put("unproven", counts.unproven());
    json.put("records", counts.records());
    json.put("outside", counts.outside());
    json.put("unused", counts.unused());
    json.put("backwards", counts.backwards());
    json.put("late", counts.late());
    Map<String, Long> reasons = new LinkedHashMap<>();
    counts.reasons().forEach((reason, count) -> reasons.put(reason.label(), count));
    json.put("reasons", reasons);
    json.put("dropCauses", counts.dropCauses());
    return json;
  }

  private static void trace(JsonGenerator json, Trace trace) throws IOException {
    json.writeStartObject();
    head(trace).fields(json);
    json.writeArrayFieldStart("calls");
    for (int i = 0; i < trace.size(); i++) {
      new JsonObject()
          .put("operation", trace.signature(i))
          .put("order", trace.order(i))
          .put("depth", trace.depth(i))
          .put("caller", trace.parent(i))
          .put("begin", trace.begin(i))
          .put("duration", trace.duration(i))
          .put("self", trace.self(i))
          .put("failed", trace.failed(i))
          .put("finished", !trace.unfinished(i))
          .write(json);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static JsonObject head(Trace trace) {
    JsonObject json = new JsonObject();
    json.put("id", Ids.print(trace.id()));
    json.put("producer", trace.producerName());
    json.put("producerId", Ids.print(trace.producer()));
    json.put("session", trace.session());
    json.put("host", trace.host());
    json.put("state", trace.state().label());
    json.put("proven", trace.isProven());
    json.put("reasons", trace.reasons().stream().map(Reason::label).toList());
    json.put("dropCauses", trace.dropCauses());
    boolean lost = trace.lostFrom() <= trace.lostUntil();
    json.put("lostFrom", lost ? time(trace.lostFrom()) : null);
    json.put("lostUntil", lost ? time(trace.lostUntil()) : null);
    json.put("fault", trace.fault());
    json.put("missing", trace.missing());
    json.put("begin", trace.begin());
    json.put("duration", trace.duration());
    json.put("cut", trace.isCut());
    if (trace.isAnnounced()) {
      json.put("thread", trace.thread());
    }
    if (trace.hasParent()) {
      json.put("parentTrace", Ids.print(trace.parentTrace()));
      json.put("parentOrder", trace.parentOrder());
      json.put("parentDepth", trace.parentDepth());
    }
    return json;
  }

  private static Long time(long time) {
    return time == Long.MIN_VALUE || time == Long.MAX_VALUE ? null : (Long) time;
  }
}
