package dev.sluice.monitoring;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.config.Configuration;
import dev.sluice.monitoring.metrics.MonitorFigures;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.samplers.SamplerTarget;
import dev.sluice.monitoring.samplers.Samplers;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

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
 * It closes itself when the JVM shuts down, after the program's own shutdown hooks, unless it was
 * closed before or {@link MonitorBuilder#closeAtExit} says otherwise.
 */
public final class Monitor implements AutoCloseable {
  /** How long {@link #close()} takes at most, and by default the closing at the JVM's end. */
  public static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Collector collector;
  private final MonitorSink sink;
  private final Probes probes;
  private final String hostname;
  private final Housekeeping housekeeping;
  private final Configuration configuration;
  private final Listeners listeners;
  private final Runnable announcement;
  private final ExitHook exitHook;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Object switching = new Object();
  private boolean announced;
  private volatile boolean enabled;

  Monitor(MonitorParts parts) {
    collector = parts.collector();
    sink = parts.sink();
    probes = parts.probes();
    hostname = parts.hostname();
    housekeeping = parts.housekeeping();
    configuration = parts.configuration();
    listeners = new Listeners(parts.listeners());
    announcement = parts.announcement();
    probes.enable(false);
    MonitorParts.Exit exit = parts.exit();
    exitHook = exit == null ? null : ExitHook.register(hook -> exit(hook, exit));
  }

  /**
   * Opens a sink under the process's standard name. Connects later, so a sink that is down is no
   * error. Options that the URI does not give may come from {@code sluice.properties}, the
   * environment and system properties, see {@link MonitorBuilder#configuration}.
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

  /**
   * The process's monitor, configured by {@code sluice.properties}, the environment and system
   * properties alone; opened by the first call. Never throws: without a sink, or if anything is
   * wrong, that is logged in one line, and the monitor is off for good.
   */
  public static Monitor process() {
    return ProcessMonitor.get();
  }

  /** The options of monitors, without those of sinks, for the reference of all options. */
  public static List<Key<?>> keys() {
    List<Key<?>> keys = new ArrayList<>(MonitorKeys.ALL);
    MonitorBuilder.FIRST.forEach(part -> keys.addAll(part.keys()));
    MonitorBuilder.STANDARD.forEach(part -> keys.addAll(part.keys()));
    return keys;
  }

  /**
   * The sink for row writers of any record type. While the monitor is off it takes no records and
   * counts none.
   */
  public RowSink sink() {
    return sink;
  }

  /** The probes for executions of operations. */
  public Probes probes() {
    return probes;
  }

  /** For work to be done again and again until the monitor is closed. */
  public Housekeeping housekeeping() {
    return housekeeping;
  }

  /**
   * Starts a sampler, which works until the monitor is closed and pauses while it is off. Samplers
   * run one after the other on the thread of {@link #housekeeping}.
   *
   * @param name one of {@link Samplers#names}
   * @param offset how long from now to the first sample; the first of a sampler of shares and rates
   *     only begins its first interval
   * @param period from one sample to the next, at least 1 ms
   * @return to end it
   * @throws IllegalArgumentException if there is no such sampler, or a time is too short
   */
  public Housekeeping.Task sample(String name, Duration offset, Duration period) {
    Runnable sampler = Samplers.sampler(name, new SamplerTarget(sink, hostname));
    return housekeeping.every(
        offset,
        period,
        () -> {
          if (enabled) {
            sampler.run();
          }
        });
  }

  /** The host's name in records. */
  public String hostname() {
    return hostname;
  }

  /** The figures at this moment, for registries of metrics. */
  public MonitorFigures figures() {
    return new MonitorFigures(collector.report(), collector.status(), enabled, probes.sampledOut());
  }

  /** The options in effect and where each comes from; empty for a collector made elsewhere. */
  public Configuration configuration() {
    return configuration;
  }

  /**
   * Switches the monitor: while it is off, probes read no clock, and what row writers emit is
   * refused without being counted. Executions that have begun are still recorded, so that traces
   * stay whole. Closed monitors, and the process's if it could not be opened, stay off.
   */
  public void enable(boolean on) {
    synchronized (switching) {
      if (on == enabled || on && (ended.get() || collector instanceof NoopCollector)) {
        return;
      }
      enabled = on;
      sink.enable(on);
      probes.enable(on);
      if (on && !announced) {
        announced = true;
        announcement.run();
      }
    }
    listeners.tell(listener -> listener.switched(this, on));
  }

  /** Whether the monitor is on. */
  public boolean isEnabled() {
    return enabled;
  }

  /** From now on tells somebody when the monitor is switched and when it ends. */
  public void addListener(MonitorListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /** The opposite of {@link #addListener}. */
  public void removeListener(MonitorListener listener) {
    listeners.remove(listener);
  }

  /** Called once by the builder: what works with the monitor has heard of it. */
  void begin(boolean on) {
    listeners.tell(listener -> listener.began(this));
    enable(on);
  }

  /**
   * Waits until what was emitted before the call has arrived or failed; whether it did in time.
   *
   * @param timeout how long at most; not at all if negative, for ever if it is {@code
   *     ChronoUnit.FOREVER}'s
   */
  public boolean flush(Duration timeout) {
    long start = System.nanoTime();
    boolean[] aggregated = {false};
    attempt(() -> aggregated[0] = probes.emitAggregates(rest(timeout, start)));
    return collector.flush(rest(timeout, start)) && aggregated[0];
  }

  /** The figures so far. */
  public CollectorReport report() {
    return collector.report();
  }

  /**
   * Takes no more records, sends what is there, gives up the rest when the time is over.
   * Idempotent. Records emitted later are counted as dropped, cause {@code closed}, unless the
   * monitor was off.
   *
   * @param timeout how long at most; not at all if negative
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
    // A task that hangs must leave time for what is to be sent, and so must a thread that does.
    attempt(() -> housekeeping.close(rest(timeout, start).dividedBy(4)));
    attempt(() -> probes.close(rest(timeout, start).dividedBy(2)));
    CollectorReport[] last = {null};
    attempt(() -> last[0] = collector.close(rest(timeout, start)));
    CollectorReport report = last[0] == null ? collector.report() : last[0];
    tellEnd(report);
    return report;
  }

  private void tellEnd(CollectorReport report) {
    if (ended.compareAndSet(false, true)) {
      listeners.tell(listener -> listener.ended(this, report));
    }
  }

  /**
   * What a shutdown hook of the program does is recorded. If one does not end in time, the monitor
   * is left open: records go on arriving until the JVM ends, and readers find no end, which is the
   * truth.
   */
  private void exit(ExitThread hook, MonitorParts.Exit exit) {
    if (hook.awaitOthers(exit.patience()) || exit.patience().isZero()) {
      probes.enable(false); // Who begins something now is about to be cut off by the JVM's end.
      end(exit.timeout());
      return;
    }
    Log.log(
        Level.WARNING,
        "other shutdown hooks are still at work after exit.wait="
            + exit.patience().toMillis()
            + "ms; records are sent until the JVM ends, but nothing tells readers that they are all",
        null);
    flush(exit.timeout());
    tellEnd(report());
  }

  /** Whatever goes wrong in a part of the monitor, the others are to be closed as well. */
  private static void attempt(Runnable part) {
    try {
      part.run();
    } catch (Throwable e) {
      Log.log(Level.WARNING, "a part of a monitor failed to end", e);
    }
  }

  /** What is left of a time: as much as nanoseconds tell at most, nothing of a negative one. */
  private static Duration rest(Duration timeout, long start) {
    long nanos = TimeUnit.NANOSECONDS.convert(timeout);
    return Duration.ofNanos(Math.max(0, Math.max(0, nanos) - (System.nanoTime() - start)));
  }

  /** Closes within {@link #CLOSE_TIMEOUT}. */
  @Override
  public void close() {
    close(CLOSE_TIMEOUT);
  }
}
