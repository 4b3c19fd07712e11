package dev.sluice.cli;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.api.config.Options;
import dev.sluice.monitoring.config.OptionText;
import dev.sluice.monitoring.probe.ProbeKind;
import dev.sluice.monitoring.select.Rules;
import dev.sluice.tools.ToolException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that choose methods and probes, the same for all commands that instrument. */
final class RuleOptions {
  @Option(
      names = {"-i", "--include"},
      paramLabel = "PATTERN",
      description = {
        "Methods to record (default: all outside the JDK): com.acme.Foo,",
        "com.acme.* (a package), com.acme.** (with its subpackages),",
        "com.acme.Foo#get*, 'new com.acme.**' (constructors), '@com.acme.Slow',",
        "'public com.acme.**', or a signature: '..* com.acme..*.get*(int, ..)'.",
        "May be repeated."
      })
  private List<String> includes = List.of();

  @Option(
      names = {"-x", "--exclude"},
      paramLabel = "PATTERN",
      description = "Methods not to record, in the form of --include. May be repeated.")
  private List<String> excludes = List.of();

  @Option(
      names = {"-p", "--probe"},
      paramLabel = "KIND[,KIND]",
      completionCandidates = ProbeWords.class,
      description = "What to record: ${COMPLETION-CANDIDATES} (default: execution).")
  private List<String> probes = List.of();

  @Option(
      names = {"-r", "--rule"},
      paramLabel = "NAME.PART=VALUE",
      description = {
        "Part of a named rule; parts are include, exclude, probe and",
        "enabled, as in: -r slow.include=com.acme.Foo -r",
        "slow.probe=duration. May be repeated."
      })
  private List<String> rules = List.of();

  List<String> includes() {
    return includes;
  }

  List<String> excludes() {
    return excludes;
  }

  /** Names of all kinds of probes, for the help. */
  static final class ProbeWords implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.of(ProbeKind.values()).map(ProbeKind::label).iterator();
    }
  }

  /** Probes and rules, each as {@code name=value}. */
  List<String> others() {
    List<String> options = new ArrayList<>();
    probes.forEach(probe -> options.add("probe=" + probe));
    rules.forEach(rule -> options.add("rule." + rule));
    return options;
  }

  /** {@link #read(List)} of what was given here. */
  Rules read() {
    return read(others());
  }

  /**
   * Includes and excludes with those of the options that are about rules.
   *
   * @param options each as {@code name=value}
   * @throws ConfigurationException naming all mistakes in patterns, probes and rules
   */
  Rules read(List<String> options) {
    Map<String, String> values = new LinkedHashMap<>();
    includes.forEach(pattern -> OptionText.add(values, "include", pattern));
    excludes.forEach(pattern -> OptionText.add(values, "exclude", pattern));
    for (String option : options) {
      int end = option.indexOf('=');
      if (end <= 0) {
        throw new ToolException("'" + option + "' has no value; write it as NAME=VALUE");
      }
      String name = option.substring(0, end);
      if (name.equals("probe") || name.startsWith("rule.")) {
        OptionText.add(values, name, option.substring(end + 1));
      }
    }
    Options read = new Options(values);
    Rules chosen = Rules.read(read);
    read.finish();
    return chosen;
  }
}
