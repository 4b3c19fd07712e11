package dev.sluice.cli.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.chunk.Ids;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whether what a report says of clocks is what calls from program to program tell, where all of
 * their traces came.
 */
final class Clocks {
  private final Remotes remotes;

  /** By both producers: for each call how far the other clock is ahead, at least and at most. */
  private final Map<String, List<long[]>> calls = new TreeMap<>();

  private final Set<Call.Tree> trees = new HashSet<>();

  private Clocks(Program program) {
    remotes = new Remotes(program);
    for (Call.Tree tree : remotes.verdicts.keySet()) {
      if (tree.caller != null && tree.came.came() && tree.caller.record().came()) {
        call(tree.caller, tree, tree.calls.get(0).begin, tree.calls.get(0).end);
      }
      for (Messages.Taken one : tree.taken) {
        if (one.record().came() && one.from() != null && one.from().record().came()) {
          boolean begins = one.record().values.get(3).equals(0);
          long begin = begins ? tree.calls.get(0).begin : (Long) one.record().values.get(0);
          call(one.from(), tree, begin, Long.MAX_VALUE);
        }
      }
    }
  }

  /** Of what nobody waits for the end is {@code Long.MAX_VALUE}. */
  private void call(Remotes.Sent from, Call.Tree to, long begin, long end) {
    Producer caller = remotes.producers.get(from.by().tree);
    Producer called = remotes.producers.get(to);
    trees.add(from.by().tree);
    trees.add(to);
    if (caller == called) {
      return;
    }
    long left = (Long) from.record().values.get(0);
    boolean waits =
        !from.record().values.get(7).equals("kafka")
            && end < Long.MAX_VALUE
            && !from.by().failed
            && end - begin <= from.by().end - left;
    calls
        .computeIfAbsent(
            Ids.print(caller.id) + " " + Ids.print(called.id), any -> new ArrayList<>())
        .add(new long[] {waits ? end - from.by().end : Long.MIN_VALUE, begin - left});
  }

  /**
   * Compares.
   *
   * @param all as a report or {@code trace} has them
   * @param ofAll whether these are of all pairs of producers, and not of those of requests
   */
  static void check(Program program, Iterable<JsonNode> all, boolean ofAll) {
    if (program.foreign || program.losses) {
      return;
    }
    Clocks clocks = new Clocks(program);
    boolean isSure =
        clocks.trees.stream()
            .allMatch(tree -> clocks.remotes.verdicts.get(tree).whole && !clocks.isMixed(tree));
    if (isSure) {
      Map<String, String> right = new TreeMap<>();
      clocks.calls.forEach((pair, of) -> right.put(pair, common(of)));
      Map<String, String> said = new TreeMap<>();
      for (JsonNode one : all) {
        said.put(
            one.get("from").asText() + " " + one.get("to").asText(),
            "%s to %s, %s of %s"
                .formatted(
                    one.get("least"), one.get("most"), one.get("agreeing"), one.get("calls")));
      }
      right.keySet().retainAll(ofAll ? right.keySet() : said.keySet());
      assertThat(said).as("clocks").isEqualTo(right);
    }
  }

  private boolean isMixed(Call.Tree tree) {
    return remotes.isMixed(tree);
  }

  /** The first of the offsets that most of these calls allow. */
  private static String common(List<long[]> calls) {
    List<long[]> best = List.of();
    long least = 0;
    for (long[] one : calls) {
      List<long[]> agree = calls.stream().filter(it -> it[0] <= one[0] && one[0] <= it[1]).toList();
      if (agree.size() > best.size() || agree.size() == best.size() && one[0] < least) {
        best = agree;
        least = one[0];
      }
    }
    long most = best.stream().mapToLong(it -> it[1]).min().orElseThrow();
    String known = least == Long.MIN_VALUE ? "null" : "" + least;
    return "%s to %d, %d of %d".formatted(known, most, best.size(), calls.size());
  }
}
