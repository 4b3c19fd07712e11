package dev.sluice.opentelemetry;

import static dev.sluice.monitoring.SpanText.quoted;
import static dev.sluice.opentelemetry.OtlpText.member;
import static dev.sluice.opentelemetry.OtlpText.number;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.record.Rows;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.ExemplarData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramBuckets;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongExemplarData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.data.SummaryPointData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import java.util.Collection;
import java.util.List;

/** Recorder of points of OpenTelemetry's metrics. */
final class MetricRecorder implements MetricExporter {
  private final Telemetry telemetry;
  private final MetricPointWriter points;

  MetricRecorder(Telemetry telemetry) {
    this.telemetry = telemetry;
    points = MetricPointWriter.create(telemetry.sink());
  }

  @Override
  public AggregationTemporality getAggregationTemporality(InstrumentType type) {
    return AggregationTemporality.CUMULATIVE;
  }

  @Override
  public CompletableResultCode export(Collection<MetricData> all) {
    return Telemetry.all(all, this::record);
  }

  private boolean record(MetricData metric) {
    String head = head(metric);
    boolean all = true;
    for (PointData point : metric.getData().getPoints()) {
      try {
        all &= emit(metric, head, point, Scratch.get());
      } catch (Throwable failure) {
        all = Rows.reject(telemetry.sink(), DropCause.ENCODE_ERROR, MetricPointWriter.TYPE);
      }
    }
    return all;
  }

  private boolean emit(MetricData metric, String head, PointData point, Scratch scratch) {
    Symbols symbols = telemetry.symbols();
    StringBuilder members = new StringBuilder();
    double value = members(members, point);
    exemplars(members, point.getExemplars());
    return points.emit(
        System.nanoTime(),
        symbols.text(metric.getName()),
        symbols.text(head),
        point.getStartEpochNanos(),
        point.getEpochNanos(),
        value,
        members.toString(),
        symbols.scope(metric.getInstrumentationScopeInfo()),
        symbols.resource(metric.getResource()),
        scratch.keys(point.getAttributes(), symbols),
        scratch.values(),
        telemetry.hostname());
  }

  /** Returns the members of a metric in JSON, the last of which lacks its points and its end. */
  private static String head(MetricData metric) {
    StringBuilder out = new StringBuilder();
    quoted(member(out, "name"), metric.getName());
    quoted(member(out, "description"), metric.getDescription());
    quoted(member(out, "unit"), metric.getUnit());
    Object data = metric.getData();
    switch (metric.getType()) {
      case LONG_GAUGE, DOUBLE_GAUGE -> member(out, "gauge").append('{');
      case LONG_SUM, DOUBLE_SUM -> {
        temporality(out, "sum", ((SumData<?>) data).getAggregationTemporality());
        member(out, "isMonotonic").append(((SumData<?>) data).isMonotonic());
      }
      case SUMMARY -> member(out, "summary").append('{');
      case HISTOGRAM ->
          temporality(out, "histogram", ((HistogramData) data).getAggregationTemporality());
      default ->
          temporality(
              out,
              "exponentialHistogram",
              ((ExponentialHistogramData) data).getAggregationTemporality());
    }
    return out.toString();
  }

  private static void temporality(StringBuilder out, String kind, AggregationTemporality of) {
    member(member(out, kind).append('{'), "aggregationTemporality").append(of.ordinal() + 1);
  }

  /** Writes the members of a point of this kind; returns its value. */
  private static double members(StringBuilder out, PointData point) {
    if (point instanceof LongPointData number) {
      member(out, "asInt").append('"').append(number.getValue()).append('"');
      return number.getValue();
    } else if (point instanceof DoublePointData number) {
      member(out, "asDouble").append(number(number.getValue()));
      return number.getValue();
    } else if (point instanceof HistogramPointData histogram) {
      Double min = histogram.hasMin() ? histogram.getMin() : null;
      counted(out, histogram.getCount(), histogram.getSum(), min);
      most(out, histogram.hasMax() ? histogram.getMax() : null);
      counts(out, "bucketCounts", histogram.getCounts());
      member(out, "explicitBounds").append(histogram.getBoundaries().toString());
      return histogram.getSum();
    } else if (point instanceof ExponentialHistogramPointData histogram) {
      Double min = histogram.hasMin() ? histogram.getMin() : null;
      counted(out, histogram.getCount(), histogram.getSum(), min);
      most(out, histogram.hasMax() ? histogram.getMax() : null);
      member(out, "scale").append(histogram.getScale());
      member(out, "zeroCount").append('"').append(histogram.getZeroCount()).append('"');
      buckets(out, "positive", histogram.getPositiveBuckets());
      buckets(out, "negative", histogram.getNegativeBuckets());
      return histogram.getSum();
    }
    SummaryPointData summary = (SummaryPointData) point;
    counted(out, summary.getCount(), summary.getSum(), null);
    member(out, "quantileValues").append('[');
    summary
        .getValues()
        .forEach(
            at -> {
              member(member(out, "").append('{'), "quantile").append(number(at.getQuantile()));
              member(out, "value").append(number(at.getValue())).append('}');
            });
    out.append(']');
    return summary.getSum();
  }

  private static void counted(StringBuilder out, long count, double sum, Double min) {
    member(out, "count").append('"').append(count).append('"');
    member(out, "sum").append(number(sum));
    if (min != null) {
      member(out, "min").append(number(min));
    }
  }

  private static void most(StringBuilder out, Double max) {
    if (max != null) {
      member(out, "max").append(number(max));
    }
  }

  private static void counts(StringBuilder out, String name, List<Long> counts) {
    member(out, name).append('[');
    counts.forEach(count -> member(out, "").append('"').append(count.longValue()).append('"'));
    out.append(']');
  }

  private static void buckets(StringBuilder out, String name, ExponentialHistogramBuckets of) {
    member(member(out, name).append('{'), "offset").append(of.getOffset());
    counts(out, "bucketCounts", of.getBucketCounts());
    out.append('}');
  }

  private static void exemplars(StringBuilder out, List<? extends ExemplarData> all) {
    if (all.isEmpty()) {
      return;
    }
    member(out, "exemplars").append('[');
    for (ExemplarData each : all) {
      member(member(out, "").append('{'), "timeUnixNano").append('"').append(each.getEpochNanos());
      out.append('"');
      if (each instanceof LongExemplarData number) {
        member(out, "asInt").append('"').append(number.getValue()).append('"');
      } else if (each instanceof DoubleExemplarData number) {
        member(out, "asDouble").append(number(number.getValue()));
      }
      if (each.getSpanContext().isValid()) {
        quoted(member(out, "traceId"), each.getSpanContext().getTraceId());
        quoted(member(out, "spanId"), each.getSpanContext().getSpanId());
      }
      if (!each.getFilteredAttributes().isEmpty()) {
        OtlpText.attributes(out, "filteredAttributes", each.getFilteredAttributes());
      }
      out.append('}');
    }
    out.append(']');
  }

  @Override
  public CompletableResultCode flush() {
    return telemetry.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return telemetry.shutdown();
  }
}
