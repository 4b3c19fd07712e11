package dev.sluice.agent.instrument;

import dev.sluice.api.chunk.DropCause;
import dev.sluice.api.spi.CollectorReport;
import dev.sluice.monitoring.metrics.Metric;
import dev.sluice.monitoring.metrics.MonitorFigures;
import dev.sluice.monitoring.switches.RuleSwitches;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The final figures as a text that {@link Properties#load(java.io.Reader)} reads. */
final class ReportText {
  private ReportText() {}

  /**
   * Keys: {@code producer} (16 hexadecimal digits), {@code name}, those of {@link Metric#ALL},
   * {@code balanced}, {@code instrumented.classes}, {@code instrumented.methods}, {@code
   * failed.classes}, {@code failed.first}, {@code failed.probes} (executions that were not recorded
   * because their probe failed, about), {@code left.methods} (chosen, but the probe does not fit
   * in), {@code switched.off} (operations), and for each rule {@code rule.<name>}: on or off, its
   * probes, and how many operations it chose; {@code warnings}, how many there were, and the last
   * of them as {@code warning.01} and so on; sorted.
   */
  static String of(
      MonitorFigures figures, InstrumentationCounts tally, RuleSwitches rules, AgentLog log) {
    CollectorReport report = figures.report();
    TreeMap<String, Object> values = new TreeMap<>(figures.byKey());
    values.put("producer", report.producer());
    values.put("name", report.producerName() == null ? "" : report.producerName());
    values.put("balanced", report.balanced());
    values.put("instrumented.classes", tally.classes());
    values.put("instrumented.methods", tally.methods());
    values.put("failed.classes", tally.failed());
    values.put("failed.probes", ProbeFailures.count());
    values.put("left.methods", tally.leftAlone());
    values.put("switched.off", rules.switchedOff());
    rules.states().forEach(rule -> values.put("rule." + rule.rule().name(), rule));
    values.put("warnings", log.count());
    List<String> warnings = log.warnings();
    for (int i = 0; i < warnings.size(); i++) {
      values.put(String.format(Locale.ROOT, "warning.%02d", i + 1), warnings.get(i));
    }
    if (tally.firstFailure() != null) {
      values.put("failed.first", tally.firstFailure());
    }
    StringBuilder text = new StringBuilder();
    values.forEach((key, value) -> text.append(line(key, value.toString())));
    return text.toString();
  }

  /** Returns a human-readable line about records that did not arrive; empty if all did. */
  static Optional<String> loss(CollectorReport report) {
    long dropped = report.dropped().total();
    long open = report.pending() + report.unconfirmed();
    if (dropped == 0 && open == 0 && report.spilled() == 0) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT, "of %,d records %,d arrived", report.emitted(), report.acknowledged()));
    if (dropped > 0) {
      text.append(String.format(Locale.ROOT, ", %,d dropped", dropped));
      text.append(
          report.dropped().byLabel().entrySet().stream()
              .map(cause -> String.format(Locale.ROOT, "%s %,d", cause.getKey(), cause.getValue()))
              .collect(Collectors.joining(", ", " (", ")")));
    }
    if (report.spilled() > 0) {
      text.append(String.format(Locale.ROOT, ", %,d spilled", report.spilled()));
    }
    if (open > 0) {
      text.append(String.format(Locale.ROOT, ", of %,d nobody knows", open));
    }
    if (open > 0 || report.dropped().of(DropCause.CLOSED) > 0) {
      text.append("; the time for the end (exit.timeout) was over");
    }
    return Optional.of(text.toString());
  }

  /** Escapes by {@link Properties}, which writes a date before the line. */
  static String line(String key, String value) {
    Properties one = new Properties();
    one.setProperty(key, value);
    StringWriter out = new StringWriter();
    try {
      one.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString().lines().filter(line -> !line.startsWith("#")).findFirst().orElseThrow()
        + "\n";
  }
}
