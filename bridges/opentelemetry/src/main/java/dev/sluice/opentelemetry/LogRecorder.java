package dev.sluice.opentelemetry;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Rows;
import dev.sluice.api.record.Symbol;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.LogRecordProcessor;
import io.opentelemetry.sdk.logs.ReadWriteLogRecord;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import java.util.Collection;

/** Recorder of OpenTelemetry's logs, as a processor or as an exporter. Any thread. */
final class LogRecorder implements LogRecordProcessor, LogRecordExporter {
  private final Telemetry telemetry;
  private final RowSink sink;
  private final Symbols symbols;
  private final Symbol hostname;
  private final LogEntryWriter logs;

  LogRecorder(Telemetry telemetry) {
    this.telemetry = telemetry;
    sink = telemetry.sink();
    symbols = telemetry.symbols();
    hostname = telemetry.hostname();
    logs = LogEntryWriter.create(sink);
  }

  @Override
  public void onEmit(Context context, ReadWriteLogRecord log) {
    record(log.toLogRecordData());
  }

  @Override
  public CompletableResultCode export(Collection<LogRecordData> all) {
    return Telemetry.all(all, this::record);
  }

  private boolean record(LogRecordData log) {
    try {
      return telemetry.leavesOutLogEvent() || emit(log, Scratch.get());
    } catch (Throwable failure) {
      return Rows.reject(sink, DropCause.ENCODE_ERROR, LogEntryWriter.TYPE);
    }
  }

  private boolean emit(LogRecordData log, Scratch scratch) {
    SpanContext context = log.getSpanContext();
    scratch.trace(context.getTraceId());
    Symbol keys = scratch.keys(log.getAttributes(), symbols);
    Object body = log.getBodyValue();
    return logs.emit(
        System.nanoTime(),
        log.getTimestampEpochNanos(),
        log.getObservedTimestampEpochNanos(),
        (byte) log.getSeverity().getSeverityNumber(),
        symbols.text(log.getSeverityText()),
        symbols.text(log.getEventName()),
        body == null ? null : OtlpText.value(new StringBuilder(), body).toString(),
        scratch.high(),
        scratch.low(),
        scratch.span(context.getSpanId()),
        context.getTraceFlags().asByte(),
        symbols.scope(log.getInstrumentationScopeInfo()),
        symbols.resource(log.getResource()),
        keys,
        scratch.values(),
        log.getTotalAttributeCount() - log.getAttributes().size(),
        hostname);
  }

  @Override
  public CompletableResultCode forceFlush() {
    return telemetry.flush();
  }

  @Override
  public CompletableResultCode flush() {
    return telemetry.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return telemetry.shutdown();
  }

  @Override
  public void close() {
    shutdown();
  }
}
