package dev.sluice.opentelemetry;

import static dev.sluice.monitoring.SpanText.quoted;
import static dev.sluice.opentelemetry.OtlpText.member;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Rows;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.SpanText;
import dev.sluice.monitoring.records.SpanPartWriter;
import dev.sluice.monitoring.records.SpanRecordWriter;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;

/** Recorder of spans, as a processor or as an exporter. Any thread. */
final class SpanRecorder implements SpanExporter {
  private final Telemetry telemetry;
  private final RowSink sink;
  private final Symbols symbols;
  private final Symbol hostname;
  private final SpanRecordWriter spans;
  private final SpanPartWriter parts;

  SpanRecorder(Telemetry telemetry) {
    this.telemetry = telemetry;
    sink = telemetry.sink();
    symbols = telemetry.symbols();
    hostname = telemetry.hostname();
    spans = SpanRecordWriter.create(sink);
    parts = SpanPartWriter.create(sink);
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> all) {
    return Telemetry.all(all, this::record);
  }

  @Override
  public CompletableResultCode flush() {
    return telemetry.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return telemetry.shutdown();
  }

  /** Records a span and returns whether it is recorded. Never throws. */
  boolean record(SpanData span) {
    try {
      return emit(span, Scratch.get());
    } catch (Throwable failure) {
      return Rows.reject(sink, DropCause.ENCODE_ERROR, SpanRecordWriter.TYPE);
    }
  }

  private boolean emit(SpanData span, Scratch scratch) {
    SpanContext context = span.getSpanContext();
    SpanContext parent = span.getParentSpanContext();
    Attributes attributes = span.getAttributes();
    scratch.trace(context.getTraceId());
    long id = scratch.span(context.getSpanId());
    Symbol keys = scratch.keys(attributes, symbols);
    String values = scratch.values();
    boolean isLong =
        values != null && keys.value().length() + values.length() > SpanText.MAX_ROW_CHARS;
    boolean hasMore = isLong || hasMore(span, attributes);
    long start = span.getStartEpochNanos();
    long now = System.nanoTime();
    return spans.emit(
        now,
        symbols.text(span.getName()),
        scratch.high(),
        scratch.low(),
        id,
        scratch.parent(parent.getSpanId()),
        parent.isRemote(),
        start,
        span.getEndEpochNanos() - start,
        (byte) (span.getKind().ordinal() + 1),
        context.getTraceFlags().asByte(),
        (byte) span.getStatus().getStatusCode().ordinal(),
        symbols.scope(span.getInstrumentationScopeInfo()),
        symbols.resource(span.getResource()),
        isLong ? null : keys,
        isLong ? null : values,
        hostname,
        hasMore ? SpanText.parts(parts, now, scratch.low(), id, more(span, isLong)) : 0);
  }

  private static boolean hasMore(SpanData span, Attributes attributes) {
    return span.getTotalRecordedEvents() > 0
        || span.getTotalRecordedLinks() > 0
        || span.getTotalAttributeCount() > attributes.size()
        || !span.getStatus().getDescription().isEmpty()
        || !span.getSpanContext().getTraceState().isEmpty();
  }

  /**
   * Returns further members of a span of OTLP; the status comes first, because readers look for it.
   */
  private static String more(SpanData span, boolean withAttributes) {
    StringBuilder out = new StringBuilder();
    if (!span.getStatus().getDescription().isEmpty()) {
      member(out, "status").append('{');
      quoted(member(out, "message"), span.getStatus().getDescription());
      member(out, "code").append(span.getStatus().getStatusCode().ordinal()).append('}');
    }
    traceState(out, span.getSpanContext());
    if (withAttributes) {
      OtlpText.attributes(out, span.getAttributes());
    }
    dropped(out, "Attributes", span.getTotalAttributeCount() - span.getAttributes().size());
    if (!span.getEvents().isEmpty()) {
      member(out, "events").append('[');
      span.getEvents().forEach(event -> event(member(out, ""), event));
      out.append(']');
    }
    dropped(out, "Events", span.getTotalRecordedEvents() - span.getEvents().size());
    if (!span.getLinks().isEmpty()) {
      member(out, "links").append('[');
      span.getLinks().forEach(link -> link(member(out, ""), link));
      out.append(']');
    }
    dropped(out, "Links", span.getTotalRecordedLinks() - span.getLinks().size());
    return out.toString();
  }

  private static void traceState(StringBuilder out, SpanContext context) {
    if (!context.getTraceState().isEmpty()) {
      StringBuilder state = new StringBuilder();
      context
          .getTraceState()
          .forEach((key, value) -> member(state, "").append(key).append('=').append(value));
      quoted(member(out, "traceState"), state.toString());
    }
  }

  private static void dropped(StringBuilder out, String what, int count) {
    if (count > 0) {
      member(out, "dropped" + what + "Count").append(count);
    }
  }

  private static void event(StringBuilder out, EventData event) {
    out.append('{');
    member(out, "timeUnixNano").append('"').append(event.getEpochNanos()).append('"');
    quoted(member(out, "name"), event.getName());
    OtlpText.attributes(out, event.getAttributes());
    dropped(out, "Attributes", event.getTotalAttributeCount() - event.getAttributes().size());
    out.append('}');
  }

  private static void link(StringBuilder out, LinkData link) {
    SpanContext to = link.getSpanContext();
    out.append('{');
    quoted(member(out, "traceId"), to.getTraceId());
    quoted(member(out, "spanId"), to.getSpanId());
    traceState(out, to);
    OtlpText.attributes(out, link.getAttributes());
    dropped(out, "Attributes", link.getTotalAttributeCount() - link.getAttributes().size());
    member(out, "flags").append(flags(to.getTraceFlags().asByte(), to.isRemote())).append('}');
  }

  /** Returns the flags of OTLP: the W3C's, and whether the other side is in another process. */
  static int flags(byte flags, boolean isRemote) {
    return flags & 0xff | 0x100 | (isRemote ? 0x200 : 0);
  }
}
