package dev.sluice.cli.analyze;

import dev.sluice.api.config.ConfigurationException;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Terminal;
import dev.sluice.tools.ToolException;
import dev.sluice.tools.report.Conditions;
import dev.sluice.tools.report.Report;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of all commands that make a report. */
final class ReportOptions {
  @Option(
      names = "--with-warm-up",
      description = {"Include the requests of a detected warm-up (default:", "they are left out)."})
  boolean keepWarmUp;

  @Option(
      names = "--fail-on",
      paramLabel = "CONDITIONS",
      description = {
        "Return exit code 3 if a condition is met or cannot be checked, as in",
        "'n+1>5,p99(GET /orders)>200ms': a rule or a figure, > >= < or <=, and",
        "a number. Rules: missing, n+1, serial, fan-out, slow-tail, bimodal,",
        "expensive, growth, pause, failing, warm-up, lock, swallowed, memory,",
        "full, cold-start, and findings for all but notes. Figures: p50, p90,",
        "p95, p99, mean, max (ns, us, ms, s, m, h, d), failed (or with %%) and",
        "requests; in parentheses a part of the name of a kind of request, *",
        "for anything."
      })
  private String failOn;

  private Conditions conditions;

  /** Parses the conditions, so that wrong ones are reported before the source is read. */
  void check() {
    try {
      conditions = failOn == null ? null : Conditions.of(failOn);
    } catch (ConfigurationException e) {
      throw new ToolException("--fail-on: " + e.getMessage());
    }
  }

  /**
   * Returns the conditions that are met, one sentence each, and adds them to the page of the
   * report.
   */
  List<String> met(Report report) {
    return conditions == null ? List.of() : report.met(conditions);
  }

  /** Prints which conditions are met, and returns the exit code. */
  int conclude(Report report, Terminal terminal) {
    List<String> met = met(report);
    met.forEach(one -> terminal.tell("--fail-on " + one));
    if (!met.isEmpty()) {
      return ExitCode.CONDITION;
    }
    boolean isUnknown = conditions != null && !report.audit().complete();
    if (isUnknown) {
      terminal.tell(
          "--fail-on: no condition is met by the records that arrived, but some are missing");
    }
    return ExitCode.of(!isUnknown && report.audit().damaged() == 0);
  }
}
