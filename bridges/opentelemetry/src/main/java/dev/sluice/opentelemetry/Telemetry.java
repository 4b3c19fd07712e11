package dev.sluice.opentelemetry;

import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.MonitorListener;
import dev.sluice.monitoring.config.ConfigurationSources;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.common.CompletableResultCode;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The monitor of a sink, which all signals of a program share. Any thread. */
final class Telemetry {
  private static final String SINK = "otel.sluice.sink";
  private static final Map<String, Telemetry> OPEN = new HashMap<>();

  private final String sink;
  private final Monitor monitor;
  private final Symbols symbols;
  private int users;

  private Telemetry(String sink, Monitor monitor) {
    this.sink = sink;
    this.monitor = monitor;
    symbols = new Symbols(monitor.sink());
  }

  /** Over a monitor that its owner opened, and closes if he wants to before this is shut down. */
  static Telemetry of(Monitor monitor) {
    Telemetry telemetry = new Telemetry(null, monitor);
    telemetry.users = 1;
    return telemetry;
  }

  /** The sink that is configured, or null. */
  static String sink(ConfigProperties config) {
    return config.getString(SINK, config.getString("sluice.sink"));
  }

  /** For one user more of the sink that is configured. */
  static synchronized Telemetry open(String sink, ConfigProperties config) {
    Telemetry telemetry =
        OPEN.computeIfAbsent(
            sink, uri -> new Telemetry(uri, monitor(uri, config.getString("otel.service.name"))));
    telemetry.users++;
    return telemetry;
  }

  private static Monitor monitor(String uri, String service) {
    Map<String, String> options =
        service == null ? Map.of() : Map.of("attributes.service", service);
    return Monitor.builder()
        .configuration(ConfigurationSources.ofProcess().with(options, "otel.service.name"))
        .logged(false) // In their agent logging must not begin before the program's own start.
        .listener(
            new MonitorListener() {
              @Override
              public void ended(Monitor monitor, CollectorReport report) {
                boolean whole = report.dropped().total() + report.unconfirmed() == 0;
                System.getLogger("dev.sluice.opentelemetry")
                    .log(whole ? Level.INFO : Level.WARNING, "ended: " + report);
              }
            })
        .open(uri);
  }

  SpanRecorder spans() {
    return new SpanRecorder(monitor.sink(), symbols, monitor.hostname());
  }

  /** Sends what was recorded until now. */
  CompletableResultCode flush() {
    return later(() -> monitor.flush(Monitor.CLOSE_TIMEOUT));
  }

  /** A user has ended; the last one closes the monitor. */
  CompletableResultCode shutdown() {
    synchronized (Telemetry.class) {
      users--;
      if (users > 0) {
        return flush();
      }
      OPEN.remove(sink, this);
    }
    return later(
        () -> {
          CollectorReport report = monitor.close(Monitor.CLOSE_TIMEOUT);
          return report.dropped().total() + report.unconfirmed() == 0;
        });
  }

  /** On a thread of its own: who asks sets the limit. */
  private static CompletableResultCode later(BooleanSupplier work) {
    CompletableResultCode result = new CompletableResultCode();
    Thread thread =
        new Thread(
            () -> {
              boolean done = false;
              try {
                done = work.getAsBoolean();
              } finally {
                CompletableResultCode ended = done ? result.succeed() : result.fail();
                assert ended == result;
              }
            },
            "sluice-opentelemetry");
    thread.setDaemon(true);
    thread.start();
    return result;
  }
}
