package dev.sluice.monitoring;

import dev.sluice.api.config.Key;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.probe.Operation;
import dev.sluice.monitoring.probe.Probes;
import dev.sluice.monitoring.select.Candidate;
import dev.sluice.monitoring.select.InstrumentationKeys;
import dev.sluice.monitoring.select.Rule;
import dev.sluice.monitoring.select.Rules;
import dev.sluice.monitoring.switches.RuleSwitches;
import dev.sluice.monitoring.switches.SwitchFile;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Rules by which this process's sources were instrumented, and their switches. They become known
 * with the first instrumented class that is used: then the watched file is read, before anything is
 * recorded. Thread-safe.
 */
final class SourceRules implements MonitorPart {
  private final Map<String, List<Rule>> texts = new ConcurrentHashMap<>();
  private Map<String, Boolean> configured;
  private Path watch;
  private Duration watchPeriod;
  private boolean jmx;
  private Monitor monitor;
  private RuleSwitches switches;
  private boolean started;

  @Override
  public List<Key<?>> keys() {
    return InstrumentationKeys.ALL;
  }

  /**
   * Reads all options of instrumentation, because those that chose the probes may be given in the
   * same places.
   */
  @Override
  public Consumer<Monitor> prepare(Options options) {
    keys().forEach(options::get);
    watch = options.get(InstrumentationKeys.WATCH);
    watchPeriod = options.get(InstrumentationKeys.WATCH_PERIOD);
    jmx = options.get(MonitorKeys.JMX);
    configured = Rules.readEnabled(options);
    return this::begin;
  }

  private void begin(Monitor opened) {
    monitor = opened;
    switches = new RuleSwitches(opened.probes());
  }

  /** Returns the monitor that these rules record to. */
  Monitor monitor() {
    return monitor;
  }

  /**
   * Returns a new operation.
   *
   * @param chosenBy names of rules, separated by commas
   * @param annotations names of annotations on the method and its class, separated by commas
   * @param rules all rules of the instrumentation, a {@link Rules#text}
   * @param owner the class loader with which the operation goes
   * @throws RuntimeException if one of the texts is wrong
   */
  Operation operation(
      String signature, String chosenBy, String annotations, String rules, ClassLoader owner) {
    Set<String> names = words(chosenBy);
    List<Rule> matching =
        texts.computeIfAbsent(rules, this::read).stream()
            .filter(rule -> names.contains(rule.name()))
            .toList();
    Candidate candidate = Candidate.of(signature, words(annotations));
    start();
    Probes probes = monitor.probes();
    Operation operation =
        probes.operation(signature, candidate.type(), Rules.kinds(matching), owner);
    switches.add(operation, candidate, matching);
    return operation;
  }

  private static Set<String> words(String text) {
    return text.isEmpty() ? Set.of() : Set.of(text.split(","));
  }

  private List<Rule> read(String text) {
    List<Rule> rules = Rules.ofText(text).all().stream().map(this::asConfigured).toList();
    switches.addRules(rules);
    return rules;
  }

  private Rule asConfigured(Rule rule) {
    boolean enabled = configured.getOrDefault(rule.name(), rule.enabled());
    return new Rule(rule.name(), rule.selection(), rule.kinds(), enabled);
  }

  private void start() {
    if (startWatching() && jmx) {
      new SwitchesBean(monitor, switches).register(Runnable::run);
    }
  }

  /** Starts watching once; other threads wait until the file has been read. */
  private synchronized boolean startWatching() {
    if (started) {
      return false;
    }
    started = true;
    if (watch != null) {
      SwitchFile file =
          new SwitchFile(
              watch,
              switches,
              monitor.isEnabled(),
              monitor::enable,
              mistake -> Log.log(Level.WARNING, mistake, null));
      file.reload();
      monitor.housekeeping().every(watchPeriod, watchPeriod, file::reload);
    }
    return true;
  }
}
