package dev.sluice.monitoring;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.api.spi.CollectorState;
import dev.sluice.monitoring.http.LocalServer;
import dev.sluice.monitoring.http.LocalServer.Answer;
import dev.sluice.monitoring.metrics.MetricsText;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Part of a monitor that serves its figures to Prometheus if the option {@code metrics} is given.
 */
final class MetricsPart implements MonitorPart {
  private static final Pattern ADDRESS =
      Pattern.compile("(?<host>[\\w.-]+|\\[[0-9a-fA-F:.]+])?:?(?<=:|^)(?<port>\\d{1,5})");

  private static final int MAX_PORT = 65_535;
  private static final String PATH = "/metrics";

  /**
   * Settings of the server with few threads and connections: a scrape takes some milliseconds, and
   * they belong to the program.
   */
  private static final LocalServer.Settings SETTINGS =
      new LocalServer.Settings("sluice-metrics", 8, 10, false);

  @Override
  public List<Key<?>> keys() {
    return List.of(MonitorKeys.METRICS);
  }

  @Override
  public Consumer<Monitor> prepare(Options options) {
    String text = options.get(MonitorKeys.METRICS);
    if (text == null) {
      return monitor -> {};
    }
    Matcher address = ADDRESS.matcher(text);
    if (!address.matches() || Integer.parseInt(address.group("port")) > MAX_PORT) {
      options.problem(
          MonitorKeys.METRICS, "'" + text + "' must be :PORT or HOST:PORT, for instance :9464");
      return monitor -> {};
    }
    String host = address.group("host") == null ? "127.0.0.1" : address.group("host");
    return monitor -> start(monitor, host, Integer.parseInt(address.group("port")));
  }

  private static void start(Monitor monitor, String host, int port) {
    try {
      LocalServer server = LocalServer.start(host, port, SETTINGS, path -> answer(monitor, path));
      monitor.addListener(
          new MonitorListener() {
            @Override
            public void ended(Monitor ended, CollectorReport report) {
              server.close();
            }
          });
      if (monitor.figures().status().state() == CollectorState.CLOSED) {
        server.close(); // it ended before it had that listener
      }
      String at = host + ":" + server.address().getPort();
      Log.log(Level.INFO, "metrics are at http://" + at + PATH, null);
    } catch (IOException e) {
      String why = e instanceof UnknownHostException ? "there is no such name" : e.getMessage();
      String where = "metrics are not served: cannot listen on " + host + ":" + port + ": " + why;
      Log.log(
          Level.WARNING,
          where + "; metrics=HOST:PORT takes another address, and monitoring goes on",
          null);
    }
  }

  private static Answer answer(Monitor monitor, String path) {
    return path.equals(PATH)
        ? new Answer(200, MetricsText.TYPE, MetricsPage.of(monitor), "")
        : Answer.text(404, "Only " + PATH);
  }
}
