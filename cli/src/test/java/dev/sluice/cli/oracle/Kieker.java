package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What Kieker's text log can hold of a program, and what {@code convert} must say is lost. */
final class Kieker {
  private static final Set<String> CLASSES =
      Set.of(
          "sluice.operation_execution",
          "sluice.before_operation",
          "sluice.after_operation",
          "sluice.after_operation_failed",
          "sluice.trace_metadata");

  private Kieker() {}

  /**
   * Converts and compares what is told to be lost. If that leaves one whole producer, the program
   * becomes what the log holds of it, and is converted back.
   */
  static Path andBack(Program program, Path file) throws IOException {
    Map<String, Long> lost = lost(program);
    Path log = Question.fresh(file.getParent(), "kieker");
    Shell.Said said = Shell.say("convert", file, "--to", "kieker:" + log);
    List<String> lines =
        new ArrayList<>(said.out().lines().filter(line -> line.startsWith("  lost")).toList());
    assertThat(said.code()).as("exit code").isEqualTo(lines.isEmpty() ? 0 : 1);
    boolean inOrder = !lines.removeIf(line -> line.contains(" that arrived late: "));
    assertThat(inOrder || !program.inOrder).as("chunks came in their order").isTrue();
    List<String> right = new ArrayList<>();
    lost.forEach((what, count) -> right.add(String.format("  lost  %,d %s", count, what)));
    lines.replaceAll(
        line -> line.replaceFirst("(not visible in the result): .+", "$1")); // VERIFY asks for it
    assertThat(lines).as("what is lost").containsExactlyInAnyOrderElementsOf(right);
    boolean whole = program.producers.stream().allMatch(Producer::whole);
    if (program.producers.size() > 1
        || !whole
        || !inOrder
        || held(program.producers.get(0)).isEmpty()) {
      return file;
    }
    Path back = Way.next(file, "back.slu");
    Shell.run(0, "convert", log, "--to", back);
    JsonNode producer = Shell.json(0, "verify", back, "--json").get("producers").get(0);
    become(program, producer.get("id").asText(), producer.get("name").asText());
    return back;
  }

  private static List<Emission> held(Producer producer) {
    return producer.emitted.stream().filter(one -> CLASSES.contains(one.type.name())).toList();
  }

  private static Map<String, Long> lost(Program program) {
    Map<String, Long> lost = new TreeMap<>();
    int several = 0;
    for (Producer producer : program.producers) {
      boolean any = false;
      for (Emission one : producer.emitted) {
        if (!one.came()) {
          continue;
        }
        String type = one.type.qualifiedName();
        if (!CLASSES.contains(one.type.name())) {
          add(lost, "records of " + type + ", because Kieker has no such class");
          continue;
        }
        any = true;
        if (type.startsWith("sluice.operation_execution") && (Boolean) one.values.get(8)) {
          add(lost, "exception of " + type + ", because Kieker has no such field");
        }
        if (type.startsWith("sluice.trace_metadata") && (Integer) one.values.get(7) != 0) {
          add(lost, "parentStackDepth of " + type + ", because Kieker has no such field");
        }
        for (Object value : one.values) {
          if (value instanceof String text && !text.equals(text(text))) {
            add(lost, "texts with ; or a line break, which are written as _ in a text log");
          }
        }
      }
      several += any ? 1 : 0;
      if (!producer.whole()) {
        add(lost, "producers whose losses or missing end are not visible in the result");
      }
    }
    if (several > 1) {
      lost.put("producers, which are joined into one in a Kieker log", (long) several);
    }
    return lost;
  }

  private static void add(Map<String, Long> lost, String what) {
    lost.merge(what, 1L, Long::sum);
  }

  private static String text(String text) {
    return text == null ? "" : text.replaceAll("[;\r\n]", "_");
  }

  private static void become(Program program, String id, String name) {
    Producer before = program.producers.get(0);
    Producer after =
        new Producer(Long.parseUnsignedLong(id, 16), name, text(before.host), 0, before.probes);
    after.trees.addAll(before.trees);
    after.emitted.addAll(held(before));
    boolean executions = before.has(Producer.Probe.EXECUTION);
    for (Call.Tree tree : after.trees) {
      tree.session = text(tree.session);
      tree.parentDepth = 0;
      for (Call call : tree.calls) {
        call.operation = text(call.operation);
        call.failed &= !executions;
      }
    }
    program.producers.set(0, after);
    program.verdicts.clear();
    program.foreign = true;
  }
}
