package dev.sluice.monitoring;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.probe.Probes;
import java.time.Duration;

/**
 * A program's way to a sink: one producer, from opening to closing. A process may have several. Any
 * thread may call any method.
 *
 * <pre>{@code
 * Monitor monitor = Monitor.to("kafka://broker:9092/records");
 * OrderPlacedWriter orders = OrderPlacedWriter.create(monitor.sink());
 * orders.emit(orderId, System.nanoTime());
 * }</pre>
 *
 * It closes itself when the JVM shuts down, unless it was closed before or {@link
 * MonitorBuilder#closeAtExit} says otherwise.
 */
public final class Monitor implements AutoCloseable {
  /** How long {@link #close()} and the closing at the JVM's end take at most. */
  public static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Collector collector;
  private final Probes probes;
  private final Housekeeping housekeeping;
  private final ExitHook exitHook;

  Monitor(Collector collector, Probes probes, Housekeeping housekeeping, boolean closeAtExit) {
    this.collector = collector;
    this.probes = probes;
    this.housekeeping = housekeeping;
    exitHook = closeAtExit ? ExitHook.register(() -> end(CLOSE_TIMEOUT)) : null;
  }

  /**
   * Opens a sink under the process's standard name, with defaults for everything. Connects later,
   * so a sink that is down is no error.
   *
   * @param uri scheme, place and options of the sink, as {@code file:/var/log/app/records}
   * @throws ConfigurationException if the URI or an option is wrong; the message names all mistakes
   */
  public static Monitor to(String uri) {
    return builder().open(uri);
  }

  /** A monitor with other than the defaults. */
  public static MonitorBuilder builder() {
    return new MonitorBuilder();
  }

  /** The sink for row writers of any record type. */
  public RowSink sink() {
    return collector.rows();
  }

  /** The probes for executions of operations. */
  public Probes probes() {
    return probes;
  }

  /** For work to be done again and again until the monitor is closed. */
  public Housekeeping housekeeping() {
    return housekeeping;
  }

  /** Waits until what was emitted before the call has arrived or failed; whether it did in time. */
  public boolean flush(Duration timeout) {
    return collector.flush(timeout);
  }

  /** The figures so far. */
  public CollectorReport report() {
    return collector.report();
  }

  /**
   * Takes no more records, sends what is there, gives up the rest when the time is over.
   * Idempotent.
   *
   * @return the final figures
   */
  public CollectorReport close(Duration timeout) {
    if (exitHook != null) {
      exitHook.unregister();
    }
    return end(timeout);
  }

  private CollectorReport end(Duration timeout) {
    long start = System.nanoTime();
    housekeeping.close(timeout);
    Duration rest = timeout.minusNanos(System.nanoTime() - start);
    return collector.close(rest.isNegative() ? Duration.ZERO : rest);
  }

  /** Closes within {@link #CLOSE_TIMEOUT}. */
  @Override
  public void close() {
    close(CLOSE_TIMEOUT);
  }
}
