package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whether {@code findings --json} has the requests by kind, and the calls that were repeated. */
final class FindingsCheck {
  /** Quantiles are within a bin, of which there are 32 to a doubling. */
  private static final double BIN = 1 / 32.0;

  private static final long LEAST_NANOS = 50_000_000;
  private static final double LEAST_PART = 0.03;

  private final Map<String, List<Verdict>> kinds = new TreeMap<>();

  private FindingsCheck(Program program) {
    List<Verdict> verdicts = Verdict.of(program);
    Set<String> dispatchers = dispatchers(verdicts);
    for (Verdict verdict : verdicts) {
      String root = verdict.known.get(0).operation;
      String first = first(verdict);
      String kind = first != null && dispatchers.contains(root) ? first : root;
      kinds.computeIfAbsent(kind, absent -> new ArrayList<>()).add(verdict);
    }
  }

  /** How many findings there must be of repeated calls. */
  static int repeated(Program program) {
    List<String> right = new ArrayList<>();
    if (isWhole(program)) {
      new FindingsCheck(program).kinds.forEach((name, of) -> repeated(name, of, right));
    }
    return right.size();
  }

  private static boolean isWhole(Program program) {
    return !program.backwards
        && Verdict.of(program).stream().allMatch(verdict -> verdict.valid && verdict.whole);
  }

  static void check(Program program, JsonNode answer) {
    List<Verdict> verdicts = Verdict.of(program);
    assertThat(answer.get("all").get("n").asLong()).as("requests").isEqualTo(verdicts.size());
    if (isWhole(program)) {
      new FindingsCheck(program).check(answer);
    }
  }

  private static String first(Verdict verdict) {
    return verdict.known.size() > 1 ? verdict.known.get(1).operation : null;
  }

  /** Operations that begin four fifths of all requests and call different ones first, or none. */
  private static Set<String> dispatchers(List<Verdict> verdicts) {
    Map<String, List<Verdict>> byRoot =
        verdicts.stream().collect(Collectors.groupingBy(one -> one.known.get(0).operation));
    Set<String> dispatchers = new HashSet<>();
    byRoot.forEach(
        (root, of) -> {
          Set<String> firsts = new HashSet<>();
          of.forEach(verdict -> firsts.add(first(verdict)));
          firsts.remove(null);
          if (firsts.size() > 1 && of.size() >= 0.8 * verdicts.size()) {
            dispatchers.add(root);
          }
        });
    return dispatchers;
  }

  private void check(JsonNode answer) {
    Map<String, JsonNode> said = new TreeMap<>();
    answer.get("requests").forEach(kind -> said.put(kind.get("name").asText(), kind));
    assertThat(said.keySet()).as("kinds").isEqualTo(kinds.keySet());
    List<String> right = new ArrayList<>();
    kinds.forEach(
        (name, of) -> {
          try {
            figures(of, said.get(name));
          } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "\nof " + name + " in " + said.get(name), e);
          }
          repeated(name, of, right);
        });
    List<String> found = new ArrayList<>();
    for (JsonNode finding : answer.get("findings")) {
      if (finding.get("rule").asText().equals("n+1")) {
        found.add(
            "%s: %s %s"
                .formatted(
                    finding.get("request").asText(),
                    finding.get("operation").asText(),
                    finding.get("count").asText()));
      }
    }
    assertThat(found).as("n+1").containsExactlyInAnyOrderElementsOf(right);
  }

  private static void figures(List<Verdict> of, JsonNode said) {
    List<Long> sorted = new ArrayList<>();
    of.forEach(verdict -> sorted.add(verdict.known.get(0).duration()));
    Collections.sort(sorted);
    long failed = of.stream().filter(verdict -> verdict.known.get(0).failed).count();
    assertThat(said.get("n").asLong()).as("n").isEqualTo(of.size());
    assertThat(said.get("failed").asLong()).as("failed").isEqualTo(failed);
    long total = sorted.stream().mapToLong(Long::longValue).sum();
    assertThat(said.get("total").asLong()).as("total").isEqualTo(total);
    assertThat(said.get("max").asLong()).as("max").isEqualTo(sorted.get(sorted.size() - 1));
    quantile(sorted, 0.5, said.get("p50").asLong());
    quantile(sorted, 0.9, said.get("p90").asLong());
    quantile(sorted, 0.99, said.get("p99").asLong());
  }

  private static void quantile(List<Long> sorted, double part, long said) {
    long right = sorted.get(Math.max(0, (int) Math.ceil(part * sorted.size()) - 1));
    assertThat((double) said)
        .as("quantile %s", part)
        .isBetween(right * (1 - BIN) - 1, right * (1 + BIN) + 1);
  }

  /** Calls of one operation by one call, five or more, that cost enough. */
  private static void repeated(String kind, List<Verdict> of, List<String> right) {
    double total = of.stream().mapToDouble(verdict -> verdict.known.get(0).duration()).sum();
    Map<List<String>, long[]> pairs = new TreeMap<>(java.util.Comparator.comparing(List::toString));
    Map<List<String>, Set<String>> below = below(of);
    for (Verdict verdict : of) {
      for (Call caller : verdict.known) {
        Map<String, List<Call>> same =
            caller.callees.stream().collect(Collectors.groupingBy(call -> call.operation));
        same.forEach(
            (operation, calls) -> {
              List<String> path = new ArrayList<>(path(caller));
              boolean recurs = path.contains(operation);
              path.add(operation);
              boolean loop = path.size() == 2 && below.get(path).size() > 1;
              if (calls.size() >= 5 && !recurs && !loop) {
                long[] sums =
                    pairs.computeIfAbsent(
                        List.of(caller.operation, operation), pair -> new long[2]);
                sums[0]++;
                sums[1] += calls.stream().mapToLong(Call::duration).sum();
              }
            });
      }
    }
    pairs.forEach(
        (pair, sums) -> {
          if (sums[1] >= LEAST_NANOS && sums[1] >= LEAST_PART * total) {
            right.add("%s: %s %d".formatted(kind, pair.get(1), sums[0]));
          }
        });
  }

  private static List<String> path(Call call) {
    List<String> path = new ArrayList<>();
    for (Call at = call; at != null; at = at.caller) {
      path.add(0, at.operation);
    }
    return path;
  }

  /** What each path calls, by operation. */
  private static Map<List<String>, Set<String>> below(List<Verdict> of) {
    Map<List<String>, Set<String>> below =
        new TreeMap<>(java.util.Comparator.comparing(List::toString));
    for (Verdict verdict : of) {
      for (Call call : verdict.known) {
        Set<String> called = below.computeIfAbsent(path(call), path -> new HashSet<>());
        call.callees.forEach(callee -> called.add(callee.operation));
      }
    }
    return below;
  }
}
