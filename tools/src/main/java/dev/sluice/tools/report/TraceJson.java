package dev.sluice.tools.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.sluice.analysis.services.ClockOffset;
import dev.sluice.analysis.traces.Reason;
import dev.sluice.analysis.traces.Remote;
import dev.sluice.analysis.traces.Request;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceCounts;
import dev.sluice.analysis.traces.TraceSelection;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.api.chunk.Ids;
import dev.sluice.tools.recordings.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Traces as one JSON object; times in nanoseconds. */
public final class TraceJson {
  private TraceJson() {}

  /**
   * Returns a generator of ASCII, in which nothing acts on a terminal; closing it closes nothing
   * else.
   */
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

  /**
   * Writes the traces that were selected as one object, with all calls of each, and the requests
   * through several threads or programs that they are of.
   */
  public static void write(RequestReading requests, OutputStream target) throws IOException {
    TraceReading<RequestSelection> read = requests.read();
    TraceSelection selection = read.traces().listener().traces();
    JsonGenerator json = generator(target);
    json.writeStartObject();
    JsonObject head =
        new JsonObject()
            .put("source", read.from().toString())
            .put("complete", read.audit().complete())
            .put("counts", counts(read.traces().counts()))
            .put("found", selection.found());
    head.fields(json);
    json.writeArrayFieldStart("traces");
    for (Trace trace : selection.traces()) {
      trace(json, trace);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("requests");
    for (Request request : requests.requests()) {
      request(json, request, requests.clocks(request), read.audit().complete());
    }
    json.writeEndArray();
    json.writeEndObject();
    end(json, target);
  }

  /** Returns what became of traces, as the field {@code counts}. */
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
    json.put("forgotten", counts.forgotten());
    Map<String, Long> reasons = new LinkedHashMap<>();
    counts.reasons().forEach((reason, count) -> reasons.put(reason.label(), count));
    json.put("reasons", reasons);
    json.put("dropCauses", counts.dropCauses());
    return json;
  }

  private static void request(
      JsonGenerator json, Request request, List<ClockOffset> clocks, boolean isAllThere)
      throws IOException {
    json.writeStartObject();
    JsonObject.of("w3cTrace", request.w3cTrace(), "complete", request.isComplete()).fields(json);
    List<JsonObject> lacks = new ArrayList<>();
    for (Request.Flaw flaw : request.flaws()) {
      JsonObject lack = id(flaw.trace()).put("lack", flaw.lack().name().toLowerCase(Locale.ROOT));
      lack.put("span", flaw.remote() == null ? null : Ids.print(flaw.remote().span().id()));
      lacks.add(lack.put("text", RequestText.lack(flaw, isAllThere)));
    }
    JsonObject.of("lacks", lacks, "linked", request.linked().stream().map(TraceJson::id).toList())
        .put("open", request.open().stream().map(TraceJson::open).toList())
        .put("clocks", clocks.stream().map(TraceJson::clock).toList())
        .fields(json);
    json.writeArrayFieldStart("traces");
    for (Trace trace : request.traces()) {
      Trace above = request.above(trace);
      JsonObject place = JsonObject.of("above", above == null ? null : id(above));
      int caller = above == null ? -1 : request.caller(trace);
      trace(json, trace, place.put("caller", caller < 0 ? null : above.order(caller)));
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static JsonObject open(Request.Open one) {
    return JsonObject.of(
        "producerId", Ids.print(one.producer()), "producer", one.name(), "from", time(one.from()));
  }

  private static JsonObject id(Trace trace) {
    return JsonObject.of("producerId", Ids.print(trace.producer()), "trace", Ids.print(trace.id()));
  }

  /** Returns how a clock differs from another; what is not known is null. */
  static JsonObject clock(ClockOffset offset) {
    return JsonObject.of(
        "from", Ids.print(offset.pair().from()),
        "fromName", offset.pair().fromName(),
        "to", Ids.print(offset.pair().to()),
        "toName", offset.pair().toName(),
        "least", time(offset.least()),
        "most", time(offset.most()),
        "calls", offset.calls(),
        "agreeing", offset.agreeing());
  }

  private static JsonObject remote(Remote remote) {
    JsonObject json = JsonObject.of("w3cTrace", remote.span().trace());
    json.put("span", Ids.print(remote.span().id()));
    json.put("time", remote.time());
    json.put("order", remote.order()).put("depth", remote.depth());
    return remote.medium() == null ? json : json.put("medium", remote.medium());
  }

  static List<JsonObject> remotes(Trace trace, Remote.Kind kind) {
    return trace.remotes().stream()
        .filter(one -> one.kind() == kind)
        .sorted(Comparator.comparingLong(Remote::time).thenComparing(one -> one.span().id()))
        .map(TraceJson::remote)
        .toList();
  }

  private static void trace(JsonGenerator json, Trace trace) throws IOException {
    trace(json, trace, new JsonObject());
  }

  private static void trace(JsonGenerator json, Trace trace, JsonObject place) throws IOException {
    json.writeStartObject();
    head(trace).fields(json);
    place.fields(json);
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
    if (!trace.remotes().isEmpty()) {
      Remote parent = trace.remoteParent();
      json.put("remoteParent", parent == null ? null : remote(parent));
      json.put("links", remotes(trace, Remote.Kind.LINK));
      json.put("remoteCalls", remotes(trace, Remote.Kind.CALL));
    }
    return json;
  }

  private static Long time(long time) {
    return time == Long.MIN_VALUE || time == Long.MAX_VALUE ? null : (Long) time;
  }
}
