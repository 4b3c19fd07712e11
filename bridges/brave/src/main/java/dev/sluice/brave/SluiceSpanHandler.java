package dev.sluice.brave;

import brave.Tags;
import brave.handler.MutableSpan;
import brave.handler.SpanHandler;
import brave.propagation.TraceContext;
import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Rows;
import dev.sluice.api.record.Symbol;
import dev.sluice.monitoring.BoundedSymbols;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.SpanText;
import dev.sluice.monitoring.records.SpanPartWriter;
import dev.sluice.monitoring.records.SpanRecordWriter;
import java.util.HexFormat;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Handler that records the spans of Brave with all data that Zipkin would get. Any thread.
 *
 * <pre>{@code
 * Tracing.newBuilder().addSpanHandler(new SluiceSpanHandler(monitor));
 * }</pre>
 */
public final class SluiceSpanHandler extends SpanHandler {
  private static final String ERROR = "error";
  private static final byte INTERNAL = 1;

  /** Numbers in OTLP of the kinds client, server, producer and consumer. */
  private static final byte[] KINDS = {3, 2, 4, 5};

  private static final byte FAILED = 2;

  private final RowSink sink;
  private final BoundedSymbols symbols;
  private final BoundedSymbols keys;
  private final SpanRecordWriter spans;
  private final SpanPartWriter parts;
  private final Symbol hostname;
  private final Symbol scope;

  /** Creates a handler that records into a monitor's sink; the caller closes the monitor. */
  public SluiceSpanHandler(Monitor monitor) {
    Objects.requireNonNull(monitor, "monitor");
    sink = monitor.sink();
    symbols = new BoundedSymbols(sink);
    keys = new BoundedSymbols(sink, SpanText.MAX_KEYS_CHARS);
    spans = SpanRecordWriter.create(sink);
    parts = SpanPartWriter.create(sink);
    hostname = sink.symbol(monitor.hostname());
    scope = sink.symbol("{\"name\":\"brave\"}");
  }

  /**
   * Records a span, whatever ended it, and never throws; returns true, so that other handlers get
   * the span, too.
   */
  @Override
  public boolean end(TraceContext context, MutableSpan span, Cause cause) {
    try {
      record(context, span, cause);
    } catch (Throwable failure) {
      Rows.reject(sink, DropCause.ENCODE_ERROR, SpanRecordWriter.TYPE);
    }
    return true;
  }

  private void record(TraceContext context, MutableSpan span, Cause cause) {
    SpanTexts texts = attributes(context, span, cause);
    boolean isLong = texts.length() > SpanText.MAX_ROW_CHARS;
    long now = System.nanoTime();
    boolean hasParts = isLong || span.annotationCount() > 0;
    String more = hasParts ? texts.more(span, isLong) : "";
    int count = SpanText.parts(parts, now, context.traceId(), context.spanId(), more);
    long parent = context.parentIdAsLong();
    spans.emit(
        now,
        symbols.of(span.name() == null ? "unknown" : span.name()),
        context.traceIdHigh(),
        context.traceId(),
        context.spanId(),
        // Both sides of a call may share a span: then this one works for the other of that id.
        span.shared() ? context.spanId() : parent,
        span.shared() || context.isLocalRoot() && parent != 0,
        TimeUnit.MICROSECONDS.toNanos(span.startTimestamp()),
        duration(span),
        kind(span),
        (byte) (Boolean.TRUE.equals(context.sampled()) ? 1 : 0),
        status(span),
        scope,
        symbols.of(resource(span)),
        isLong ? null : keys.of(texts.keys()),
        isLong ? null : texts.values(),
        hostname,
        count);
  }

  private static byte kind(MutableSpan span) {
    return span.kind() == null ? INTERNAL : KINDS[span.kind().ordinal()];
  }

  private static byte status(MutableSpan span) {
    return span.error() != null || span.tag(ERROR) != null ? FAILED : 0;
  }

  /** Returns the duration in nanoseconds; 0 if the span has no begin or no end. */
  private static long duration(MutableSpan span) {
    boolean isEnded = span.startTimestamp() != 0 && span.finishTimestamp() != 0;
    return isEnded
        ? TimeUnit.MICROSECONDS.toNanos(span.finishTimestamp() - span.startTimestamp())
        : 0;
  }

  /** Returns the description of the program as an OTLP resource. */
  private static String resource(MutableSpan span) {
    SpanTexts texts = new SpanTexts();
    texts.add("service.name", span.localServiceName());
    texts.add("host.ip", span.localIp());
    texts.add("zipkin.port", span.localPort() == 0 ? null : "" + span.localPort());
    return "{" + texts.attributes() + "}";
  }

  /** Returns the tags and the further data of Zipkin that OTLP has as attributes. */
  private static SpanTexts attributes(TraceContext context, MutableSpan span, Cause cause) {
    SpanTexts texts = new SpanTexts();
    span.forEachTag(SpanTexts::add, texts);
    if (span.error() != null && span.tag(ERROR) == null) {
      texts.add(ERROR, Tags.ERROR.value(span.error(), context));
    }
    texts.add("peer.service", span.remoteServiceName());
    texts.add("network.peer.address", span.remoteIp());
    texts.add("network.peer.port", span.remotePort() == 0 ? null : "" + span.remotePort());
    texts.add("zipkin.cause", cause == Cause.FINISHED ? null : cause.name());
    texts.add("zipkin.debug", span.debug() ? "true" : null);
    if (span.shared()) {
      texts.add("zipkin.shared", "true");
      texts.add(
          "zipkin.parentId",
          context.parentIdAsLong() == 0
              ? null
              : HexFormat.of().toHexDigits(context.parentIdAsLong()));
    }
    return texts;
  }
}
