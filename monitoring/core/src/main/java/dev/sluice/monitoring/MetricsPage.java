package dev.sluice.monitoring;

import dev.sluice.monitoring.metrics.Metric;
import dev.sluice.monitoring.metrics.MetricsText;
import dev.sluice.monitoring.metrics.MonitorFigures;
import dev.sluice.monitoring.probe.OperationCounts;
import java.util.List;
import java.util.Set;

/**
 * Page of a monitor's figures in Prometheus' format, with the names that Micrometer gives them. The
 * figures of records come from one snapshot, so their series add up; the other figures are read
 * right after it.
 */
final class MetricsPage {
  private static final String OPERATION = "operation";

  /**
   * Names of metrics for which zero means that the value is not known yet, or that there is no such
   * limit.
   */
  private static final Set<String> ZERO_IS_UNKNOWN =
      Set.of("chunk.records", "chunk.bytes", "chunk.delay", "chunk.delay.observed");

  private MetricsPage() {}

  static byte[] of(Monitor monitor) {
    MonitorFigures figures = monitor.figures();
    MetricsText text = new MetricsText();
    text.family("gauge", "sluice_info", "What monitors here, always 1.")
        .value(1, "version", MetricsText.label(Announcement.version()));
    String last = "";
    for (Metric metric : Metric.ALL) {
      if (!metric.name().equals(last)) {
        String type = metric.isCounter() ? "counter" : "gauge";
        text.family(type, name(metric), metric.description() + ".");
      }
      last = metric.name();
      value(text, metric, metric.of(figures));
    }
    text.family("gauge", "sluice_ring_fill_ratio", "How full the fullest part of the ring is.")
        .value(figures.status().ringFill());
    List<OperationCounts> all = monitor.probes().meters().counts();
    text.family("histogram", "sluice_operation_duration_seconds", "How long executions took.");
    all.forEach(each -> text.durations(each.buckets(), each.nanos(), OPERATION, each.operation()));
    text.family("counter", "sluice_operation_failures_total", "Executions that threw.");
    all.forEach(each -> text.value(each.failed(), OPERATION, each.operation()));
    text.family("gauge", "sluice_operations_in_other", "Executed operations without own series.")
        .value(monitor.probes().meters().others());
    return text.bytes();
  }

  /**
   * Returns the name as Micrometer's PrometheusNamingConvention makes it, except for nanoseconds.
   */
  private static String name(Metric metric) {
    String name = "sluice_" + metric.name().replace('.', '_');
    String unit = isTime(metric) ? "seconds" : metric.unit();
    String whole = unit == null || name.endsWith("_" + unit) ? name : name + "_" + unit;
    return metric.isCounter() ? whole + "_total" : whole;
  }

  private static boolean isTime(Metric metric) {
    return "ns".equals(metric.unit());
  }

  private static void value(MetricsText text, Metric metric, long value) {
    String[] labels =
        metric.tag() == null ? new String[0] : new String[] {metric.tag(), metric.tagValue()};
    if (value != 0 || !ZERO_IS_UNKNOWN.contains(metric.name())) {
      text.value(isTime(metric) ? value / 1e9 : value, labels);
    }
  }
}
