package dev.sluice.tools.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.tools.recordings.ProducerAttributes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Traces as spans of OTLP in its JSON form, which receivers of OTLP over HTTP and of files take. A
 * span's id is made of trace and order, so that a second export gives the same ids. For one thread.
 */
public final class OtlpExport implements TraceExport {
  /** Spans of a request, or a line. */
  private static final int BATCH = 2000;

  /** The trace that started another is looked for among so many spans before it, and after it. */
  public static final int NEAR = 8192;

  /** Whether a call serves a request of another process no record says. */
  private static final int KIND_INTERNAL = 1;

  private static final int STATUS_ERROR = 2;

  private final OtlpTarget target;
  private final ProducerAttributes producers;
  private final JsonFactory factory = new JsonFactory();
  private final List<Trace> traces = new ArrayList<>();
  private int spans;
  private Near sent = new Near();
  private Near waiting = new Near();
  private Near coming = new Near();

  /** Where requests go. */
  @FunctionalInterface
  interface OtlpTarget {
    /** Takes one {@code ExportTraceServiceRequest} as JSON without line breaks. */
    void send(byte[] request) throws IOException;
  }

  /** Traces that were closed one after the other. */
  private static final class Near {
    private final List<Trace> traces = new ArrayList<>();
    private final Map<Id, Trace> byId = new HashMap<>();
    private int spans;

    private void add(Trace trace) {
      traces.add(trace);
      byId.put(new Id(trace.producer(), trace.id()), trace);
      spans += trace.size();
    }
  }

  private record Id(long producer, long trace) {}

  /** With what producers say of themselves, which may come to be known while traces come. */
  OtlpExport(OtlpTarget target, ProducerAttributes producers) {
    this.target = target;
    this.producers = producers;
  }

  @Override
  public void accept(Trace trace) {
    coming.add(trace.copy());
    if (coming.spans >= NEAR) {
      next();
    }
  }

  /** Sends those that waited for those that came. */
  private void next() {
    for (Trace trace : waiting.traces) {
      if (!traces.isEmpty() && traces.get(0).producer() != trace.producer()) {
        send();
      }
      traces.add(trace);
      spans += trace.size();
      if (spans >= BATCH) {
        send();
      }
    }
    send();
    sent = waiting;
    waiting = coming;
    coming = new Near();
  }

  private void send() {
    if (traces.isEmpty()) {
      return;
    }
    ByteArrayOutputStream request = new ByteArrayOutputStream(spans * 300);
    try {
      try (JsonGenerator json = factory.createGenerator(request)) {
        request(json);
      }
      traces.clear();
      spans = 0;
      target.send(request.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void request(JsonGenerator json) throws IOException {
    Trace first = traces.get(0);
    json.writeStartObject();
    json.writeArrayFieldStart("resourceSpans");
    json.writeStartObject();
    json.writeObjectFieldStart("resource");
    json.writeArrayFieldStart("attributes");
    for (Map.Entry<String, String> attribute : resource(first).entrySet()) {
      attribute(json, attribute.getKey(), attribute.getValue());
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeArrayFieldStart("scopeSpans");
    json.writeStartObject();
    json.writeObjectFieldStart("scope");
    json.writeStringField("name", "dev.sluice");
    json.writeEndObject();
    json.writeArrayFieldStart("spans");
    for (Trace trace : traces) {
      for (int i = 0; i < trace.size(); i++) {
        span(json, trace, i);
      }
    }
    // Closing the generator ends what is open.
  }

  /** What the producer says of itself, and the two names that OpenTelemetry asks for. */
  private Map<String, String> resource(Trace trace) {
    String id = HexFormat.of().toHexDigits(trace.producer());
    Map<String, String> said = producers.of(id);
    String name = trace.producerName() == null ? id : trace.producerName();
    Map<String, String> resource = new LinkedHashMap<>();
    resource.put("service.name", said.getOrDefault("service", name));
    resource.put("service.instance.id", id);
    resource.putAll(said);
    return resource;
  }

  private void span(JsonGenerator json, Trace trace, int execution) throws IOException {
    boolean started = trace.parent(execution) < 0 && trace.hasParent();
    int starter = started ? starter(trace) : -1;
    json.writeStartObject();
    HexFormat hex = HexFormat.of();
    json.writeStringField(
        "traceId", hex.toHexDigits(trace.producer()) + hex.toHexDigits(trace.id()));
    json.writeStringField("spanId", hex.toHexDigits(id(trace.id(), trace.order(execution))));
    if (trace.parent(execution) >= 0) {
      int order = trace.order(trace.parent(execution));
      json.writeStringField("parentSpanId", hex.toHexDigits(id(trace.id(), order)));
    } else if (starter >= 0) {
      link(json, trace, id(trace.parentTrace(), starter));
    }
    json.writeStringField("name", Signature.brief(trace.signature(execution)));
    json.writeNumberField("kind", KIND_INTERNAL);
    json.writeStringField("startTimeUnixNano", Long.toString(trace.begin(execution)));
    json.writeStringField("endTimeUnixNano", Long.toString(trace.end(execution)));
    json.writeArrayFieldStart("attributes");
    attribute(json, "code.function.name", trace.signature(execution));
    if (started && starter < 0) {
      attribute(json, "sluice.parent.trace", parentTrace(trace));
      attribute(json, "sluice.parent.order", Integer.toString(trace.parentOrder()));
    }
    if (trace.parent(execution) < 0) {
      ofTrace(json, trace);
    }
    json.writeEndArray();
    if (trace.failed(execution)) {
      json.writeObjectFieldStart("status");
      json.writeNumberField("code", STATUS_ERROR);
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void ofTrace(JsonGenerator json, Trace trace) throws IOException {
    attribute(json, "host.name", trace.host());
    attribute(json, "session.id", trace.session());
    if (trace.state() != TraceState.VALID) {
      attribute(json, "sluice.trace.state", trace.state().label());
      attribute(json, "sluice.trace.reason", PerfettoExport.why(trace));
    }
  }

  /** The order of the execution that started the trace; -1 if it is not known. */
  private int starter(Trace trace) {
    if (trace.parentDepth() == 1) {
      return 0;
    }
    Id id = new Id(trace.producer(), trace.parentTrace());
    for (Near near : List.of(coming, waiting, sent)) {
      Trace parent = near.byId.get(id);
      int starter = parent == null ? -1 : parent.starter(trace);
      if (starter >= 0) {
        return parent.order(starter);
      }
    }
    return -1;
  }

  private static String parentTrace(Trace trace) {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(trace.producer()) + hex.toHexDigits(trace.parentTrace());
  }

  /** The execution of another trace that started this one. */
  private static void link(JsonGenerator json, Trace trace, long span) throws IOException {
    json.writeArrayFieldStart("links");
    json.writeStartObject();
    json.writeStringField("traceId", parentTrace(trace));
    json.writeStringField("spanId", HexFormat.of().toHexDigits(span));
    json.writeEndObject();
    json.writeEndArray();
  }

  /** Writes an attribute, unless its value is null. */
  private static void attribute(JsonGenerator json, String key, String value) throws IOException {
    if (value == null) {
      return;
    }
    json.writeStartObject();
    json.writeStringField("key", key);
    json.writeObjectFieldStart("value");
    json.writeStringField("stringValue", value);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** A span id, never 0: the finalizer of MurmurHash3 over trace and order. */
  static long id(long trace, int order) {
    long hash = trace * 31 + order + 1;
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    hash ^= hash >>> 33;
    return hash == 0 ? 1 : hash;
  }

  @Override
  public void finish() {
    next();
    next();
  }
}
