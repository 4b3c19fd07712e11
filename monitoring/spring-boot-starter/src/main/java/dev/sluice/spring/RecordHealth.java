package dev.sluice.spring;

import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.metrics.MonitorFigures;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/** Health by whether records are lost or delayed. Any thread. */
final class RecordHealth {
  private final Monitor monitor;
  private long lost;

  RecordHealth(Monitor monitor) {
    this.monitor = monitor;
  }

  /**
   * Returns the health from the fate of the records since the last check, or since the monitor was
   * opened.
   *
   * @param answer makes an answer of a version of Spring Boot from status and details
   */
  synchronized <H> H check(BiFunction<String, Map<String, Object>, H> answer) {
    MonitorFigures figures = monitor.figures();
    long before = lost;
    lost = figures.report().dropped().total() + figures.status().adoptedDropped();
    boolean spilled = figures.report().spilled() > 0 || figures.status().spilledBytes() > 0;
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("state", SluiceEndpoint.state(figures));
    details.put("lostSinceLastLook", lost - before);
    details.put("dropped", figures.report().dropped().byLabel());
    details.put("pending", figures.report().pending());
    details.put("spilled", figures.report().spilled());
    details.put("sinkProblem", figures.status().sinkProblem());
    details.put("spillProblem", figures.status().spillProblem());
    details.values().removeIf(Objects::isNull);
    return answer.apply(lost > before ? "DOWN" : spilled ? "DEGRADED" : "UP", details);
  }
}
