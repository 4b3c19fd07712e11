package dev.sluice.opentelemetry;

import dev.sluice.api.record.RowSink;
import dev.sluice.api.record.Symbol;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.MonitorListener;
import dev.sluice.monitoring.config.ConfigurationSources;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * User of the monitor of a sink, which all signals of a program share; each signal is one user. Any
 * thread.
 */
final class Telemetry {
  private static final String SINK = "otel.sluice.sink";
  private static final Map<String, Telemetry> OPEN = new HashMap<>();

  private final String sink;
  private final Monitor monitor;
  private final Symbols symbols;

  /** Number of users that have not ended; shared by all users of a sink. */
  private final AtomicInteger users;

  private boolean hasEnded;

  private Telemetry(String sink, Monitor monitor) {
    this.sink = sink;
    this.monitor = monitor;
    symbols = new Symbols(monitor.sink());
    users = new AtomicInteger();
  }

  /** Creates a further user of the same sink. */
  private Telemetry(Telemetry shared) {
    sink = shared.sink;
    monitor = shared.monitor;
    symbols = shared.symbols;
    users = shared.users;
    users.incrementAndGet();
  }

  /** Returns a user of a monitor that its owner opened, and may close before this user ends. */
  static Telemetry of(Monitor monitor) {
    return new Telemetry(new Telemetry(null, monitor));
  }

  /** Returns the sink that is configured, or null. */
  static String sink(ConfigProperties config) {
    return config.getString(SINK, config.getString("sluice.sink"));
  }

  /** Opens the configured sink, or returns a further user of it. */
  static synchronized Telemetry open(ConfigProperties config) {
    String sink = sink(config);
    if (sink == null) {
      throw Autoconfiguration.withoutSink();
    }
    return new Telemetry(
        OPEN.computeIfAbsent(
            sink, uri -> new Telemetry(uri, monitor(uri, config.getString("otel.service.name")))));
  }

  /**
   * Code that needs the autoconfiguration's exception; separate, because a program that makes its
   * processor itself need not have that class.
   */
  private static final class Autoconfiguration {
    static RuntimeException withoutSink() {
      return new ConfigurationException("the exporter sluice needs " + SINK + "=URI");
    }
  }

  private static Monitor monitor(String uri, String service) {
    // Kafka's client finds its classes by it, and their agent gives extensions none.
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(Telemetry.class.getClassLoader());
    try {
      return open(uri, service);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static Monitor open(String uri, String service) {
    Map<String, String> options =
        service == null ? Map.of() : Map.of("attributes.service", service);
    return Monitor.builder()
        .configuration(ConfigurationSources.ofProcess().with(options, "otel.service.name"))
        .logged(false) // In their agent logging must not begin before the program's own start.
        .listener(
            new MonitorListener() {
              @Override
              public void ended(Monitor monitor, CollectorReport report) {
                // No logger: those of java.util.logging are silent while the JVM ends.
                System.err.println("sluice: OpenTelemetry's records ended: " + report);
              }
            })
        .open(uri);
  }

  RowSink sink() {
    return monitor.sink();
  }

  boolean leavesOutLogEvent() {
    return monitor.leavesOutLogEvent();
  }

  Symbols symbols() {
    return symbols;
  }

  Symbol hostname() {
    return symbols.text(monitor.hostname());
  }

  /** Returns whether each of them was recorded. */
  static <T> CompletableResultCode all(Collection<T> all, Predicate<T> record) {
    boolean whole = true;
    for (T each : all) {
      whole &= record.test(each);
    }
    return whole ? CompletableResultCode.ofSuccess() : CompletableResultCode.ofFailure();
  }

  /** Sends what was recorded so far. */
  CompletableResultCode flush() {
    return later(() -> monitor.flush(Monitor.CLOSE_TIMEOUT));
  }

  /** Ends this user; the last one closes the monitor. Idempotent. */
  CompletableResultCode shutdown() {
    synchronized (Telemetry.class) {
      boolean isLast = !hasEnded && users.decrementAndGet() == 0;
      hasEnded = true;
      if (!isLast || sink != null && Monitor.isExiting()) {
        return flush();
      }
      OPEN.remove(sink);
    }
    return later(
        () -> {
          CollectorReport report = monitor.close(Monitor.CLOSE_TIMEOUT);
          return report.dropped().total() + report.unconfirmed() == 0;
        });
  }

  /** Runs work on a thread of its own, because the caller sets the timeout. */
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
