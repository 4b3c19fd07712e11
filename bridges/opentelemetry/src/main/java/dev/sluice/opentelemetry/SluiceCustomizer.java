package dev.sluice.opentelemetry;

import dev.sluice.api.config.Loggers;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizerProvider;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import java.lang.System.Logger.Level;

/**
 * Customizer that puts Sluice's processors before all exporters if {@code otel.sluice.sink} or
 * {@code sluice.sink} names a sink, unless Sluice's exporter is configured. Found by OpenTelemetry.
 */
public final class SluiceCustomizer implements AutoConfigurationCustomizerProvider {
  @Override
  public void customize(AutoConfigurationCustomizer customizer) {
    customizer.addTracerProviderCustomizer(
        (builder, config) -> {
          Telemetry telemetry = wanted(config, "otel.traces.exporter");
          return telemetry == null
              ? builder
              : builder.addSpanProcessor(new SluiceSpanProcessor(telemetry));
        });
    customizer.addLoggerProviderCustomizer(
        (builder, config) -> {
          Telemetry telemetry = wanted(config, "otel.logs.exporter");
          return telemetry == null
              ? builder
              : builder.addLogRecordProcessor(new LogRecorder(telemetry));
        });
  }

  /**
   * Returns the monitor's user for the signals that are wanted; null if there is no sink, or it
   * cannot be opened: the program continues without it.
   */
  private static Telemetry wanted(ConfigProperties config, String exporters) {
    String sink = Telemetry.sink(config);
    if (sink == null || config.getList(exporters).contains("sluice")) {
      return null;
    }
    try {
      return Telemetry.open(config);
    } catch (Throwable e) {
      Loggers.get("dev.sluice.opentelemetry")
          .log(Level.WARNING, "not recording to " + sink + ": " + e.getMessage(), e);
      return null;
    }
  }
}
