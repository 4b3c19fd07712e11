package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.chunk.Ids;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Whether {@code compare} has the requests through several programs that lack nothing, with the
 * traces of each program. Of traces of other threads those count that call or are called.
 */
final class WholeCheck {
  private final Remotes remotes;
  private final Set<Call.Tree> trees;

  private WholeCheck(Remotes remotes) {
    this.remotes = remotes;
    trees =
        remotes.verdicts.keySet().stream()
            .filter(tree -> Remotes.isRemote(tree) || tree.taken.stream().anyMatch(this::came))
            .collect(Collectors.toSet());
  }

  private boolean came(Messages.Taken message) {
    return message.record().came();
  }

  static void check(Program program, JsonNode whole) {
    Remotes remotes = new Remotes(program);
    boolean isSure = !program.foreign && !program.losses;
    if (isSure && remotes.verdicts.keySet().stream().noneMatch(remotes::isMixed)) {
      new WholeCheck(remotes).check(whole);
    }
  }

  private void check(JsonNode whole) {
    Map<Call.Tree, List<Call.Tree>> requests = new HashMap<>();
    trees.forEach(tree -> requests.computeIfAbsent(top(tree), t -> new ArrayList<>()).add(tree));
    requests.values().removeIf(request -> request.stream().noneMatch(Remotes::isRemote));
    long incomplete = requests.values().stream().filter(one -> !isWhole(one)).count();
    requests.values().removeIf(request -> !isWhole(request) || request.size() == 1);
    if (requests.isEmpty()) {
      assertThat(whole.isNull()).as("requests through several programs").isTrue();
      return;
    }
    Map<String, List<Long>> right = new TreeMap<>();
    requests.values().stream()
        .flatMap(List::stream)
        .forEach(tree -> add(right, program(tree), 1, tree.calls.get(0).duration()));
    for (String side : List.of("before", "after")) {
      assertThat(whole.get(side).get("requests").asLong()).isEqualTo(requests.size());
      assertThat(whole.get(side).get("incomplete").asLong()).isEqualTo(incomplete);
      Map<String, List<Long>> said = new TreeMap<>();
      for (JsonNode kind : whole.get("kinds")) {
        for (JsonNode one : kind.get("programs")) {
          JsonNode figures = one.get(side);
          long calls = figures.get("calls").asLong();
          add(said, one.get("program").asText(), calls, figures.get("sum").asLong());
        }
      }
      assertThat(said).as("traces and time of programs").isEqualTo(right);
    }
  }

  private static void add(Map<String, List<Long>> to, String program, long calls, long nanos) {
    to.merge(
        program,
        List.of(calls, nanos),
        (one, other) -> List.of(one.get(0) + other.get(0), one.get(1) + other.get(1)));
  }

  private String program(Call.Tree tree) {
    Producer producer = remotes.producers.get(tree);
    return producer.name == null ? Ids.print(producer.id) : producer.name;
  }

  private Call.Tree above(Call.Tree tree) {
    Call.Tree above = remotes.above(tree);
    return trees.contains(above) ? above : null;
  }

  private Call.Tree top(Call.Tree tree) {
    Call.Tree top = tree;
    while (above(top) != null) {
      top = above(top);
    }
    return top;
  }

  private boolean isWhole(List<Call.Tree> request) {
    return request.stream()
        .allMatch(
            tree ->
                remotes.verdicts.get(tree).whole
                    && (tree.parent == null || above(tree) != null)
                    && tree.sent.stream().allMatch(remotes::isAnswered)
                    && remotes.receivers(tree).stream()
                        .allMatch(receiver -> remotes.verdicts.get(receiver).whole));
  }
}
