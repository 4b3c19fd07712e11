package dev.sluice.spring;

import dev.sluice.api.config.Setting;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.metrics.MonitorFigures;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** Endpoint {@code /actuator/sluice}: the producer, the figures, the options and their origins. */
@Endpoint(id = "sluice")
record SluiceEndpoint(Monitor monitor) {
  /** Answer of the endpoint; secrets are masked in the settings. */
  record Answer(
      String producer, String state, Map<String, Long> figures, List<Setting> configuration) {}

  @ReadOperation
  public Answer read() {
    MonitorFigures figures = monitor.figures();
    return new Answer(
        figures.report().producerName(),
        state(figures),
        figures.byName(),
        monitor.configuration().settings());
  }

  static String state(MonitorFigures figures) {
    return figures.enabled() ? figures.status().state().label() : "off";
  }
}
