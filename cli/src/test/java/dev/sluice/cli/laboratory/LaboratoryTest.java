package dev.sluice.cli.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.cli.ExitCode;
import dev.sluice.cli.Main;
import dev.sluice.cli.Terminal;
import dev.sluice.testkit.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs with planted faults and healthy ones, drawn from seeds: what {@code findings} finds,
 * what it finds that is none, and which of them pass {@code --fail-on}.
 */
@Tag("one-jdk")
class LaboratoryTest {
  private static final int SEEDS = 20;
  private static final double PRECISION = 0.95;
  private static final double RECALL = 0.95;
  private static final double SILENT = 0.99;
  private static final int MAX_EXAMPLES = 40;

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;
  private int right;
  private int wrong;
  private int found;
  private int faults;
  private int silent;
  private int healthy;
  private int gated;
  private final Map<String, int[]> byCase = new TreeMap<>();
  private final List<String> examples = new ArrayList<>();

  static List<LabCase> cases() {
    return Stream.of(TimeFaults.all(), CallFaults.all(), MachineFaults.all(), Healthy.all())
        .flatMap(List::stream)
        .toList();
  }

  /** Conditions that a program with the fault must not pass; without a fault, that it must. */
  private static String gate(LabCase one) {
    return one.isHealthy()
        ? "findings>0"
        : one.rules().stream()
            .map(rule -> rule + (rule.equals("n+1") ? ">4" : ">0"))
            .collect(Collectors.joining(","));
  }

  private boolean isIt(LabCase one, JsonNode finding) {
    return one.rules().contains(finding.get("rule").asText())
        && (one.place() == null || finding.get("operation").asText().contains(one.place()));
  }

  private void ask(LabCase one, long seed) throws IOException {
    Path file = one.write(directory.resolve("records"), seed);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    String[] args = {"findings", file.toString(), "--json", "--fail-on", gate(one)};
    int code = Main.run(new Terminal(out, err, false), args);
    List<JsonNode> all = new ArrayList<>();
    JSON.readTree(out.toByteArray()).get("findings").forEach(all::add);
    List<JsonNode> others =
        all.stream()
            .filter(finding -> finding.get("severity").asInt() > 1)
            .filter(finding -> !isIt(one, finding))
            .filter(finding -> !one.also().contains(finding.get("rule").asText()))
            .toList();
    boolean isFound = all.stream().anyMatch(finding -> isIt(one, finding));
    boolean isGood = (one.isHealthy() || isFound) && others.isEmpty();
    boolean isGated = one.isHealthy() == (code != ExitCode.CONDITION);
    int[] counts = byCase.computeIfAbsent(one.name(), name -> new int[2]);
    counts[0] += isGood && isGated ? 1 : 0;
    counts[1]++;
    right += isFound ? 1 : 0;
    wrong += others.size();
    if (one.isHealthy()) {
      healthy++;
      silent += others.isEmpty() ? 1 : 0;
    } else {
      faults++;
      found += isFound ? 1 : 0;
      gated += isGated ? 1 : 0;
    }
    if (!isGood || !isGated) {
      String what = one.isHealthy() || isFound ? "" : " NOT FOUND";
      examples.add("%s, seed %d, exit code %d:%s".formatted(one.name(), seed, code, what));
      others.forEach(other -> examples.add("    " + other.get("rule") + " " + other.get("text")));
    }
  }

  @Test
  void faults_are_found_and_healthy_programs_are_silent() throws IOException {
    long first = Seeds.first("Laboratory");
    int seeds = Seeds.count(Seeds.amount(4, SEEDS));
    int each = seeds > SEEDS ? 1 : Math.min(2, seeds); // in a build each seed draws half of all
    List<LabCase> cases = cases();
    for (int i = 0; i < cases.size(); i++) {
      for (long seed = first + i % each; seed < first + seeds; seed += each) {
        ask(cases.get(i), seed);
      }
    }
    String table = table();
    System.out.println(table);
    assertThat((double) right / (right + wrong))
        .as("precision%n%s", table)
        .isGreaterThanOrEqualTo(PRECISION);
    assertThat((double) found / faults).as("recall%n%s", table).isGreaterThanOrEqualTo(RECALL);
    assertThat((double) silent / healthy).as("silent%n%s", table).isGreaterThanOrEqualTo(SILENT);
  }

  private String table() {
    StringBuilder table = new StringBuilder();
    byCase.forEach((name, of) -> table.append("%-60s %3d of %3d%n".formatted(name, of[0], of[1])));
    examples.stream().limit(MAX_EXAMPLES).forEach(one -> table.append(one).append('\n'));
    return table
        + "precision %.3f, recall %.3f, silent %.3f of %d, stopped by --fail-on %d of %d%n"
            .formatted(
                (double) right / (right + wrong),
                (double) found / faults,
                (double) silent / healthy,
                healthy,
                gated,
                faults);
  }
}
