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

/**
 * Whether {@code findings --json} has the requests by kind, the calls that were repeated, and what
 * is known of missing records.
 */
final class FindingsCheck {
  private static final int LEVELS = 6;

  private final Map<String, List<Verdict>> kinds = new TreeMap<>();

  private FindingsCheck(Program program) {
    List<Verdict> verdicts = Verdict.of(program);
    Set<String> dispatchers = dispatchers(verdicts.stream().map(FindingsCheck::way).toList());
    for (Verdict verdict : verdicts) {
      List<String> way = way(verdict);
      int at = 0;
      while (at < way.size() - 1 && dispatchers.contains(way.get(at))) {
        at++;
      }
      kinds.computeIfAbsent(way.get(at), absent -> new ArrayList<>()).add(verdict);
    }
  }

  /** How many findings there must be of repeated calls. */
  static int repeated(Program program) {
    List<String> right = new ArrayList<>();
    if (isWhole(program)) {
      int requests = Verdict.of(program).size();
      new FindingsCheck(program)
          .kinds.forEach((name, of) -> right.addAll(Repeats.of(name, of, requests)));
    }
    return right.size();
  }

  private static boolean isWhole(Program program) {
    return !program.backwards
        && Verdict.of(program).stream().allMatch(verdict -> verdict.valid && verdict.whole);
  }

  static void check(Program program, JsonNode answer) {
    List<Verdict> verdicts = Verdict.of(program);
    assertThat(answer.get("warmUpLeftOut").asLong()).isZero();
    assertThat(answer.get("all").get("n").asLong()).as("requests").isEqualTo(verdicts.size());
    missing(program, answer);
    failed(program, answer.get("all").get("failed").asLong());
    if (isWhole(program)) {
      new FindingsCheck(program).check(answer);
    }
  }

  /** Of a request whose beginning did not come, the first call that is known counts. */
  private static void failed(Program program, long said) {
    long least = 0;
    long most = 0;
    for (Verdict verdict : Verdict.of(program)) {
      Call first = verdict.known.isEmpty() ? null : verdict.known.get(0);
      boolean isMixed =
          verdict.producer.has(Producer.Probe.EVENTS)
              && verdict.producer.has(Producer.Probe.EXECUTION);
      if (verdict.events || isMixed) {
        boolean isSure = !isMixed && first != null && cameWhole(verdict, first);
        least += isSure && first.failed ? 1 : 0;
        most += isSure && !first.failed ? 0 : 1;
      } else if (first != null && first.depth == 0 && first.failed) {
        least++;
        most++;
      }
    }
    assertThat(said).as("failed requests").isBetween(least, most);
  }

  /** Whether its events came, with all of what it called. */
  private static boolean cameWhole(Verdict verdict, Call call) {
    return call.ended
        && verdict.emitted.stream()
            .filter(one -> one.time >= call.begin && one.time <= call.end)
            .allMatch(Emission::came);
  }

  /** What is called first, as long as its caller is the first of all or calls nothing else. */
  private static List<String> way(Verdict verdict) {
    List<String> way = new ArrayList<>();
    for (Call at = verdict.known.get(0); at != null; ) {
      way.add(at.operation);
      long below = at.callees.stream().mapToLong(Call::duration).sum();
      boolean calls = !at.callees.isEmpty() && way.size() < LEVELS;
      boolean only = calls && (way.size() == 1 || below == at.callees.get(0).duration());
      at = only ? at.callees.get(0) : null;
    }
    return way;
  }

  /** What four fifths of all requests pass, up to the last that calls different ones. */
  private static Set<String> dispatchers(List<List<String>> ways) {
    Set<String> dispatchers = new HashSet<>();
    List<String> passed = new ArrayList<>();
    while (true) {
      int size = passed.size();
      List<List<String>> same =
          ways.stream()
              .filter(way -> way.size() >= size && way.subList(0, size).equals(passed))
              .toList();
      Map<String, Long> next =
          same.stream()
              .filter(way -> way.size() > size)
              .collect(Collectors.groupingBy(way -> way.get(size), Collectors.counting()));
      long on = next.values().stream().mapToLong(count -> count).sum();
      if (next.isEmpty() || (size == 1 ? same.size() : on) < 0.8 * ways.size()) {
        return dispatchers;
      }
      if (next.size() > 1) {
        dispatchers.addAll(passed);
      }
      passed.add(Collections.max(next.entrySet(), Map.Entry.comparingByValue()).getKey());
    }
  }

  /** Of a program that ended the headers tell all that it emitted, else up to the last chunk. */
  private static void missing(Program program, JsonNode answer) {
    boolean known = program.producers.stream().noneMatch(producer -> producer.killed);
    long emitted = 0;
    long lost = 0;
    for (Producer producer : program.producers) {
      for (Emission one : producer.emitted) {
        emitted += one.fate == Emission.Fate.NO_END ? 0 : 1;
        lost += one.came() || one.fate == Emission.Fate.NO_END ? 0 : 1;
      }
    }
    List<String> right = new ArrayList<>();
    if (lost > 0) {
      String least = known ? "" : "At least ";
      right.add("%s%,d of %,d records are missing %d".formatted(least, lost, emitted, lost));
    } else if (!known) {
      right.add("It is not known whether records are missing 0");
    }
    List<String> said = new ArrayList<>();
    for (JsonNode finding : answer.get("findings")) {
      String text = finding.get("text").asText();
      if (finding.get("rule").asText().equals("missing") && text.contains("records are missing")) {
        said.add(text.substring(0, text.indexOf(" (")) + " " + finding.get("count"));
      }
    }
    assertThat(said).as("missing").isEqualTo(right);
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
          if (!isRun(of)) {
            right.addAll(Repeats.of(name, of, answer.get("all").get("n").asInt()));
          }
        });
    List<String> found = new ArrayList<>();
    for (JsonNode finding : answer.get("findings")) {
      if (finding.get("rule").asText().equals("n+1")
          && !isRun(kinds.get(finding.get("request").asText()))) {
        found.add(
            "%s: %s %s %s"
                .formatted(
                    finding.get("request").asText(),
                    finding.get("operation").asText(),
                    finding.get("count").asText(),
                    finding.get("confidence").asText()));
      }
    }
    assertThat(found).as("n+1").containsExactlyInAnyOrderElementsOf(right);
  }

  /** Whether all requests of a kind may last nine tenths of the recording: then it may be none. */
  private boolean isRun(List<Verdict> of) {
    List<Call> all =
        kinds.values().stream().flatMap(List::stream).map(one -> one.known.get(0)).toList();
    long begin = all.stream().mapToLong(call -> call.begin).min().orElseThrow();
    long end = all.stream().mapToLong(call -> call.end).max().orElseThrow();
    return of.stream().allMatch(one -> one.known.get(0).duration() >= 0.9 * (end - begin));
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
    TopCheck.quantile(sorted, 0.5, said.get("p50").asLong());
    TopCheck.quantile(sorted, 0.9, said.get("p90").asLong());
    TopCheck.quantile(sorted, 0.99, said.get("p99").asLong());
  }
}
