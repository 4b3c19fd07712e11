package dev.sluice.tools.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.analysis.operations.Signature;
import dev.sluice.analysis.traces.Remote;
import dev.sluice.analysis.traces.Trace;
import dev.sluice.analysis.traces.TraceId;
import dev.sluice.analysis.traces.TraceState;
import dev.sluice.api.chunk.Accounting;
import dev.sluice.api.chunk.Ids;
import dev.sluice.api.record.ColumnBatch;
import dev.sluice.api.record.RecordType;
import dev.sluice.tools.recordings.JsonObject;
import dev.sluice.tools.recordings.ProducerAttributes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Traces as spans of OTLP in its JSON form, which receivers of OTLP over HTTP and of files take. A
 * span's id is made of trace and order, so that a second export gives the same ids. For one thread.
 */
public final class OtlpExport implements TraceExport {
  /** Spans of a request, or a line. */
  private static final int BATCH = 2000;

  /** The trace that started another is looked for among so many spans before it, and after it. */
  public static final int NEAR = 8192;

  private static final int KIND_INTERNAL = 1;
  private static final int KIND_SERVER = 2;
  private static final int KIND_CLIENT = 3;
  private static final int KIND_PRODUCER = 4;
  private static final int KIND_CONSUMER = 5;

  private static final int STATUS_ERROR = 2;

  private final OtlpTarget target;
  private final ProducerAttributes producers;
  private final JsonFactory factory = new JsonFactory();
  private final List<Trace> traces = new ArrayList<>();
  private final RecordedSignals recorded;
  private long producer;
  private int spans;
  private Near sent = new Near();
  private Near waiting = new Near();
  private Near coming = new Near();

  /** Producers that call others: the ids of their traces are not made of ours. */
  private final Set<Long> calling = new HashSet<>();

  /** Where requests go. */
  @FunctionalInterface
  interface OtlpTarget {
    /** Takes one {@code ExportTraceServiceRequest} as JSON without line breaks. */
    void send(byte[] request) throws IOException;

    /** Takes one with what OTLP calls that: {@code traces}, {@code logs} or {@code metrics}. */
    default void send(String signal, byte[] request) throws IOException {
      send(request);
    }
  }

  /** Traces that were closed one after the other. */
  private static final class Near {
    private final List<Trace> traces = new ArrayList<>();
    private final Map<TraceId, Trace> byId = new HashMap<>();
    private final Set<Remote.Span> messages = new HashSet<>();
    private int spans;

    private void add(Trace trace) {
      traces.add(trace);
      byId.put(TraceId.of(trace), trace);
      spans += trace.size() + trace.remotes().size();
      for (Remote one : trace.remotes()) {
        if (Remote.MESSAGE.equals(one.medium())) {
          messages.add(one.span());
        }
      }
    }
  }

  /** With what producers say of themselves, which may come to be known while traces come. */
  OtlpExport(OtlpTarget target, ProducerAttributes producers) {
    this.target = target;
    this.producers = producers;
    recorded = new RecordedSignals(target);
  }

  @Override
  public void chunk(Accounting accounting) {
    producer = accounting.producerId();
  }

  @Override
  public boolean wants(RecordType type) {
    return RecordedSignals.wants(type);
  }

  @Override
  public void rows(ColumnBatch batch) {
    recorded.rows(batch, producer);
  }

  @Override
  public void accept(Trace trace) {
    if (!trace.remotes().isEmpty()) {
      calling.add(trace.producer());
    }
    coming.add(trace.copy());
    if (coming.spans >= NEAR) {
      next();
    }
  }

  @Override
  public void joined(Trace trace) {
    if (!trace.remotes().isEmpty()) {
      accept(trace);
    }
  }

  /** Sends those that waited for those that came. */
  private void next() {
    for (Trace trace : waiting.traces) {
      if (!traces.isEmpty() && traces.get(0).producer() != trace.producer()) {
        send();
      }
      traces.add(trace);
      spans += trace.size() + trace.remotes().size();
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
    JsonObject.of("scope", Map.of("name", "dev.sluice")).fields(json);
    json.writeArrayFieldStart("spans");
    for (Trace trace : traces) {
      for (int i = 0; i < trace.size(); i++) {
        span(json, trace, i);
      }
      for (Remote one : trace.remotes()) {
        if (one.kind() == Remote.Kind.CALL) {
          call(json, trace, one);
        }
      }
    }
    // Closing the generator ends what is open.
  }

  /** What the producer says of itself, and the two names that OpenTelemetry asks for. */
  private Map<String, String> resource(Trace trace) {
    String id = Ids.print(trace.producer());
    Map<String, String> said = producers.of(id);
    String name = trace.producerName() == null ? id : trace.producerName();
    Map<String, String> resource = new LinkedHashMap<>();
    resource.put("service.name", said.getOrDefault("service", name));
    resource.put("service.instance.id", id);
    resource.putAll(said);
    return resource;
  }

  private void span(JsonGenerator json, Trace trace, int execution) throws IOException {
    boolean isTop = trace.parent(execution) < 0;
    boolean started = isTop && trace.hasParent();
    Trace parent = started ? near(trace) : null;
    int starter = started ? starter(trace, parent) : -1;
    boolean isFirst = isTop && !trace.isLoose(execution);
    Remote from = isFirst ? trace.remoteParent() : null;
    json.writeStartObject();
    String id = spanId(trace, trace.order(execution));
    String above = above(trace, execution, from);
    head(json, traceId(trace), id, above, Signature.brief(trace.signature(execution)));
    links(json, trace, parent, starter, isFirst);
    json.writeNumberField("kind", isFirst ? kind(trace, from) : KIND_INTERNAL);
    times(json, trace.begin(execution), trace.end(execution));
    json.writeArrayFieldStart("attributes");
    attribute(json, "code.function.name", trace.signature(execution));
    if (started && starter < 0) {
      attribute(json, "sluice.parent.trace", parentTrace(trace));
      attribute(json, "sluice.parent.order", Integer.toString(trace.parentOrder()));
    }
    if (isTop) {
      ofTrace(json, trace);
    }
    json.writeEndArray();
    if (trace.failed(execution)) {
      JsonObject.of("status", Map.of("code", STATUS_ERROR)).fields(json);
    }
    json.writeEndObject();
  }

  /** The execution that called it, or the call of another process that it works for, or null. */
  private String above(Trace trace, int execution, Remote from) {
    int caller = trace.parent(execution);
    if (caller >= 0) {
      return spanId(trace, trace.order(caller));
    }
    return from == null ? null : Ids.print(from.span().id());
  }

  /** To the trace that started this one on another thread, and to messages handled together. */
  private void links(JsonGenerator json, Trace trace, Trace parent, int starter, boolean isFirst)
      throws IOException {
    boolean isOfMessages = isFirst && isLinked(trace);
    if (starter < 0 && !isOfMessages) {
      return;
    }
    json.writeArrayFieldStart("links");
    if (starter >= 0) {
      link(json, parent == null ? parentTrace(trace) : traceId(parent), starterId(trace, parent));
    }
    for (Remote one : trace.remotes()) {
      if (isOfMessages && one.kind() == Remote.Kind.LINK) {
        link(json, one.span().trace(), Ids.print(one.span().id()));
      }
    }
    json.writeEndArray();
  }

  private static void head(JsonGenerator json, String trace, String span, String above, String name)
      throws IOException {
    json.writeStringField("traceId", trace);
    json.writeStringField("spanId", span);
    if (above != null) {
      json.writeStringField("parentSpanId", above);
    }
    json.writeStringField("name", name);
  }

  private static void times(JsonGenerator json, long begin, long end) throws IOException {
    json.writeStringField("startTimeUnixNano", Long.toString(begin));
    json.writeStringField("endTimeUnixNano", Long.toString(end));
  }

  /** A call of another process, which lasts until the execution that waits for it has ended. */
  private static void call(JsonGenerator json, Trace trace, Remote call) throws IOException {
    int by = trace.starter(call.order(), call.depth());
    boolean isMessage = Remote.MESSAGE.equals(call.medium());
    boolean isSame = by >= 0 && call.span().trace().equals(traceId(trace));
    json.writeStartObject();
    String above = isSame ? spanId(trace, trace.order(by)) : null;
    String name = isMessage ? "send" : "call";
    head(json, call.span().trace(), Ids.print(call.span().id()), above, name);
    json.writeNumberField("kind", isMessage ? KIND_PRODUCER : KIND_CLIENT);
    long end = isMessage || by < 0 ? call.time() : Math.max(call.time(), trace.end(by));
    times(json, call.time(), end);
    json.writeArrayFieldStart("attributes");
    attribute(json, "sluice.medium", call.medium());
    json.writeEndArray();
    json.writeEndObject();
  }

  private int kind(Trace trace, Remote from) {
    if (from == null) {
      return isLinked(trace) ? KIND_CONSUMER : KIND_INTERNAL;
    }
    boolean isMessage =
        Stream.of(coming, waiting, sent).anyMatch(near -> near.messages.contains(from.span()));
    return isMessage ? KIND_CONSUMER : KIND_SERVER;
  }

  private static boolean isLinked(Trace trace) {
    return trace.remotes().stream().anyMatch(one -> one.kind() == Remote.Kind.LINK);
  }

  /** The W3C's id of its request or, if it does not leave its process, one made of ours. */
  private static String traceId(Trace trace) {
    String request = request(trace);
    return request == null ? Ids.print(trace.producer()) + Ids.print(trace.id()) : request;
  }

  private static String request(Trace trace) {
    Remote parent = trace.remoteParent();
    return parent != null
        ? parent.span().trace()
        : trace.remotes().stream()
            .filter(one -> one.kind() == Remote.Kind.CALL)
            .map(one -> one.span().trace())
            .min(Comparator.naturalOrder())
            .orElse(null);
  }

  /** Several producers may have a trace with that id in one request. */
  private static String spanId(Trace trace, int order) {
    long of = request(trace) == null ? 0 : Long.rotateLeft(trace.producer(), 32);
    return Ids.print(id(trace.id() ^ of, order));
  }

  private static void ofTrace(JsonGenerator json, Trace trace) throws IOException {
    attribute(json, "host.name", trace.host());
    attribute(json, "session.id", trace.session());
    if (trace.state() != TraceState.VALID) {
      attribute(json, "sluice.trace.state", trace.state().label());
      attribute(json, "sluice.trace.reason", PerfettoExport.why(trace));
    }
  }

  /** The trace that started that one, if it is near; else null. */
  private Trace near(Trace trace) {
    TraceId id = new TraceId(trace.producer(), trace.parentTrace());
    return Stream.of(coming, waiting, sent)
        .map(near -> near.byId.get(id))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** The order of the execution that started the trace; -1 if it is not known. */
  private int starter(Trace trace, Trace parent) {
    if (trace.parentDepth() == 1 && (parent != null || !calling.contains(trace.producer()))) {
      return 0;
    }
    int starter = parent == null ? -1 : parent.starter(trace);
    return starter < 0 ? -1 : parent.order(starter);
  }

  private String starterId(Trace trace, Trace parent) {
    int starter = starter(trace, parent);
    return parent == null ? Ids.print(id(trace.parentTrace(), starter)) : spanId(parent, starter);
  }

  private static String parentTrace(Trace trace) {
    return Ids.print(trace.producer()) + Ids.print(trace.parentTrace());
  }

  private static void link(JsonGenerator json, String trace, String span) throws IOException {
    JsonObject.of("traceId", trace, "spanId", span).write(json);
  }

  /** Writes an attribute, unless its value is null. */
  private static void attribute(JsonGenerator json, String key, String value) throws IOException {
    if (value != null) {
      JsonObject.of("key", key, "value", Map.of("stringValue", value)).write(json);
    }
  }

  /** A span id, never 0. The trace is mixed before the order is added, as neighbours overlap. */
  private static long id(long trace, int order) {
    long id = mixed(mixed(trace) + order);
    return id == 0 ? 1 : id;
  }

  /** The finalizer of MurmurHash3, which maps no two numbers to one. */
  private static long mixed(long bits) {
    long hash = (bits ^ bits >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }

  @Override
  public void finish() {
    next();
    next();
    recorded.finish();
  }
}
