package dev.sluice.monitoring;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Key;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.config.Configuration;
import dev.sluice.monitoring.metrics.MonitorFigures;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.samplers.SamplerTarget;
import dev.sluice.monitoring.samplers.Samplers;
import dev.sluice.support.platform.SinkThreads;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Monitor of a program: sends its records to a sink, as one producer from opening to closing. A
 * process may have several monitors. Any thread may call any method.
 *
 * <pre>{@code
 * Monitor monitor = Monitor.to("kafka://broker:9092/records");
 * OrderPlacedWriter orders = OrderPlacedWriter.create(monitor.sink());
 * Symbol shop = monitor.sink().symbol("Kiel");
 * orders.emit(System.nanoTime(), shop, "Ada", 19.90);
 * }</pre>
 *
 * It closes itself when the JVM shuts down, after the program's own shutdown hooks, unless it was
 * closed before or {@link MonitorBuilder#closeAtExit} says otherwise.
 */
public final class Monitor implements AutoCloseable {
  /** Default timeout of {@link #close()} and of the closing at the JVM's end. */
  public static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final MonitorParts parts;
  private final Listeners listeners;
  private final ExitHook exitHook;
  private final AtomicBoolean ending = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final LongAdder ownLogEvents = new LongAdder();
  private final Object switching = new Object();
  private boolean announced;
  private volatile boolean enabled;

  Monitor(MonitorParts parts) {
    this.parts = parts;
    listeners = new Listeners(parts.listeners());
    parts.probes().enable(false);
    MonitorParts.Exit exit = parts.exit();
    exitHook = exit.patience() == null ? null : ExitHook.register(hook -> exit(hook, exit));
  }

  /**
   * Opens a sink as a producer with the process's standard name. Connects later, so a sink that is
   * down is no error. Options that the URI does not give may come from {@code sluice.properties},
   * the environment and system properties, see {@link MonitorBuilder#configuration}.
   *
   * @param uri scheme, place and options of the sink, as {@code file:/var/log/app/records}
   * @throws ConfigurationException if the URI or an option is wrong; the message names all mistakes
   */
  public static Monitor to(String uri) {
    return builder().open(uri);
  }

  /** Returns a builder for a monitor with other settings than the defaults. */
  public static MonitorBuilder builder() {
    return new MonitorBuilder();
  }

  /**
   * Returns the process's monitor, configured by {@code sluice.properties}, the environment and
   * system properties alone; which the first call opens. Never throws: without a sink, or if
   * anything is wrong, that is logged in one line, and the monitor is off for good.
   */
  public static Monitor process() {
    return ProcessMonitor.get();
  }

  /**
   * Returns whether the JVM shuts down: its monitors then close themselves, after the work that
   * still ends.
   */
  public static boolean isExiting() {
    try {
      Runtime.getRuntime().removeShutdownHook(new Thread());
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  /** Returns the options of monitors, without those of sinks, for the reference of all options. */
  public static List<Key<?>> keys() {
    List<Key<?>> keys = new ArrayList<>(MonitorKeys.ALL);
    MonitorBuilder.FIRST.forEach(part -> keys.addAll(part.keys()));
    MonitorBuilder.STANDARD.forEach(part -> keys.addAll(part.keys()));
    return keys;
  }

  /**
   * Returns the sink for row writers of any record type. While the monitor is off it takes no
   * records and counts none.
   */
  public RowSink sink() {
    return parts.sink();
  }

  /** Returns the probes for executions of operations. */
  public Probes probes() {
    return parts.probes();
  }

  /** Returns the scheduler of periodic work, which runs until the monitor is closed. */
  public Housekeeping housekeeping() {
    return parts.housekeeping();
  }

  /**
   * Starts a sampler, which works until the monitor is closed and pauses while it is off. Samplers
   * run one after the other on the thread of {@link #housekeeping}.
   *
   * @param name one of {@link Samplers#names}
   * @param offset how long from now to the first sample; the first of a sampler of shares and rates
   *     only begins its first interval
   * @param period from one sample to the next, at least 1 ms
   * @return a handle that ends it
   * @throws IllegalArgumentException if there is no such sampler, or a time is too short
   */
  public Housekeeping.Task sample(String name, Duration offset, Duration period) {
    Runnable sampler = Samplers.sampler(name, new SamplerTarget(parts.sink(), parts.hostname()));
    return parts
        .housekeeping()
        .every(
            offset,
            period,
            () -> {
              if (enabled) {
                sampler.run();
              }
            });
  }

  /** Returns the host's name in records. */
  public String hostname() {
    return parts.hostname();
  }

  /** Returns the figures at this moment, for registries of metrics. */
  public MonitorFigures figures() {
    return new MonitorFigures(
        parts.collector().report(),
        parts.collector().status(),
        enabled,
        parts.probes().sampledOut(),
        ownLogEvents.sum());
  }

  /**
   * Returns whether a log event of the calling thread must be left out, and counts it in that case;
   * for appenders. Such a thread belongs to a sink, which would otherwise send more because it
   * sends.
   */
  public boolean leavesOutLogEvent() {
    boolean isOwn = SinkThreads.isCurrent();
    if (isOwn) {
      ownLogEvents.increment();
    }
    return isOwn;
  }

  /**
   * Returns the options in effect and where each comes from; empty for a collector made elsewhere.
   */
  public Configuration configuration() {
    return parts.configuration();
  }

  /**
   * Switches the monitor on or off. While it is off, probes read no clock, and records that row
   * writers emit are refused without being counted. Executions that have begun are still recorded,
   * so that traces stay whole. A closed monitor stays off, and so does the process's monitor if it
   * could not be opened.
   */
  public void enable(boolean on) {
    synchronized (switching) {
      if (on == enabled || on && (ended.get() || parts.collector() instanceof NoopCollector)) {
        return;
      }
      enabled = on;
      parts.sink().enable(on);
      parts.probes().enable(on);
      if (on && !announced) {
        announced = true;
        parts.announcement().run();
      }
    }
    listeners.forEach(listener -> listener.switched(this, on));
  }

  /** Returns whether the monitor is on. */
  public boolean isEnabled() {
    return enabled;
  }

  /** Adds a listener, which is called when the monitor is switched and when it ends. */
  public void addListener(MonitorListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
  }

  /** Removes a listener that {@link #addListener} added. */
  public void removeListener(MonitorListener listener) {
    listeners.remove(listener);
  }

  /** Notifies the listeners and switches the monitor; called once by the builder. */
  void begin(boolean on) {
    listeners.forEach(listener -> listener.began(this));
    enable(on);
  }

  /**
   * Waits until the records emitted before the call have arrived or failed.
   *
   * @param timeout limit of the waiting; a negative one does not wait, that of {@code
   *     ChronoUnit.FOREVER} has no end
   * @return whether they did in time
   */
  public boolean flush(Duration timeout) {
    long start = System.nanoTime();
    boolean[] aggregated = {false};
    attempt(() -> aggregated[0] = parts.probes().emitAggregates(rest(timeout, start)));
    return parts.collector().flush(rest(timeout, start)) && aggregated[0];
  }

  /** Returns the counts of all records so far, by their fate. */
  public CollectorReport report() {
    return parts.collector().report();
  }

  /**
   * Takes no more records and sends those that are there; after {@code timeout} the rest is
   * dropped. Idempotent. Records emitted later are counted as dropped with cause {@code closed},
   * unless the monitor was off.
   *
   * @param timeout limit of the closing; a negative one does not wait
   * @return the final figures
   */
  public CollectorReport close(Duration timeout) {
    if (exitHook != null) {
      exitHook.unregister();
    }
    return end(timeout);
  }

  /** Returns whether {@link MonitorListener#ending} is or was called. */
  boolean isEnding() {
    return ending.get();
  }

  private CollectorReport end(Duration timeout) {
    long start = System.nanoTime();
    if (ending.compareAndSet(false, true)) {
      listeners.forEach(listener -> listener.ending(this));
    }
    // A task or a thread that hangs must leave time for sending the records.
    attempt(() -> parts.housekeeping().close(rest(timeout, start).dividedBy(4)));
    attempt(() -> parts.probes().close(rest(timeout, start).dividedBy(2)));
    CollectorReport[] last = {null};
    attempt(() -> last[0] = parts.collector().close(rest(timeout, start)));
    CollectorReport report = last[0] == null ? parts.collector().report() : last[0];
    tellEnd(report);
    return report;
  }

  private void tellEnd(CollectorReport report) {
    if (ended.compareAndSet(false, true)) {
      listeners.forEach(listener -> listener.ended(this, report));
    }
  }

  /**
   * Records the work of the program's shutdown hooks, then ends the monitor. If a hook does not end
   * in time, the monitor stays open: records arrive until the JVM ends, and readers see that the
   * producer has no end.
   */
  private void exit(ExitThread hook, MonitorParts.Exit exit) {
    if (hook.awaitOthers(exit.patience()) || exit.patience().isZero()) {
      parts.probes().enable(false); // The JVM's end would cut off executions that begin now.
      end(exit.timeout());
      return;
    }
    Log.log(
        Level.WARNING,
        "other shutdown hooks are still at work after exit.wait="
            + exit.patience().toMillis()
            + "ms; records are sent until the JVM ends, but readers cannot see that these are all",
        null);
    flush(exit.timeout());
    tellEnd(report());
  }

  /** Runs one step of the closing; a failure is logged, so that the other steps follow. */
  private static void attempt(Runnable part) {
    try {
      part.run();
    } catch (Throwable e) {
      Log.log(Level.WARNING, "a part of a monitor failed to end", e);
    }
  }

  /** Returns the rest of a timeout that began at {@code start}; zero if it is over or negative. */
  private static Duration rest(Duration timeout, long start) {
    long nanos = TimeUnit.NANOSECONDS.convert(timeout);
    return Duration.ofNanos(Math.max(0, Math.max(0, nanos) - (System.nanoTime() - start)));
  }

  /**
   * Closes the monitor within the option {@code exit.timeout}, {@link #CLOSE_TIMEOUT} by default.
   */
  @Override
  public void close() {
    close(parts.exit().timeout());
  }
}
