package dev.sluice.tools.doctor;

import dev.sluice.tools.doctor.Check.Outcome;
import dev.sluice.tools.format.LineStream;
import dev.sluice.tools.recordings.Figures;
import dev.sluice.tools.recordings.JsonObject;
import dev.sluice.tools.recordings.Table;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Results of all checks, each after those that it depends on.
 *
 * @param subject the sink or the source, without its options
 * @param checks results of the checks
 */
public record Diagnosis(String subject, List<Check> checks) {
  /** Copies the list. */
  public Diagnosis {
    checks = List.copyOf(checks);
  }

  /** Returns whether nothing failed; there may be warnings. */
  public boolean isHealthy() {
    return count(Outcome.FAILED) == 0;
  }

  private long count(Outcome outcome) {
    return checks.stream().filter(check -> check.outcome() == outcome).count();
  }

  /** Returns the verdict in one line. */
  public String verdict() {
    return "%s %s: %d failed, %s, %d ok, %d not checked"
        .formatted(
            subject,
            isHealthy() ? "can be used" : "cannot be used as it is",
            count(Outcome.FAILED),
            Figures.count(count(Outcome.WARNING), "warning"),
            count(Outcome.OK),
            count(Outcome.NOT_CHECKED));
  }

  /** Prints a line a check, another with what to do, and the verdict. */
  public void print(PrintStream out) {
    Table table = new Table("check", "outcome", "");
    for (Check check : checks) {
      table.row(check.name(), check.outcome().label(), check.what());
      if (check.cure() != null) {
        table.row("", "", "→ " + check.cure());
      }
    }
    table.print(out, "");
    if (isHealthy()) {
      out.println(verdict());
    } else {
      LineStream.println(out, "", verdict());
    }
  }

  /** Writes it as one JSON object and a line break; flushes and closes nothing. */
  public void write(OutputStream out) throws IOException {
    List<JsonObject> all =
        checks.stream()
            .map(
                check ->
                    JsonObject.of(
                        "name", check.name(),
                        "outcome", check.outcome().label(),
                        "what", check.what(),
                        "cure", check.cure()))
            .toList();
    Object[] fields = {"version", 1, "subject", subject, "healthy", isHealthy(), "checks", all};
    out.write((JsonObject.of(fields) + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
