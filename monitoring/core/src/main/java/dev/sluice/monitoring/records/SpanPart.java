package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.Timestamp;

/**
 * A part of a span's rare properties: the status with a message, the trace state, events, links,
 * numbers of dropped items, long attributes. All parts of a span together are members of a span of
 * OTLP in JSON.
 *
 * @param timestamp when it was recorded; the record time
 * @param traceId as in {@link SpanRecord}
 * @param spanId the span's
 * @param part its number, from 0
 * @param text the part
 */
@MonitoringRecord(name = "sluice.span_part")
public record SpanPart(
    @Timestamp(recordTime = true) long timestamp,
    long traceId,
    long spanId,
    int part,
    String text) {}
