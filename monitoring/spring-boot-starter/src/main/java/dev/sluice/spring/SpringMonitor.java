package dev.sluice.spring;

import dev.sluice.api.config.Loggers;
import dev.sluice.monitoring.Monitor;
import dev.sluice.monitoring.MonitorKeys;
import dev.sluice.monitoring.config.ConfigurationSources;
import java.lang.System.Logger.Level;
import java.util.Map;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Opening of the monitor with the environment's options, and a log line about it. */
final class SpringMonitor {
  private static final String APPLICATION = "spring.application.name";
  private static final int MAX_NAME = 64;

  private SpringMonitor() {}

  static Monitor open(Environment environment) {
    System.Logger log = Loggers.get(SpringMonitor.class.getPackageName());
    EnvironmentOptions given = new EnvironmentOptions(environment);
    if (given.remove("config")) {
      log.log(
          Level.WARNING, "sluice.config is not read here; name the file in spring.config.import");
    }
    if (ClassUtils.isPresent("dev.sluice.agent.SluiceAgent", ClassLoader.getSystemClassLoader())) {
      log.log(
          Level.WARNING,
          "the agent of Sluice is in this program, too; its own options are SLUICE_*, -Dsluice.*");
    }
    ConfigurationSources sources = given.over(named(environment.getProperty(APPLICATION, "")));
    if (sources.given(MonitorKeys.SINK).filter(sink -> !sink.value().isBlank()).isEmpty()) {
      log.log(Level.INFO, "recording nothing: sluice.sink is not given, only " + given.names());
      return Monitor.builder().off();
    }
    Monitor monitor = Monitor.builder().configuration(sources).logged(false).openForProcess();
    String producer = monitor.report().producerName();
    log.log(Level.INFO, "recording as " + producer + " to " + monitor.configuration().given());
    return monitor;
  }

  private static ConfigurationSources named(String application) {
    ConfigurationSources none = ConfigurationSources.none();
    String name = application.substring(0, Math.min(application.length(), MAX_NAME));
    return name.isBlank()
        ? none
        : none.with(Map.of("producer", name, "attributes.service", name), APPLICATION);
  }
}
