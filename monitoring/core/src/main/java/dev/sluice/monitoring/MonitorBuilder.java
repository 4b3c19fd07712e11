package dev.sluice.monitoring;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Endpoint;
import dev.sluice.api.config.Options;
import dev.sluice.api.config.Setting;
import dev.sluice.api.record.RowSink;
import dev.sluice.api.spi.Collector;
import dev.sluice.api.spi.RawWriterFactory;
import dev.sluice.api.spi.Serializer;
import dev.sluice.collectors.ChunkingCollector;
import dev.sluice.collectors.ChunkingCollectorBuilder;
import dev.sluice.monitoring.config.Configuration;
import dev.sluice.monitoring.config.ConfigurationSources;
import dev.sluice.monitoring.probe.AggregateSettings;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.support.Plugins;
import dev.sluice.support.platform.SystemPlatform;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Builder of a monitor with other settings than the defaults. For one thread. */
public final class MonitorBuilder {
  private static final ClassLoader LOADER = RawWriterFactory.class.getClassLoader();

  /** Parts of every monitor that work before the first record. */
  static final List<MonitorPart> FIRST = List.of(new Sampling());

  /** Parts of every monitor that the {@link #starter} starts. */
  static final List<MonitorPart> STANDARD =
      List.of(new JmxPart(), new SamplersPart(), new JfrPart(), new MetricsPart());

  /** Parts of {@link #STANDARD} that emit no records. */
  private static final List<MonitorPart> UNTIMED = List.of(new JmxPart(), new MetricsPart());

  private String name = ProcessName.standard();
  private boolean named;
  private String hostname = ProcessName.host();
  private Predicate<Thread> monitored = thread -> true;
  private boolean closeAtExit = true;
  private ThreadFactory threads = Thread::new;
  private ConfigurationSources sources;
  private boolean logged = true;
  private Boolean enabled;
  private boolean sinceEpoch;
  private final List<MonitorListener> listeners = new ArrayList<>();
  private final List<MonitorPart> parts = new ArrayList<>();
  private Consumer<Runnable> starter = Runnable::run;

  MonitorBuilder() {}

  /**
   * Sets the producer's name; the option {@code producer} has precedence, wherever it is given.
   * Default: main class, host and process id, as {@code com.acme.Shop@host:4711}.
   *
   * @throws IllegalArgumentException if it is blank or longer than 64 bytes of UTF-8
   */
  public MonitorBuilder name(String name) {
    this.name = ChunkingCollector.PRODUCER.check(name);
    named = true;
    return this;
  }

  /**
   * Sets the host name in records, unless the option {@code hostname} is given. Default: the
   * machine's, found without asking a name service.
   */
  public MonitorBuilder hostname(String hostname) {
    this.hostname = Objects.requireNonNull(hostname, "hostname");
    return this;
  }

  /**
   * Selects the threads that are monitored; each thread calls {@code monitored} once for itself.
   * Default: all.
   *
   * @param monitored must not throw
   */
  public MonitorBuilder monitoredThreads(Predicate<Thread> monitored) {
    this.monitored = Objects.requireNonNull(monitored, "monitored");
    return this;
  }

  /**
   * Sets whether the monitor closes itself when the JVM shuts down. It waits for the program's own
   * shutdown hooks and takes their records. If they take longer than the option {@code exit.wait},
   * it stays open until the JVM ends, and readers see no end. Default: true.
   */
  public MonitorBuilder closeAtExit(boolean closeAtExit) {
    this.closeAtExit = closeAtExit;
    return this;
  }

  /**
   * Sets the factory of the monitor's and the collector's threads; they are named and made daemons.
   * Default: plain platform threads.
   */
  public MonitorBuilder threadFactory(ThreadFactory threads) {
    this.threads = Objects.requireNonNull(threads, "threadFactory");
    return this;
  }

  /**
   * Sets the sources of options that the sink's URI does not give. Default: {@link
   * ConfigurationSources#ofProcess}.
   */
  public MonitorBuilder configuration(ConfigurationSources sources) {
    this.sources = Objects.requireNonNull(sources, "sources");
    return this;
  }

  /**
   * Sets whether the options in effect are logged when the monitor opens: all at DEBUG, and those
   * given at INFO if any comes from outside of the program's code. Default: true.
   */
  public MonitorBuilder logged(boolean logged) {
    this.logged = logged;
    return this;
  }

  /** Sets whether the monitor is on when it opens, unless the option {@code enabled} is given. */
  public MonitorBuilder enabled(boolean enabled) {
    this.enabled = enabled;
    return this;
  }

  /**
   * Declares that all instants in records are nanoseconds since the epoch, made by another program;
   * readers get them unchanged. Such a monitor has no samplers; probes and other code that reads
   * {@link System#nanoTime} must not use it. Default: instants are those of {@code nanoTime}.
   */
  public MonitorBuilder instantsSinceEpoch() {
    sinceEpoch = true;
    return this;
  }

  /** Adds a listener, which is called when monitoring begins, is switched and ends. */
  public MonitorBuilder listener(MonitorListener listener) {
    listeners.add(Objects.requireNonNull(listener, "listener"));
    return this;
  }

  /** Adds a part that is configured and started together with the monitor. */
  public MonitorBuilder part(MonitorPart part) {
    parts.add(Objects.requireNonNull(part, "part"));
    return this;
  }

  /**
   * Sets the function that runs the start of samplers and the registration with JMX after the
   * monitor is open, on any thread. Default: the opening thread starts them immediately. An agent
   * waits for the application's own start.
   */
  public MonitorBuilder starter(Consumer<Runnable> starter) {
    this.starter = Objects.requireNonNull(starter, "starter");
    return this;
  }

  /**
   * Opens a sink, as {@link Monitor#to} does. Options from other places that do not fit this sink
   * are ignored.
   *
   * @throws ConfigurationException if the URI or an option is wrong; the message names all mistakes
   */
  public Monitor open(String uri) {
    ConfigurationSources given = sources();
    Options options = given.offered();
    options.set(MonitorKeys.SINK, uri);
    Monitor monitor = open(uri, options);
    given
        .given(MonitorKeys.SINK)
        .filter(other -> !other.value().equals(uri))
        .ifPresent(
            other ->
                Log.log(
                    Level.WARNING,
                    "the program names its sink itself, %s; %s is not used"
                        .formatted(monitor.configuration().sink(), other.origin()),
                    null));
    return monitor;
  }

  /**
   * Opens the sink that the option {@code sink} names, as {@code sluice.sink} in {@code
   * sluice.properties}. All options that are given must fit it.
   *
   * @throws ConfigurationException if there is no sink or an option is wrong; the message names all
   *     mistakes
   */
  public Monitor open() {
    Options options = sources().options();
    Monitor monitor = open(options.get(MonitorKeys.SINK), options);
    options.unread().forEach(unknown -> Log.log(Level.WARNING, unknown + "; it is ignored", null));
    return monitor;
  }

  /**
   * Opens the monitor as {@link #open()} does. From then on it is {@link Monitor#process()}, which
   * instrumented sources use, unless {@code process()} was called before.
   *
   * @throws ConfigurationException as there
   */
  public Monitor openForProcess() {
    SourceRules rules = new SourceRules();
    Monitor monitor = part(rules).open();
    ProcessMonitor.offer(rules);
    return monitor;
  }

  /** Makes a monitor without a sink, which is off for good. */
  public Monitor off() {
    return closeAtExit(false).over(new NoopCollector());
  }

  private ConfigurationSources sources() {
    return sources == null ? ConfigurationSources.ofProcess() : sources;
  }

  private Monitor open(String uri, Options options) {
    try {
      // Parsed first: options in the URI have the highest precedence.
      Endpoint sink = uri == null ? null : Endpoint.parse(uri, options);
      MonitorKeys.ALL.forEach(options::get);
      List<Consumer<Monitor>> standard = prepare(sinceEpoch ? UNTIMED : STANDARD, options);
      List<Consumer<Monitor>> added = new ArrayList<>(prepare(FIRST, options));
      added.addAll(prepare(parts, options));
      if (sink == null) {
        throw missingSink(options);
      }
      if (!options.isGiven(ChunkingCollector.PRODUCER)) {
        String origin = named ? Options.CODE : Setting.DEFAULT;
        options.offer(ChunkingCollector.PRODUCER.name(), name, origin);
      }
      Collector collector = collector(sink);
      Configuration effective = new Configuration(sink.toString(), settings(options, sink));
      Monitor monitor = assemble(collector, options, effective);
      begin(monitor, options, standard, added);
      return monitor;
    } catch (ConfigurationException e) {
      throw options.with(e);
    }
  }

  /**
   * Returns the exception for a missing sink, which also names misspelt options: one of them may be
   * the sink.
   */
  private static ConfigurationException missingSink(Options options) {
    if (options.isGiven(MonitorKeys.SINK)) {
      return new ConfigurationException(List.of()); // a mistake, which is noted
    }
    ChunkingCollector.keys().forEach(options::get);
    Plugins.all(ServiceLoader.load(RawWriterFactory.class, LOADER), broken -> {})
        .forEach(writer -> writer.keys().forEach(options::get));
    Plugins.all(ServiceLoader.load(Serializer.class, LOADER), broken -> {})
        .forEach(serializer -> serializer.keys().forEach(options::get));
    options.problem(
        "no sink is configured; give one as -Dsluice.sink=file:records, SLUICE_SINK or"
            + " sluice.sink in sluice.properties");
    try {
      options.finish();
      throw new IllegalStateException("a problem is noted");
    } catch (ConfigurationException e) {
      return e;
    }
  }

  private Collector collector(Endpoint sink) {
    ChunkingCollectorBuilder builder = ChunkingCollector.builder(sink).threadFactory(threads);
    return (sinceEpoch ? builder.instantsSinceEpoch() : builder).build();
  }

  /**
   * Makes a monitor for a collector that the caller made; closing the monitor closes it. Name and
   * options have no effect, and no {@code sluice.metadata} record is emitted.
   */
  public Monitor over(Collector collector) {
    Options none = new Options(Map.of(MonitorKeys.METADATA.name(), "false"));
    List<Consumer<Monitor>> added = prepare(parts, none);
    Monitor monitor = assemble(collector, none, new Configuration("", List.of()));
    begin(monitor, none, List.of(), added);
    return monitor;
  }

  /**
   * Returns the settings in effect; the options in the sink's URI have lines of their own, where
   * secrets are masked.
   */
  private static List<Setting> settings(Options options, Endpoint sink) {
    return options.settings().stream()
        .map(
            setting ->
                setting.key().equals(MonitorKeys.SINK.name())
                    ? new Setting(setting.key(), sink.toString(), setting.origin())
                    : setting)
        .toList();
  }

  private static List<Consumer<Monitor>> prepare(List<MonitorPart> parts, Options options) {
    return parts.stream().map(part -> part.prepare(options)).toList();
  }

  private Monitor assemble(Collector collector, Options options, Configuration configuration) {
    String host =
        options.isGiven(MonitorKeys.HOSTNAME) ? options.get(MonitorKeys.HOSTNAME) : hostname;
    RowSink rows = collector.rows();
    Runnable announcement =
        options.get(MonitorKeys.METADATA)
            ? new Announcement(
                rows,
                collector.report().producerName(),
                host,
                options.get(MonitorKeys.EXPERIMENT),
                sinceEpoch ? SystemPlatform.get()::epochNanos : System::nanoTime)
            : () -> {};
    AggregateSettings aggregation = AggregateSettings.of(options);
    Probes probes = new Probes(rows, host, monitored, aggregation);
    if (options.get(MonitorKeys.METRICS) != null) {
      probes.meters(); // before there is an operation, while the server starts later
    }
    Housekeeping housekeeping = new Housekeeping(threads);
    housekeeping.every(aggregation.interval(), aggregation.interval(), probes::maintain);
    return new Monitor(
        new MonitorParts(
            collector,
            new MonitorSink(rows),
            probes,
            host,
            housekeeping,
            configuration,
            listeners,
            announcement,
            new MonitorParts.Exit(
                closeAtExit ? options.get(MonitorKeys.EXIT_WAIT) : null,
                options.get(MonitorKeys.EXIT_TIMEOUT))));
  }

  private void begin(
      Monitor monitor,
      Options options,
      List<Consumer<Monitor>> standard,
      List<Consumer<Monitor>> added) {
    added.forEach(part -> start(part, monitor));
    monitor.begin(
        enabled == null || options.isGiven(MonitorKeys.ENABLED)
            ? options.get(MonitorKeys.ENABLED)
            : enabled);
    starter.accept(() -> standard.forEach(part -> start(part, monitor)));
    if (logged && !monitor.configuration().sink().isEmpty()) {
      log(monitor.configuration(), monitor.report().producerName());
    }
  }

  private static void start(Consumer<Monitor> part, Monitor monitor) {
    try {
      part.accept(monitor);
    } catch (Throwable e) {
      Log.log(Level.WARNING, "a part of a monitor does not start; the rest works", e);
    }
  }

  private static void log(Configuration configuration, String producer) {
    if (configuration.isAmbient()) {
      Log.log(Level.INFO, "monitoring as " + producer + " to " + configuration.given(), null);
    }
    Log.log(Level.DEBUG, () -> "options of " + producer + ":\n" + configuration, null);
  }
}
