package dev.sluice.monitoring.records;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * A span of another tracer, emitted when it ends; rare properties are in {@link SpanPart}s that
 * come before it. Ids are numbers whose first byte is the highest.
 *
 * @param timestamp when it was recorded; the record time
 * @param operationSignature its name
 * @param w3cTraceHigh the first 8 bytes of its trace id
 * @param traceId the last 8 bytes
 * @param spanId its own id
 * @param parentSpanId that of the span around it; 0 if there is none
 * @param remoteParent whether that one is in another process
 * @param startEpochNanos when it began by the tracer's clock, in nanoseconds since the epoch
 * @param duration nanoseconds until it ended
 * @param kind 1 internal, 2 server, 3 client, 4 producer, 5 consumer, as in OTLP
 * @param flags of the W3C's trace context
 * @param status 0 unset, 1 ok, 2 error
 * @param scope who made it, as a scope of OTLP in JSON; the address of its schema in a second line
 * @param resource of which program, as a resource of OTLP in JSON; its schema in the same way
 * @param attributeKeys one a line, each after the letter of its type and a colon: s text, l long, d
 *     double, b boolean, v any other value, which is a value of OTLP in JSON
 * @param attributes the values, one a line; in texts backslashes and ends of lines are escaped
 * @param hostname where it was recorded
 * @param parts how many parts it has
 */
@MonitoringRecord(name = "sluice.span")
public record SpanRecord(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String operationSignature,
    long w3cTraceHigh,
    long traceId,
    long spanId,
    long parentSpanId,
    boolean remoteParent,
    long startEpochNanos,
    long duration,
    byte kind,
    byte flags,
    byte status,
    @SymbolField String scope,
    @SymbolField String resource,
    @SymbolField String attributeKeys,
    String attributes,
    @SymbolField String hostname,
    int parts) {}
