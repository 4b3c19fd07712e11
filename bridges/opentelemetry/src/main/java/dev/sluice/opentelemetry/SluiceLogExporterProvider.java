package dev.sluice.opentelemetry;

import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.logs.ConfigurableLogRecordExporterProvider;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;

/** Provider of the exporter for {@code otel.logs.exporter=sluice}. Found by OpenTelemetry. */
public final class SluiceLogExporterProvider implements ConfigurableLogRecordExporterProvider {
  @Override
  public LogRecordExporter createExporter(ConfigProperties config) {
    return new LogRecorder(Telemetry.open(config));
  }

  @Override
  public String getName() {
    return "sluice";
  }
}
