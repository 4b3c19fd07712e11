package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Whether the files that {@code analyze} writes beside its page say what happened. */
final class Report {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Report() {}

  static void check(Program program, Path directory) throws IOException {
    Records.audit(program, JSON.readTree(directory.resolve("audit.json").toFile()));
    JsonNode report = JSON.readTree(directory.resolve("report.json").toFile());
    Clocks.check(program, report.get("clocks"), true);
    if (program.hostile) {
      return; // each form has its own way to write such names
    }
    figures(new Truth(program), Files.readAllLines(directory.resolve("operations.csv")));
    // Who called what of a trace that is not whole the times tell, unless the clock goes back.
    boolean whole = Verdict.of(program).stream().allMatch(verdict -> verdict.valid);
    if (!program.losses && (whole || !program.backwards)) {
      graph(program, directory.resolve("operations.dot"), name -> name);
      graph(
          program,
          directory.resolve("components.dot"),
          name -> name.substring(name.indexOf("shop"), name.indexOf(".m")));
    }
  }

  private static void figures(Truth truth, List<String> lines) {
    List<String> names = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      names.add(cells[0]);
      Truth.Operation of = truth.operations.get(cells[0]);
      assertThat(of).as(line).isNotNull();
      if (of.open > 0) {
        continue;
      }
      List<Long> sorted = of.sorted();
      assertThat(cells[1]).as("calls").isEqualTo(Long.toString(sorted.size()));
      assertThat(cells[2]).as("failed").isEqualTo(Long.toString(of.failed));
      assertThat(cells[3]).as("total_ns").isEqualTo(Long.toString(of.total()));
      if (of.placed > 0) {
        assertThat(Long.parseLong(cells[4])).as("self_ns").isBetween(of.leastSelf, of.mostSelf);
      }
      if (!sorted.isEmpty()) {
        assertThat(cells[7]).isEqualTo(Long.toString(sorted.get(sorted.size() - 1)));
        assertThat(cells[5].isEmpty()).isEqualTo(of.unmeasured == sorted.size());
        if (of.unmeasured == 0) {
          TopCheck.quantile(sorted, 0.5, Long.parseLong(cells[5]));
          TopCheck.quantile(sorted, 0.99, Long.parseLong(cells[6]));
        }
      }
    }
    assertThat(names).containsExactlyInAnyOrderElementsOf(truth.operations.keySet());
  }

  /** Nothing is lost: only executions that were active at the end are missing, with their calls. */
  private static void graph(Program program, Path file, UnaryOperator<String> name)
      throws IOException {
    Map<List<String>, Integer> edges =
        new TreeMap<>(java.util.Comparator.comparing(List::toString));
    for (Verdict verdict : Verdict.of(program)) {
      for (Call call : verdict.known) {
        boolean loose = call.caller != null && !verdict.known.contains(call.caller);
        if (call.ended && !loose) {
          String caller = call.caller == null ? "(entry)" : name.apply(call.caller.operation);
          edges.merge(List.of(caller, name.apply(call.operation)), 1, Integer::sum);
        }
      }
    }
    List<String> right = new ArrayList<>();
    edges.forEach(
        (edge, calls) ->
            right.add(
                "  "
                    + node(edge.get(0))
                    + " -> "
                    + node(edge.get(1))
                    + " [label=\""
                    + calls
                    + "\"];"));
    List<String> said =
        Files.readAllLines(file).stream().filter(line -> line.contains(" -> ")).toList();
    assertThat(said).containsExactlyInAnyOrderElementsOf(right);
  }

  private static String node(String name) {
    return '"' + name + '"';
  }
}
