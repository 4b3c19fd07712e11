package dev.sluice.cli;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.select.Rules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** What is recorded of which methods, the same for all commands that put the agent in. */
final class RuleOptions {
  @Option(
      names = {"-i", "--include"},
      paramLabel = "PATTERN",
      description =
          "What to monitor, default everything but the JDK: com.acme.Foo, com.acme.* (a package), com.acme.** (and all below), com.acme.Foo#get*, 'new com.acme.**' (constructors), '@com.acme.Slow', 'public com.acme.**', or a signature: '..* com.acme..*.get*(int, ..)'. May be repeated.")
  private List<String> includes = List.of();

  @Option(
      names = {"-x", "--exclude"},
      paramLabel = "PATTERN",
      description = "What to leave out of that; may be repeated.")
  private List<String> excludes = List.of();

  @Option(
      names = {"-p", "--probe"},
      paramLabel = "KIND[,KIND]",
      description =
          "What to record: execution (default), events, duration, aggregate, aggregate-histogram.")
  private List<String> probes = List.of();

  @Option(
      names = {"-r", "--rule"},
      paramLabel = "NAME.PART=VALUE",
      description =
          "A rule with a name; parts are include, exclude, probe, enabled: -r slow.include=com.acme.Foo -r slow.probe=duration. May be repeated.")
  private List<String> rules = List.of();

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "A properties file with options, as sluice.include=com.acme.**.")
  private Path config;

  @Option(
      names = {"-o", "--option"},
      paramLabel = "NAME=VALUE",
      description =
          "Any other option: sampling.rate=0.01, sampling.budget=10000, active=5s/60s, watch=FILE, jmx=true. May be repeated.")
  private List<String> others = List.of();

  List<String> includes() {
    return includes;
  }

  List<String> excludes() {
    return excludes;
  }

  /** Whether there is a file that may name the sink. */
  boolean hasFile() {
    return config != null;
  }

  /**
   * All but includes and excludes, for the agent. Mistakes in patterns, probes and rules are told
   * here, before anything is started.
   *
   * @throws ConfigurationException naming all mistakes
   */
  List<String> agentOptions() {
    List<String> options = new ArrayList<>();
    if (config != null) {
      if (!Files.isReadable(config)) {
        throw new CliException("cannot read the configuration file '" + config + "'");
      }
      options.add("config=" + config.toAbsolutePath());
    }
    probes.forEach(probe -> options.add("probe=" + probe));
    rules.forEach(rule -> options.add("rule." + rule));
    options.addAll(others);
    options.forEach(RuleOptions::checkForm);
    check(options);
    return options;
  }

  private static void checkForm(String option) {
    if (option.indexOf('=') <= 0) {
      throw new CliException("'" + option + "' has no value; write it as NAME=VALUE");
    }
    if (option.indexOf(';') >= 0) {
      throw new CliException("'" + option + "' must not contain ';'");
    }
  }

  private void check(List<String> options) {
    Map<String, String> values = new LinkedHashMap<>();
    includes.forEach(pattern -> values.merge("include", pattern, RuleOptions::either));
    excludes.forEach(pattern -> values.merge("exclude", pattern, RuleOptions::either));
    for (String option : options) {
      String name = option.substring(0, option.indexOf('='));
      String value = option.substring(option.indexOf('=') + 1);
      if (name.equals("probe") || name.startsWith("rule.")) {
        String separator = name.endsWith("probe") ? "," : "|";
        values.merge(name, value, (a, b) -> a + separator + b);
      }
    }
    Options read = new Options(values);
    Rules.read(read);
    read.finish();
  }

  private static String either(String a, String b) {
    return a + "|" + b;
  }
}
