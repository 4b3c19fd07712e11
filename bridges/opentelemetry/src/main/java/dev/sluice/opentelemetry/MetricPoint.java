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
 * @param scope as in {@code sluice.span}
 * @param resource as in {@code sluice.span}
 * @param attributeKeys as in {@code sluice.span}
 * @param attributes as in {@code sluice.span}
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
