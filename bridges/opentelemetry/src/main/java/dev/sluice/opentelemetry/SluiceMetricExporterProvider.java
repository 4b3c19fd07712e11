package dev.sluice.opentelemetry;

import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.metrics.ConfigurableMetricExporterProvider;
import io.opentelemetry.sdk.metrics.export.MetricExporter;

/** Provider of the exporter for {@code otel.metrics.exporter=sluice}. Found by OpenTelemetry. */
public final class SluiceMetricExporterProvider implements ConfigurableMetricExporterProvider {
  @Override
  public MetricExporter createExporter(ConfigProperties config) {
    return new MetricRecorder(Telemetry.open(config));
  }

  @Override
  public String getName() {
    return "sluice";
  }
}
