package dev.sluice.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.cli.analyze.Faults.Case;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services with a fault each, and some without: what is found, and what is found that is none. */
@Tag("one-jdk")
class SeededFaultsTest {
  private static final double ENOUGH = 0.9;

  @TempDir private Path directory;

  private List<JsonNode> found(Case one) throws IOException {
    Path file = one.service().write(directory.resolve("records"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(out, true, StandardCharsets.UTF_8);
    Main.run(new Terminal(out, err, false), "findings", file.toString(), "--json");
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode finding : new ObjectMapper().readTree(out.toByteArray()).get("findings")) {
      if (finding.get("severity").asInt() > 1) {
        found.add(finding);
      }
    }
    return found;
  }

  private static boolean isIt(Case one, JsonNode finding) {
    return finding.get("rule").asText().equals(one.rule())
        && (one.operation() == null || finding.get("operation").asText().contains(one.operation()));
  }

  @Test
  void loops_that_may_be_right_are_told_as_possible_and_fail_no_build() throws IOException {
    for (Case one : Controls.loops()) {
      String file = one.service().write(directory.resolve("records")).toString();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      PrintStream err = new PrintStream(out, true, StandardCharsets.UTF_8);
      Terminal terminal = new Terminal(out, err, false);
      assertThat(Main.run(terminal, "findings", file, "--fail-on", "n+1>0")).isZero();
      assertThat(out.toString(StandardCharsets.UTF_8))
          .as(one.name())
          .contains("times in a row", one.rule())
          .contains("  n+1, possible, ")
          .doesNotContain("n+1, likely", "n+1, certain");
    }
  }

  @Test
  void faults_are_found_and_little_else() throws IOException {
    int right = 0;
    int wrong = 0;
    int faults = 0;
    StringBuilder table = new StringBuilder();
    for (Case one : Faults.cases()) {
      List<JsonNode> found = found(one);
      faults += one.rule() == null ? 0 : 1;
      boolean isFound = found.stream().anyMatch(finding -> isIt(one, finding));
      right += isFound ? 1 : 0;
      List<JsonNode> others = found.stream().filter(finding -> !isIt(one, finding)).toList();
      wrong += others.size();
      String verdict = one.rule() == null ? "-" : isFound ? "found" : "NOT FOUND";
      String rule = one.rule() == null ? "" : one.rule();
      table.append("%-46s %-9s %-9s%n".formatted(one.name(), rule, verdict));
      others.forEach(
          other ->
              table.append("    and %s: %s%n".formatted(other.get("rule"), other.get("text"))));
    }
    double precision = (double) right / (right + wrong);
    double recall = (double) right / faults;
    table.append("precision %.2f, recall %.2f%n".formatted(precision, recall));
    System.out.println(table);
    assertThat(faults).isEqualTo(28);
    assertThat(precision).as("precision\n" + table).isGreaterThanOrEqualTo(ENOUGH);
    assertThat(recall).as("recall\n" + table).isGreaterThanOrEqualTo(ENOUGH);
  }
}
