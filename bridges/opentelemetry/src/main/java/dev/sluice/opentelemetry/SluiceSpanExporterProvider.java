package dev.sluice.opentelemetry;

import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.traces.ConfigurableSpanExporterProvider;
import io.opentelemetry.sdk.trace.export.SpanExporter;

/** Provider of the exporter for {@code otel.traces.exporter=sluice}. Found by OpenTelemetry. */
public final class SluiceSpanExporterProvider implements ConfigurableSpanExporterProvider {
  @Override
  public SpanExporter createExporter(ConfigProperties config) {
    return new SpanRecorder(Telemetry.open(config));
  }

  @Override
  public String getName() {
    return "sluice";
  }
}
