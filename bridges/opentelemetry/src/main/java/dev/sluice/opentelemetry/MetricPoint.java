package dev.sluice.opentelemetry;

import dev.sluice.api.record.MonitoringRecord;
import dev.sluice.api.record.SymbolField;
import dev.sluice.api.record.Timestamp;

/**
 * A point of a metric of OpenTelemetry.
 *
 * @param timestamp when it was recorded; the record time
 * @param name the metric's
 * @param metric it without its points, as a metric of OTLP in JSON
 * @param startEpochNanos since when
 * @param epochNanos until when
 * @param value of a gauge or a sum, the sum of a histogram
 * @param point its other members, as in OTLP's JSON
 * @param scope as in {@link SpanRecord}
 * @param resource as in {@link SpanRecord}
 * @param attributeKeys as in {@link SpanRecord}
 * @param attributes as in {@link SpanRecord}
 * @param hostname where it was recorded
 */
@MonitoringRecord(name = "sluice.metric_point")
record MetricPoint(
    @Timestamp(recordTime = true) long timestamp,
    @SymbolField String name,
    @SymbolField String metric,
    long startEpochNanos,
    long epochNanos,
    double value,
    String point,
    @SymbolField String scope,
    @SymbolField String resource,
    @SymbolField String attributeKeys,
    String attributes,
    @SymbolField String hostname) {}
