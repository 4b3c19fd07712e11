package dev.sluice.opentelemetry;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * What a program logged, as OpenTelemetry has it.
 *
 * @param timestamp when it was recorded; the record time
 * @param epochNanos when it happened; 0 if that is not known
 * @param observedEpochNanos when it was noticed
 * @param severity 1 to 24, as in OTLP; 0 if not known
 * @param severityText its name where it comes from
 * @param eventName of an event
 * @param body a value of OTLP in JSON
 * @param w3cTraceHigh the first 8 bytes of the id of the trace in which it happened
 * @param traceId the last 8 bytes; both 0 if there was none
 * @param spanId the span's
 * @param flags of the W3C's trace context
 * @param scope as in {@code sluice.span}
 * @param resource as in {@code sluice.span}
 * @param attributeKeys as in {@code sluice.span}
 * @param attributes as in {@code sluice.span}
 * @param droppedAttributes how many more it had
 * @param hostname where it was recorded
 */
@MonitoringRecord(name = "sluice.log")
record LogEntry(
    @Timestamp(recordTime = true) long timestamp,
    long epochNanos,
    long observedEpochNanos,
    byte severity,
    @SymbolField String severityText,
    @SymbolField String eventName,
    String body,
    long w3cTraceHigh,
    long traceId,
    long spanId,
    byte flags,
    @SymbolField String scope,
    @SymbolField String resource,
    @SymbolField String attributeKeys,
    String attributes,
    int droppedAttributes,
    @SymbolField String hostname) {}
