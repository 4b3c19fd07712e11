package dev.sluice.agent.instrument;

import dev.sluice.agent.bootstrap.Probe;
import dev.sluice.agent.context.AgentContext;
import dev.sluice.agent.handover.ThreadHandover;
import dev.sluice.agent.places.Places;
import dev.sluice.agent.presets.Presets;
import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.MonitorListener;
import dev.sluice.monitoring.metrics.MonitorFigures;
import dev.sluice.monitoring.select.Rule;
import dev.sluice.monitoring.select.Unmatched;
import dev.sluice.monitoring.switches.RuleSwitches;
import dev.sluice.monitoring.switches.SwitchFile;
import java.io.File;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The agent from its start until it is stopped or the JVM ends. There is one at a time. */
final class RunningAgent {
  /**
   * Table of operations; it is kept when an agent is stopped and another one started, so that
   * numbers in code are never reused for another operation.
   */
  private static final OperationTable OPERATIONS = new OperationTable();

  /** Maximum time until the failure of a probe is logged. */
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

  private static RunningAgent current;

  /** Time after which a rule without a method is reported, and period of further checks. */
  private static final Duration UNMATCHED_CHECK_INTERVAL = Duration.ofMinutes(1);

  private static final Duration LOOKS = Duration.ofDays(1);

  private final StandardError standardError = new StandardError();
  private final AgentLog log = AgentLog.install(standardError::print);
  private final AgentOptions options;
  private final Instrumentation instrumentation;
  private final Consumer<Runnable> starter;
  private final Monitor monitor;
  private final InstrumentationCounts tally = new InstrumentationCounts();
  private final RuleSwitches switches;
  private final ProbeTransformer transformer;
  private final LoadedClasses loaded;
  private final ThreadHandover handover;
  private final LoadedClasses handoverClasses;
  private final Places places;
  private final LoadedClasses placeClasses;
  private final ProbeFailures failures = new ProbeFailures();

  private RunningAgent(
      String text, Consumer<File> plugins, Thread main, Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    AgentPart part = new AgentPart(plugins, log);
    starter = ApplicationStart.of(main);
    monitor = open(text, part, starter);
    options = part.options();
    switches = new RuleSwitches(monitor.probes());
    switches.addRules(options.rules().all());
    OPERATIONS.begin(monitor.probes(), switches);
    transformer = new ProbeTransformer(options.rules(), OPERATIONS, tally);
    loaded = new LoadedClasses(instrumentation, transformer::mayTransform, tally);
    handover = new ThreadHandover(monitor.probes());
    handoverClasses = new LoadedClasses(instrumentation, ThreadHandover::isPlace, tally);
    places = options.context() || !options.presets().isEmpty() ? openPlaces() : null;
    placeClasses = new LoadedClasses(instrumentation, type -> places.isPlace(type), tally);
  }

  /**
   * Starts an agent.
   *
   * @param text the agent's options, or null
   * @param plugins takes jars with plug-ins, which are to be found from then on
   * @param main the thread that is going to execute the application, or null if that runs
   * @throws ConfigurationException if the options are wrong, or one is at work
   */
  static synchronized RunningAgent start(
      String text, Consumer<File> plugins, Thread main, Instrumentation instrumentation)
      throws Exception {
    if (current != null) {
      throw new ConfigurationException(
          List.of(
              "another Sluice agent is at work in this JVM; "
                  + (main == null
                      ? "'./sluice attach " + ProcessHandle.current().pid() + " --stop' stops it"
                      : "remove one of two -javaagent options, of which JAVA_TOOL_OPTIONS may have"
                          + " one")));
    }
    WarmUp warmUp = WarmUp.start();
    RunningAgent agent;
    try {
      agent = new RunningAgent(text, plugins, main, instrumentation);
    } finally {
      // Also where it fails: no class of ours is loaded later than that.
      warmUp.await();
    }
    agent.start();
    current = agent;
    return agent;
  }

  private static Monitor open(String text, AgentPart part, Consumer<Runnable> starter) {
    return Monitor.builder()
        .configuration(AgentOptions.sources(text))
        .part(part)
        .starter(starter)
        .threadFactory(work -> OwnThreads.create("sluice", work))
        .monitoredThreads(OwnThreads::isForeign)
        .open();
  }

  private Places openPlaces() {
    BootstrapProbe.defineLibraryCall();
    Places opened = new Places();
    Presets.add(
        options.presets(),
        monitor.probes(),
        monitor.sink(),
        sentence -> log.log(Level.WARNING, sentence),
        opened);
    if (options.context()) {
      AgentContext.add(monitor.probes(), monitor.sink(), opened);
    }
    return opened;
  }

  private void start() {
    monitor.addListener(
        new MonitorListener() {
          @Override
          public void ended(Monitor ended, CollectorReport figures) {
            conclude(figures);
          }
        });
    monitor.housekeeping().every(UNMATCHED_CHECK_INTERVAL, LOOKS, this::warnOfUnmatched);
    Probe.install(new AgentProbe(OPERATIONS, monitor));
    instrumentation.addTransformer(transformer, true);
    if (options.handover()) {
      handover.start();
      instrumentation.addTransformer(handover.transformer(), true);
      handoverClasses.retransform();
    }
    if (places != null) {
      // Behind the probes: what is added later is outside, in the same method.
      places.start(tally::instrumented);
      instrumentation.addTransformer(places.transformer(), true);
      placeClasses.retransform();
    }
    if (options.watch() != null) {
      // Before the application's classes are loaded, and then again and again.
      SwitchFile file =
          new SwitchFile(
              options.watch(),
              switches,
              monitor.isEnabled(),
              monitor::enable,
              mistake -> log.log(Level.WARNING, mistake));
      file.reload();
      monitor.housekeeping().every(options.watchPeriod(), options.watchPeriod(), file::reload);
    }
    if (options.jmx()) {
      new AgentBean(monitor, switches, tally, log).register(starter);
    }
    monitor.housekeeping().every(CHECK_INTERVAL, CHECK_INTERVAL, failures::logNew);
    // Loads what a thread's first emit needs: it may come when the thread has hardly any stack
    // left.
    monitor.sink().buffer();
  }

  /** Puts the probe into classes that were loaded before the agent; returns a summary. */
  String instrumentLoaded() {
    loaded.retransform();
    warnOfUnmatched();
    return report(monitor.report());
  }

  /**
   * Removes the probes and closes the monitor; another agent may be started then.
   *
   * @return the closing report
   * @throws ConfigurationException if none is at work
   */
  static synchronized String stopCurrent() {
    if (current == null) {
      throw new ConfigurationException(List.of("no Sluice agent is at work in this JVM"));
    }
    RunningAgent agent = current;
    current = null;
    agent.monitor.probes().enable(false);
    agent.handover.stop();
    if (agent.instrumentation.removeTransformer(agent.handover.transformer())) {
      agent.handoverClasses.retransform();
    }
    if (agent.places != null) {
      agent.places.stop();
      agent.instrumentation.removeTransformer(agent.places.transformer());
      agent.placeClasses.retransform();
    }
    agent.instrumentation.removeTransformer(agent.transformer);
    agent.loaded.retransform();
    Probe.install(null);
    String report = agent.report(agent.monitor.close(Monitor.CLOSE_TIMEOUT));
    OPERATIONS.end();
    return report;
  }

  private String report(CollectorReport last) {
    failures.logNew();
    MonitorFigures now = monitor.figures();
    MonitorFigures figures =
        new MonitorFigures(last, now.status(), now.enabled(), now.sampledOut(), now.ownLogEvents());
    return ReportText.of(figures, tally, switches, log);
  }

  /** Logs rules that have chosen no method, because that is probably a mistake. */
  private void warnOfUnmatched() {
    List<Rule> unmatched =
        switches.states().stream()
            .filter(state -> state.operations() == 0)
            .map(RuleSwitches.State::rule)
            .toList();
    if (unmatched.isEmpty()) {
      return;
    }
    Set<String> types =
        Stream.<Class<?>>of(instrumentation.getAllLoadedClasses())
            .filter(ProbeTransformer::isOfApplication)
            .map(Class::getName)
            .collect(Collectors.toSet());
    unmatched.stream()
        .map(rule -> Unmatched.advice(rule, types))
        .filter(Objects::nonNull)
        .forEach(advice -> log.log(Level.WARNING, advice));
  }

  private void conclude(CollectorReport figures) {
    failures.logNew();
    warnOfUnmatched();
    write(options.report(), figures);
    write(options.copy(), figures);
    ReportText.loss(figures).ifPresent(log::print);
    standardError.close();
  }

  private void write(Path file, CollectorReport figures) {
    try {
      if (file != null) {
        Files.writeString(file, report(figures));
      }
    } catch (IOException e) {
      log.log(Level.WARNING, "cannot write the report: " + e);
    }
  }
}
